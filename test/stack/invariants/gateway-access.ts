import { z } from "zod";
import { apiOf, gatewayResources } from "./gateway-paths.ts";
import { lambdaAt } from "./lambda-roles.ts";
import { ofType, type Product, target, targets } from "./templates.ts";

// API Gateway gives up on an integration after this.
const gatewaySeconds = 29;

const integrationSchema = z.object({ Uri: z.unknown() });

/** Invariant 9, of time: a Lambda says itself that it was too slow, before the gateway does. */
export function slowHandlers(product: Product): string[] {
  const methods = ofType(product, "AWS::ApiGateway::Method");
  const behind = new Set(
    methods.flatMap(({ properties }) => targets(integrationSchema.parse(properties.Integration).Uri)),
  );
  return [...behind].flatMap((address) => {
    const lambda = lambdaAt(product, address);
    const seconds = Number(lambda?.properties.Timeout ?? 3);
    if (lambda === null || seconds < gatewaySeconds) return [];
    return [
      `${product.name}: ${lambda.address} may take ${seconds} s and the gateway waits for ${gatewaySeconds}: set its time-out below.`,
    ];
  });
}

const settingsSchema = z
  .array(
    z.object({
      HttpMethod: z.string().optional(),
      ResourcePath: z.string().optional(),
      ThrottlingRateLimit: z.number().optional(),
      ThrottlingBurstLimit: z.number().optional(),
    }),
  )
  .default([]);

/** Invariant 9, of load: the gateway refuses what is too much before it uses up the account's Lambdas. */
export function unthrottledStages(product: Product): string[] {
  return ofType(product, "AWS::ApiGateway::Stage").flatMap(({ address, properties }) => {
    const settings = settingsSchema.parse(properties.MethodSettings);
    const throttled = settings.some(
      ({ HttpMethod, ResourcePath, ThrottlingRateLimit = 0, ThrottlingBurstLimit = 0 }) =>
        HttpMethod === "*" && ResourcePath === "/*" && ThrottlingRateLimit > 0 && ThrottlingBurstLimit > 0,
    );
    return throttled
      ? []
      : [`${product.name}: ${address} has no throttle of its own: set throttlingRateLimit and throttlingBurstLimit.`];
  });
}

/** Invariant 9, of operators: their API lets in signed requests alone, but for the console's pages. */
export function unsignedOperators(product: Product): string[] {
  const operatorApis = ofType(product, "AWS::ApiGateway::RestApi").filter(({ properties }) =>
    String(properties.Name).endsWith("-operator"),
  );
  if (operatorApis.length === 0)
    return [`${product.name}: no API is called NAME-operator: name the operators' API so, or mend this check.`];
  const apis = new Set(operatorApis.map(({ address }) => address));
  const paths = new Map(gatewayResources(product).map(({ address, path }) => [address, path]));
  return ofType(product, "AWS::ApiGateway::Method").flatMap(({ address, properties }) => {
    const path = paths.get(target(properties.ResourceId) ?? "") ?? "/";
    const isConsole = path === "/console" || path.startsWith("/console/");
    if (!apis.has(apiOf(properties)) || isConsole || properties.AuthorizationType === "AWS_IAM") return [];
    return [
      `${product.name}: ${address} serves ${path} of the operators' API to everybody: set its authorization to AWS_IAM.`,
    ];
  });
}
