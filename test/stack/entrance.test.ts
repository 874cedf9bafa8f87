import type { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";

import { lambdas } from "../../functions/contract/billing.ts";
import { screeningLambdas } from "../../functions/contract/screening.ts";
import { burst } from "../../functions/domain/screening/plan.ts";
import { screeningGoesFirst } from "../../lib/stacks/settings.ts";
import { production, screeningSynthesisWith, stageWith, synthesisWith } from "./synth.ts";
import { outerTemplateOf } from "./synthesis.ts";

const sandbox = { stage: "sandbox" };
const inProduction = [synthesisWith(production), screeningSynthesisWith(production)].map(outerTemplateOf);
const inSandbox = [synthesisWith(sandbox), screeningSynthesisWith(sandbox)].map(outerTemplateOf);

function all(template: Template | undefined, type: string) {
  return Object.values(template?.findResources(type) ?? {}).map(({ Properties }) => Properties);
}

const https = "max-age=31536000; includeSubDomains";

const ResponseHeaders = Object.entries({
  "strict-transport-security": https,
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}).map(([Name, Value]) => ({ Name, Value }));

const blocks = (response: object) => ({ Block: { CustomResponse: { ...response, ResponseHeaders } } });

describe.each([
  ["production", inProduction, 500],
  ["the sandbox", inSandbox, 100],
] as const)("an API of %s", (_, templates, ThrottlingRateLimit) => {
  it("takes so many requests a second before a Lambda runs", () => {
    const stages = templates.flatMap((each) => all(each, "AWS::ApiGateway::Stage"));
    expect(stages).toHaveLength(4);
    for (const { MethodSettings } of stages)
      expect(MethodSettings).toMatchObject([
        { HttpMethod: "*", ResourcePath: "/*", ThrottlingRateLimit, ThrottlingBurstLimit: 1000 },
      ]);
  });

  it("has its role for logs set by the screening stack alone, which is deployed first", () => {
    const accounts = templates.map((each) => Object.values(each.findResources("AWS::ApiGateway::Account")));
    expect(accounts.map((each) => each.length)).toEqual([0, 1]);
    expect(accounts.flat()[0]).toMatchObject({ DeletionPolicy: "Retain" });
    for (const context of [production, sandbox]) expect(screeningGoesFirst(stageWith(context))).toBe(true);
  });
});

describe("a developer's own API", () => {
  it("leaves the account's role for logs alone", () => {
    const template = outerTemplateOf(screeningSynthesisWith({ stage: "dev-anna" }));
    template.resourceCountIs("AWS::ApiGateway::Account", 0);
  });
});

describe("what an API takes at once", () => {
  it("is no less than a screening account's burst", () => {
    for (const context of [production, sandbox])
      expect(stageWith(context).throttle.burst).toBeGreaterThanOrEqual(burst);
  });
});

describe("a Lambda behind the gateway", () => {
  it("ends before the gateway's 29 s", () => {
    const times = Object.values({ ...lambdas, ...screeningLambdas }).map((each) => each.timeoutSeconds);
    expect(times.length).toBeGreaterThan(40);
    for (const each of times) expect(each).toBeLessThan(29);
  });
});

describe.each([
  ["rails", inProduction[0]],
  ["screening", inProduction[1]],
] as const)("production's web ACL of %s", (product, template) => {
  const [acl] = all(template, "AWS::WAFv2::WebACL");

  it("guards both APIs", () => {
    expect(acl).toMatchObject({ Scope: "REGIONAL", DefaultAction: { Allow: {} } });
    const guarded = all(template, "AWS::WAFv2::WebACLAssociation").map(({ ResourceArn }) =>
      JSON.stringify(ResourceArn),
    );
    expect(guarded).toHaveLength(2);
    expect(guarded[0]).toMatch(/"Apispublic\w+"\},"\/stages\/live"/);
    expect(guarded[1]).toMatch(/"Apisoperator\w+"\},"\/stages\/live"/);
  });

  it("blocks addresses first, then floods, long bodies and what is known to attack, and only counts what would block bodies", () => {
    const rules = [...acl.Rules].sort((a, b) => a.Priority - b.Priority);
    expect(rules.map(({ Name, Action, OverrideAction }) => [Name, Action ?? OverrideAction])).toEqual([
      ["blocked-ipv4", blocks({ ResponseCode: 403 })],
      ["blocked-ipv6", blocks({ ResponseCode: 403 })],
      ["flood", blocks({ ResponseCode: 429, CustomResponseBodyKey: "flood" })],
      ["too-large", blocks({ ResponseCode: 413, CustomResponseBodyKey: "too-large" })],
      ["AWSManagedRulesKnownBadInputsRuleSet", { None: {} }],
      ["AWSManagedRulesCommonRuleSet", { Count: {} }],
    ]);
    const flood = rules[2].Statement.RateBasedStatement;
    expect(flood).toEqual({ AggregateKeyType: "IP", Limit: 60_000 });
  });

  it("refuses each declared length over 256 KB, and none up to it, before a Lambda runs", () => {
    const rule = acl.Rules.find(({ Name }: { Name: string }) => Name === "too-large");
    const { FieldToMatch, RegexString } = rule.Statement.RegexMatchStatement;
    expect(FieldToMatch).toEqual({ SingleHeader: { Name: "content-length" } });
    const over = new RegExp(RegexString);
    const wrong = Array.from({ length: 300_000 }, (_, length) => length).filter(
      (length) => over.test(`${length}`) !== length > 262_144,
    );
    expect(wrong).toEqual([]);
    for (const length of ["999999", "1000000", "6291456", "10485760"]) expect(over.test(length)).toBe(true);
    expect(JSON.parse(acl.CustomResponseBodies["too-large"].Content)).toMatchObject({
      code: "body_too_large",
      docUrl: expect.stringMatching(/^https:\/\/[a-z.]+\/docs\/errors#body_too_large$/),
    });
  });

  it("shows nobody the addresses asked for: some are secrets", () => {
    for (const { VisibilityConfig } of [acl, ...acl.Rules]) expect(VisibilityConfig.SampledRequestsEnabled).toBe(false);
  });

  it("has a list for each kind of address that operators fill, under a name and an id that are known", () => {
    const sets = all(template, "AWS::WAFv2::IPSet").map(({ Name, Addresses }) => [Name, Addresses]);
    expect(sets).toEqual([
      [`sluice-example-${product}-blocked-ipv4`, []],
      [`sluice-example-${product}-blocked-ipv6`, []],
    ]);
    expect(Object.keys(template?.findOutputs("*") ?? {})).toEqual(
      expect.arrayContaining(["BlockedIpv4SetId", "BlockedIpv6SetId"]),
    );
  });
});

