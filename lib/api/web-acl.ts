import { Aws, CfnOutput } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import { CfnIPSet, CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";
import { closedReply, strictTransport } from "../../functions/http/gateway-reply.ts";
import { gatewayStage, resourceName } from "../stacks/settings.ts";
import type { Stage } from "../stacks/stage.ts";
import type { SourceLimit } from "./concurrency.ts";

/** Which APIs a web ACL guards, by the product that its names carry. */
interface Guarded extends SourceLimit {
  readonly product: "rails" | "screening";
  readonly apis: readonly RestApi[];
  /** Where the documentation is, with `/docs` at its end; null without a host of the service's own, since no refusal of a web ACL can name the gateway's. */
  readonly docsUrl: string | null;
}

/** Turns requests away before the gateway: addresses that an operator has blocked, sources that flood, and what is known to attack. */
export class WebAcl extends Construct {
  constructor(scope: Construct, stage: Stage, { product, apis, docsUrl, requestsPer5Minutes }: Guarded) {
    super(scope, "WebAcl");
    const name = resourceName(stage, product);
    const blocked = (["IPV4", "IPV6"] as const).map((version) => {
      const id = `Blocked${version === "IPV4" ? "Ipv4" : "Ipv6"}`;
      const set = new CfnIPSet(this, id, {
        name: `${name}-blocked-${version.toLowerCase()}`,
        description: "Addresses that operators block by hand, see docs/runbook.md.",
        scope: "REGIONAL",
        ipAddressVersion: version,
        // Operators fill it: a deployment leaves it alone as long as these properties stay as they are.
        addresses: [],
      });
      new CfnOutput(this, `${id}SetId`, { value: set.attrId }).overrideLogicalId(`${id}SetId`);
      return set.attrArn;
    });
    const acl = new CfnWebACL(this, "Acl", {
      name,
      scope: "REGIONAL",
      defaultAction: { allow: {} },
      customResponseBodies: {
        [tooLarge]: refusalBody("body_too_large", "The body is over 256 KB.", docsUrl),
        [flood]: refusalBody("rate_limited", "Too many requests from this address.", docsUrl),
      },
      rules: [...blockedRules(blocked), floodRule(requestsPer5Minutes), lengthRule, ...managedRules].map(ruleAt),
      visibilityConfig: watched("all"),
    });
    for (const api of apis) {
      new CfnWebACLAssociation(this, `of-${api.node.id}`, {
        // By its name the stage is no dependency: the association has to wait for it.
        resourceArn: `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::/restapis/${api.restApiId}/stages/${gatewayStage}`,
        webAclArn: acl.attrArn,
      }).node.addDependency(api.deploymentStage);
    }
  }
}

type Rule = Omit<CfnWebACL.RuleProperty, "priority" | "visibilityConfig">;

function ruleAt(rule: Rule, priority: number): CfnWebACL.RuleProperty {
  return { ...rule, priority, visibilityConfig: watched(rule.name) };
}

/** Samples would show whole addresses, and in those of the pages for people the links are secrets. */
function watched(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false, metricName };
}

function blockedRules(arns: readonly string[]): Rule[] {
  return arns.map((arn, index) => ({
    name: `blocked-${index === 0 ? "ipv4" : "ipv6"}`,
    action: { block: { customResponse: { responseCode: 403, responseHeaders } } },
    statement: { ipSetReferenceStatement: { arn } },
  }));
}

function floodRule(limit: number): Rule {
  return {
    name: flood,
    action: { block: { customResponse: { responseCode: 429, customResponseBodyKey: flood, responseHeaders } } },
    statement: { rateBasedStatement: { limit, aggregateKeyType: "IP" } },
  };
}

const tooLarge = "too-large";
const flood = "flood";

const responseHeaders = Object.entries({ ...strictTransport, ...closedReply }).map(([name, value]) => ({
  name,
  value,
}));

/** What the web ACL answers, in the words of every other reply; it has one body whatever Accept says, and no request's id. */
function refusalBody(code: string, error: string, docsUrl: string | null): CfnWebACL.CustomResponseBodyProperty {
  const docUrl = docsUrl === null ? {} : { docUrl: `${docsUrl}/errors#${code}` };
  return { contentType: "APPLICATION_JSON", content: JSON.stringify({ error, code, unmet: [], ...docUrl }) };
}

/** Lengths over the service's own limit of 262,144 bytes, digit by digit: a web ACL compares texts, and sees too little of a body to measure it. */
const overLimit = "^(?:26214[5-9]|2621[5-9]\\d|262[2-9]\\d{2}|26[3-9]\\d{3}|2[7-9]\\d{4}|[3-9]\\d{5}|[1-9]\\d{6,})$";

// A body beyond Lambda's own limit never reaches our 413. One that does not declare its length still meets AWS's.
const lengthRule: Rule = {
  name: tooLarge,
  action: { block: { customResponse: { responseCode: 413, customResponseBodyKey: tooLarge, responseHeaders } } },
  statement: {
    regexMatchStatement: {
      fieldToMatch: { singleHeader: { Name: "content-length" } },
      regexString: overLimit,
      textTransformations: [{ priority: 0, type: "NONE" }],
    },
  },
};

const managedRules: readonly Rule[] = [
  { ...managed("AWSManagedRulesKnownBadInputsRuleSet"), overrideAction: { none: {} } },
  // Counted only: it blocks bodies over 8 KB, callers without User-Agent and HTML in texts, which our own schemas judge.
  { ...managed("AWSManagedRulesCommonRuleSet"), overrideAction: { count: {} } },
];

function managed(name: string): Rule {
  return { name, statement: { managedRuleGroupStatement: { vendorName: "AWS", name } } };
}
