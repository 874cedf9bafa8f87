import { type CfnRestApi, ResponseType } from "aws-cdk-lib/aws-apigateway";
import { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { CfnLogGroup } from "aws-cdk-lib/aws-logs";
import { describe, expect, it } from "vitest";
import { Apis } from "../../../lib/api/apis.ts";
import { screeningStackOf, servedScreening } from "../synth.ts";
import { synthesisOf } from "../synthesis.ts";
import { apiOf } from "./gateway-paths.ts";
import { productIn } from "./stages.ts";
import { ofType } from "./templates.ts";

type Stack = ReturnType<typeof screeningStackOf>;

/** The logical id of each API's deployment: a new one serves the API as it is then. */
function deploymentsOf(stack: Stack): Readonly<Record<string, string>> {
  const found = ofType(productIn("screening", synthesisOf(stack)), "AWS::ApiGateway::Deployment");
  return Object.fromEntries(found.map(({ logicalId, properties }) => [apiOf(properties), logicalId]));
}

const [publicApi, operatorApi] = ["Apispublic", "Apisoperator"];
const before = deploymentsOf(screeningStackOf({}));

/** The APIs whose deployment is made anew. */
function redeployed(stack: Stack): string[] {
  const after = deploymentsOf(stack);
  return Object.keys(before).filter((api) => after[api] !== before[api]);
}

function apisOf(stack: Stack): Apis {
  const found = stack.node.findAll().find((each) => each instanceof Apis);
  if (found === undefined) throw new Error("The stack has no APIs.");
  return found;
}

const startsWith = (start: string) => expect.stringMatching(new RegExp(`^${start}`));

describe("the deployment of an API", () => {
  const { operations, lambdas } = servedScreening;
  const ofTenants = operations.filter(({ caller, path }) => caller === "tenant" && path.includes("{"));

  it("is made anew where an operation's resource goes", () => {
    const [gone] = ofTenants;
    const left = operations.filter(({ path }) => path !== gone?.path);
    expect(left.length).toBeLessThan(operations.length);
    expect(redeployed(screeningStackOf({}, { lambdas, operations: left }))).toEqual([startsWith(publicApi)]);
  });

  it("is made anew where another Lambda serves an operation", () => {
    const [moved] = ofTenants;
    const other = ofTenants.find(({ lambda }) => lambda !== moved?.lambda)?.lambda ?? "";
    const led = operations.map((each) => (each.path === moved?.path ? { ...each, lambda: other } : each));
    expect(redeployed(screeningStackOf({}, { lambdas, operations: led }))).toContainEqual(startsWith(publicApi));
  });

  it("is made anew where the gateway answers something else itself", () => {
    const stack = screeningStackOf({});
    apisOf(stack).operatorApi.addGatewayResponse("Quota", { type: ResponseType.QUOTA_EXCEEDED });
    expect(redeployed(stack)).toEqual([startsWith(operatorApi)]);
  });

  it("is made anew where the API itself changes", () => {
    const stack = screeningStackOf({});
    (apisOf(stack).publicApi.node.defaultChild as CfnRestApi).binaryMediaTypes = ["application/pdf"];
    expect(redeployed(stack)).toEqual([startsWith(publicApi)]);
  });

  it("stays where a log is kept for another time and a Lambda has more memory", () => {
    const stack = screeningStackOf({});
    for (const each of stack.node.findAll()) {
      if (each.node.defaultChild instanceof CfnLogGroup) each.node.defaultChild.retentionInDays = 7;
      if (each.node.defaultChild instanceof CfnFunction) each.node.defaultChild.memorySize = 2048;
    }
    expect(redeployed(stack)).toEqual([]);
  });
});
