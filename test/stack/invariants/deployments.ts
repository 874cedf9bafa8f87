import { apiOf } from "./gateway-paths.ts";
import { ofType, type Product, type Resource } from "./templates.ts";

const served = ["AWS::ApiGateway::Method", "AWS::ApiGateway::Resource", "AWS::ApiGateway::GatewayResponse"];

/** Invariant 3: what an API serves is made before its deployment, which serves what exists then. */
export function earlyDeployments(product: Product): string[] {
  return ofType(product, "AWS::ApiGateway::Deployment").flatMap((deployment) => {
    const ofApi = product.resources.filter(
      ({ type, properties }) => served.includes(type) && apiOf(properties) === apiOf(deployment.properties),
    );
    const needed = new Set(ofApi.map((each) => madeBy(product, each, deployment.place)));
    const missing = [...needed].filter((address) => !deployment.dependsOn.includes(address));
    return missing.map(
      (address) =>
        `${product.name}: ${deployment.address} does not wait for ${address}, so what it adds is not served until the deployment after: make the deployment depend on it.`,
    );
  });
}

/** The resource of the template at `place` that a resource below it comes with: itself or its nested stack. */
function madeBy(product: Product, { address, place: inside }: Resource, place: string): string {
  if (inside === place) return address;
  const { nestedIn } = product.templates.find((each) => each.place === inside) ?? {};
  if (!nestedIn) throw new Error(`${address} is not below "${place}".`);
  const stack = product.resources.find(
    (each) => each.place === nestedIn.place && each.logicalId === nestedIn.logicalId,
  );
  return stack === undefined ? address : madeBy(product, stack, place);
}