describe("every API", () => {
  it("takes each media type as bytes, so that bodies and PDFs pass as they are", () => {
    const apis = [...inProduction, ...inSandbox].flatMap((each) => all(each, "AWS::ApiGateway::RestApi"));
    expect(apis).toHaveLength(8);
    for (const { BinaryMediaTypes } of apis) expect(BinaryMediaTypes).toEqual(["*/*"]);
  });

  it("takes TLS 1.2 and newer alone at its own endpoint too, which the local emulator has none of", () => {
    for (const api of [...inProduction, ...inSandbox].flatMap((each) => all(each, "AWS::ApiGateway::RestApi")))
      expect(api).toMatchObject({
        SecurityPolicy: "SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09",
        EndpointAccessMode: "BASIC",
      });
    const local = outerTemplateOf(synthesisWith({ ...sandbox, local: true }));
    for (const api of all(local, "AWS::ApiGateway::RestApi")) expect(api).not.toHaveProperty("SecurityPolicy");
  });
});

describe.each([
  ["production", inProduction],
  ["the sandbox", inSandbox],
] as const)("what a gateway of %s refuses by itself", (_, templates) => {
  const responses = templates.flatMap((each) => all(each, "AWS::ApiGateway::GatewayResponse"));

  it("tells browsers to come over https alone, to run nothing of it and to frame it nowhere", () => {
    for (const { ResponseParameters } of responses)
      expect(ResponseParameters).toMatchObject({
        "gatewayresponse.header.strict-transport-security": `'${https}'`,
        "gatewayresponse.header.x-content-type-options": "'nosniff'",
        "gatewayresponse.header.content-security-policy": "'default-src; frame-ancestors'",
      });
  });

  it("is said as every refusal is, and as a problem where Accept asks for one", () => {
    expect(responses).toHaveLength(4 * 7);
    for (const { ResponseTemplates, StatusCode } of responses) {
      const [plain, problem] = ["application/json", "application/problem+json"].map((type) =>
        JSON.parse(ResponseTemplates[type]),
      );
      expect(Object.keys(plain)).toEqual(["error", "code", "unmet", "requestId", "docUrl"]);
      const { title, status, ...members } = problem;
      const { docUrl, error, requestId } = plain;
      expect(members).toEqual({ ...plain, type: docUrl, detail: error, instance: requestId });
      expect(docUrl).toMatch(new RegExp(`/docs/errors#${plain.code}$`));
      expect(title).toMatch(/^[A-Z][a-z ]+$/);
      // One answer of API Gateway's for many statuses leaves its own.
      expect(status).toBe(StatusCode && Number(StatusCode));
    }
  });
});

describe("the sandbox", () => {
  it("pays for no web ACL", () => {
    for (const each of inSandbox) each.resourceCountIs("AWS::WAFv2::WebACL", 0);
  });
});

describe("the outputs", () => {
  const valuesOf = (template: Template | undefined) =>
    Object.fromEntries(
      Object.entries(template?.findOutputs("*") ?? {}).map(([id, { Value }]) => [id, JSON.stringify(Value)]),
    );
  const [rails, screening] = inProduction.map(valuesOf);

  it("name what the DNS record of every host points to", () => {
    const hosts = [
      [rails, "ApiDomain"],
      [rails, "OnboardDomain"],
      [rails, "BrandPayDotexampleDotorg"],
      [screening, "ScreeningDomain"],
    ] as const;
    for (const [outputs, host] of hosts) {
      expect(outputs?.[`${host}DnsTarget`]).toContain('"RegionalDomainName"');
      expect(outputs?.[`${host}DnsZoneId`]).toContain('"RegionalHostedZoneId"');
    }
  });

  it("print the address that people use: the stage's own, since the gateway's is off", () => {
    expect(rails?.ApiUrl).toBe('"https://api.example.com"');
    expect(screening?.ApiUrl).toBe('"https://screening.example.com"');
    expect(rails?.OperatorApiUrl).toContain("execute-api");
  });

  it("print the gateway's where a stage has no host of its own", () => {
    for (const each of inSandbox.map(valuesOf)) expect(each.ApiUrl).toContain("execute-api");
  });
});
