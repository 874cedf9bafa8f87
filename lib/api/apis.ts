import {
  AccessLogFormat,
  AuthorizationType,
  type CfnDomainName,
  type CfnRestApi,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  ResponseType,
  RestApi,
} from "aws-cdk-lib/aws-apigateway";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { problemMembers } from "../../functions/domain/core/problem-members.ts";
import { closedReply, strictTransport } from "../../functions/http/gateway-reply.ts";
import type { Operation } from "../../functions/http/operation.ts";
import { acknowledge } from "../secrets/nag-suppressions.ts";
import { gatewayStage, resourceName, writesGatewayLogs } from "../stacks/settings.ts";
import type { Stage } from "../stacks/stage.ts";
import { logKeeping } from "../storage/retention.ts";
import type { BrandDomain } from "./brand-domains.ts";
import { dnsOutputs } from "./dns-outputs.ts";
import { Routes } from "./gateway.ts";
import { type CatchAll, gatewayRoutes, isAdmin, isConsole, isOperators, isTenants } from "./routes.ts";
import type { ServiceLambda } from "./service-lambda.ts";
import { WebAcl } from "./web-acl.ts";

/** What differs between the two products' doors. */
export interface Doors {
  /** The Lambdas that answer what no other does, with our own 401, 404 and 405. */
  readonly catchAll: CatchAll;
  /** The product whose doors they are, for names. */
  readonly product: "rails" | "screening";
  /** Whether this stack sets the account's one role for gateway logs; every other stack that logs is deployed after it. */
  readonly ownsLogRole: boolean;
  /** What the gateways are called. */
  readonly names: { readonly public: string; readonly operator: string };
  /** What the last release served and this one does not. */
  readonly retired: readonly string[];
  /** The public door's own hosts; with one of the service's own its execute-api endpoint is off. */
  readonly hosts: readonly ApiHost[];
}

/** A host of a door: one of a brand's is beside the door's own address, and does not take its place. */
export interface ApiHost extends BrandDomain {
  readonly id: string;
  readonly ofBrand: boolean;
}

/** The two doors to the same Lambdas: the public host, and the operators' own, which lets in IAM principals only. */
export class Apis extends Construct {
  readonly publicApi: RestApi;
  readonly operatorApi: RestApi;
  private readonly stage: Stage;
  private readonly doors: Doors;

  constructor(scope: Construct, stage: Stage, doors: Doors) {
    super(scope, "Apis");
    this.stage = stage;
    this.doors = doors;
    const ownHost = doors.hosts.some(({ ofBrand }) => !ofBrand);
    this.publicApi = this.restApi("public", ownHost);
    // It has no custom domain, so its execute-api endpoint is the way in.
    this.operatorApi = this.restApi("operator", false);
    const account = this.publicApi.node.tryFindChild("Account");
    if (account !== undefined) this.operatorApi.deploymentStage.node.addDependency(account);
    for (const host of doors.hosts) this.addHost(host);
    const apis = [this.publicApi, this.operatorApi];
    const docsUrl = ownHost ? this.docsUrl() : null;
    if (stage.webAcl !== null) new WebAcl(this, stage, { ...stage.webAcl, product: doors.product, apis, docsUrl });
  }

  /** Called once the Lambdas exist: they are told the APIs' addresses, so the APIs come first. */
  route(operations: readonly Operation[], lambdaNamed: (name: string) => ServiceLambda): void {
    const { catchAll, retired } = this.doors;
    const routes = (api: RestApi, id: string) => new Routes(this, id, api, lambdaNamed);
    const shut = this.stage.adminAuth === "iam" ? operations.filter(({ path }) => isOperators(path)) : [];
    const open = operations.filter((operation) => !shut.includes(operation));
    // Whom the public host lets in is a stage's setting and may change; its resources stay as they are.
    const { everybody } = catchAll;
    // Where operators come by their own door alone, nothing that knows their tokens stands behind the public one.
    const atPublic = shut.length > 0 ? { everybody, operators: everybody } : catchAll;
    const onPublic = gatewayRoutes(open, atPublic, [...retired, ...shut.map(({ path }) => path)]);
    routes(this.publicApi, "PublicRoutes").add(onPublic.filter(({ path }) => !isOperators(path) && !isTenants(path)));
    routes(this.publicApi, "TenantRoutes").add(onPublic.filter(({ path }) => isTenants(path)));
    routes(this.publicApi, "AdminRoutes").add(onPublic.filter(({ path }) => isAdmin(path)));
    routes(this.publicApi, "ConsoleRoutes").add(onPublic.filter(isConsole));
    const forOperators = operations.filter((operation) => operation.caller === "operator" || isConsole(operation));
    const onOperators = gatewayRoutes(forOperators, catchAll, retired.filter(isOperators));
    routes(this.operatorApi, "OperatorRoutes").add(
      onOperators.filter((route) => !isConsole(route)),
      { authorizationType: AuthorizationType.IAM },
    );
    // A browser cannot sign: the console's own session is its guard.
    routes(this.operatorApi, "OperatorConsoleRoutes").add(onOperators.filter(isConsole));
  }

