import {
  type IResource,
  LambdaIntegration,
  type MethodOptions,
  type RestApi,
} from "aws-cdk-lib/aws-apigateway";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { GatewayRoute } from "./routes.ts";

/** Puts the routes on a REST API, one permission per Lambda and API rather than one per method. */
export function addRoutes(
  api: RestApi,
  routes: readonly GatewayRoute[],
  lambdaNamed: (name: string) => IFunction,
  options: MethodOptions = {},
): void {
  const integrations = new Map<string, LambdaIntegration>();
  for (const { path, method, lambda } of routes) {
    let integration = integrations.get(lambda);
    if (integration === undefined) {
      integration = new LambdaIntegration(lambdaNamed(lambda), { scopePermissionToMethod: false });
      integrations.set(lambda, integration);
    }
    resourceAt(api, path).addMethod(method, integration, options);
  }
}

function resourceAt(api: RestApi, path: string): IResource {
  return path === "/" ? api.root : api.root.resourceForPath(path);
}
