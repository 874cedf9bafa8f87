import { NestedStack } from "aws-cdk-lib";
import {
  AwsIntegration,
  type IResource,
  Method,
  type MethodOptions,
  Resource,
  type RestApi,
} from "aws-cdk-lib/aws-apigateway";
import type { Construct } from "constructs";
import { acknowledge } from "../secrets/nag-suppressions.ts";
import type { GatewayRoute } from "./routes.ts";
import type { ServiceLambda } from "./service-lambda.ts";

/**
 * Routes of an API, in a nested stack since the gateway spends two resources on each; the API itself stays outside.
 * Its deployment waits for them and is made anew when one changes.
 */
export class Routes extends NestedStack {
  private readonly api: RestApi;
  private readonly lambdaNamed: (name: string) => ServiceLambda;
  private readonly integrations = new Map<string, AwsIntegration>();

  constructor(scope: Construct, id: string, api: RestApi, lambdaNamed: (name: string) => ServiceLambda) {
    super(scope, id);
    this.api = api;
    this.lambdaNamed = lambdaNamed;
    acknowledge(this, {
      APIG4: "Tenants and bearer operators are authenticated in the handlers' frame, with our own 401 body.",
      COG4: "Tenants hold API keys, operators tokens or IAM principals; there is no user pool.",
    });
  }

  add(routes: readonly GatewayRoute[], options: MethodOptions = {}): this {
    for (const { path, method, lambda } of routes) {
      const resource = this.resourceAt(path);
      // The API's root is outside, and its methods would be too.
      const scope = resource === this.api.root ? this : resource;
      new Method(scope, method, { httpMethod: method, resource, integration: this.integrationOf(lambda), options });
    }
    return this;
  }

  private integrationOf(lambda: string): AwsIntegration {
    const found = this.integrations.get(lambda);
    if (found !== undefined) return found;
    const { functionArn } = this.lambdaNamed(lambda).admit(this.api);
    const path = `2015-03-31/functions/${functionArn}/invocations`;
    const made = new AwsIntegration({ service: "lambda", proxy: true, path });
    this.integrations.set(lambda, made);
    return made;
  }

  private resourceAt(path: string): IResource {
    const { root } = this.api;
    const [first = "", ...rest] = path.split("/").slice(1);
    if (first === "") return root;
    const branch =
      (this.node.tryFindChild(first) as Resource | undefined) ??
      new Resource(this, first, { parent: root, pathPart: first });
    return rest.length === 0 ? branch : branch.resourceForPath(rest.join("/"));
  }
}