  private restApi(name: keyof Doors["names"], disableExecuteApiEndpoint: boolean): RestApi {
    const { stage } = this;
    const logged = writesGatewayLogs(stage);
    const api = new RestApi(this, name, {
      restApiName: resourceName(stage, this.doors.names[name]),
      endpointTypes: [EndpointType.REGIONAL],
      disableExecuteApiEndpoint,
      // Bodies come to us byte for byte and PDFs leave as they are.
      binaryMediaTypes: ["*/*"],
      // The account's one role for gateway logs; it stays when a stack goes, other stacks use it.
      cloudWatchRole: logged && this.doors.ownsLogRole && name === "public",
      deployOptions: {
        stageName: gatewayStage,
        throttlingRateLimit: stage.throttle.rate,
        throttlingBurstLimit: stage.throttle.burst,
        ...(logged && this.logging(name)),
      },
    });
    if (logged) this.keepExecutionLog(name, api);
    if (!stage.local) this.keepToNewTls(api);
    for (const [type, status, code] of gatewayRefusals) {
      const docUrl = `${this.docsUrl()}/errors#${code}`;
      const facts = { error: messages[code], code, unmet: [], requestId: "$context.requestId" };
      const body = { ...facts, docUrl };
      // Whatever else it refuses keeps a status of its own, which a template cannot name.
      const members = { ...problemMembers(facts, docUrl), ...(status !== null && { status: Number(status) }) };
      api.addGatewayResponse(type.responseType.toString(), {
        type,
        ...(status !== null && { statusCode: status }),
        responseHeaders: { "X-Request-Id": "context.requestId", ...gatewayHeaders },
        // The gateway picks by Accept.
        templates: {
          "application/json": JSON.stringify(body),
          "application/problem+json": JSON.stringify({ ...body, ...members }),
        },
      });
    }
    acknowledge(api, {
      APIG2: "Every body, path and query is validated by the handlers' zod schemas.",
      ...(stage.webAcl === null && { APIG3: "Its stage goes without a web ACL; production has one." }),
      [pushToLogsPolicy]: "The account's gateway role has AWS's own policy for pushing logs.",
      ...(!logged && {
        APIG1: "Dev stages write no access log: gateway logging is one setting per account.",
        APIG6: "Dev stages write no access log: gateway logging is one setting per account.",
      }),
    });
    return api;
  }

  /** Where the documentation is: on the first host of the service's own, else where the request came. */
  private docsUrl(): string {
    const own = this.doors.hosts.find(({ ofBrand }) => !ofBrand);
    return `https://${own === undefined ? `$context.domainName/${gatewayStage}` : own.host}/docs`;
  }

  /** By itself a gateway's own endpoint takes TLS 1.0; what it is deployed with counts, so that a change of it is a deployment. */
  private keepToNewTls(api: RestApi): void {
    Object.assign(api.node.defaultChild as CfnRestApi, newTls);
    api.latestDeployment?.addToLogicalId(newTls);
  }

  /** The gateway would make this log by itself, and keep it for ever. */
  private keepExecutionLog(name: string, api: RestApi): void {
    const logGroupName = `API-Gateway-Execution-Logs_${api.restApiId}/${gatewayStage}`;
    const group = new LogGroup(this, `${name}-execution-log`, { logGroupName, ...logKeeping(this.stage) });
    api.deploymentStage.node.addDependency(group);
  }

  private logging(name: string) {
    const group = new LogGroup(this, `${name}-access-log`, logKeeping(this.stage));
    return {
      accessLogDestination: new LogGroupLogDestination(group),
      accessLogFormat: AccessLogFormat.jsonWithStandardFields(),
      loggingLevel: MethodLoggingLevel.ERROR,
    };
  }

  private addHost({ id, host, certificateArn }: ApiHost): void {
    const domain = this.publicApi.addDomainName(id, {
      domainName: host,
      certificate: Certificate.fromCertificateArn(this, `${id}-certificate`, certificateArn),
      endpointType: EndpointType.REGIONAL,
    });
    Object.assign(domain.node.defaultChild as CfnDomainName, newTls);
    dnsOutputs(this, { id, host, domain });
  }
}

/** TLS 1.2 and 1.3, with suites that keep what was recorded closed when a key becomes known later, to quantum computers too. */
const newTls = { securityPolicy: "SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09", endpointAccessMode: "BASIC" };

const pushToLogsPolicy =
  "IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]";

/** The headers of every reply of ours, as a gateway writes what it says itself: its values stand in quotes and have none, and a policy's list without a source is `'none'`. */
const gatewayHeaders = Object.fromEntries(
  Object.entries({ ...strictTransport, ...closedReply }).map(([name, value]) => [
    name,
    `'${value.replaceAll(" 'none'", "")}'`,
  ]),
);

const messages = {
  internal_error: "Something went wrong on our side.",
  invalid_request: "The request was refused before it reached the service.",
  missing_api_key: "This door needs a signed request.",
  body_too_large: "The body is too large.",
  invalid_api_key: "The request's signature does not hold.",
  rate_limited: "Too many requests.",
} as const;

// What the gateway itself refuses, in the words of every other reply.
const gatewayRefusals: readonly (readonly [ResponseType, string | null, keyof typeof messages])[] = [
  [ResponseType.DEFAULT_4XX, null, "invalid_request"],
  [ResponseType.DEFAULT_5XX, null, "internal_error"],
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, "401", "missing_api_key"],
  [ResponseType.INVALID_SIGNATURE, "401", "invalid_api_key"],
  [ResponseType.EXPIRED_TOKEN, "401", "invalid_api_key"],
  [ResponseType.REQUEST_TOO_LARGE, "413", "body_too_large"],
  [ResponseType.THROTTLED, "429", "rate_limited"],
];
