import { type GatewayResource, gatewayResources, isVariable } from "./gateway-paths.ts";
import type { Product } from "./templates.ts";

/** API Gateway's quota of resources in one API. */
const mostResources = 300;

// CloudFormation makes about ten a second, so these are two minutes of a first deployment.
const mostControlPlaneCalls = 1200;

/** Invariant 1: a parent has one variable child at most, and no child twice. */
export function siblings(product: Product): string[] {
  const children = Map.groupBy(gatewayResources(product), ({ api, parent }) => `${api} ${parent || "/"}`);
  return [...children].flatMap(([parent, below]) => {
    const variables = below.filter(isVariable);
    const parts = below.map(({ part }) => part);
    const twice = new Set(parts.filter((part, index) => parts.indexOf(part) !== index));
    return [
      ...(variables.length > 1
        ? [
            `${product.name}: ${parent} has the variable children ${variables.map(({ part }) => part).join(" and ")}, and API Gateway allows one: serve them by one of the two.`,
          ]
        : []),
      ...[...twice].map(
        (part) =>
          `${product.name}: ${parent} has the child ${part} twice, which API Gateway refuses: make it in one nested stack.`,
      ),
    ];
  });
}

/** Invariant 4: an API has no more resources than API Gateway allows, and a product no more than a deployment has time for. */
export function gatewayBudget(product: Product): string[] {
  const byApi = Map.groupBy(gatewayResources(product), ({ api }: GatewayResource) => api);
  const calls = product.resources.filter(({ type }) => type.startsWith("AWS::ApiGateway::")).length;
  return [
    ...[...byApi].flatMap(([api, resources]) =>
      resources.length > mostResources
        ? [
            `${product.name}: ${api} has ${resources.length} resources, and API Gateway allows ${mostResources}: let a {proxy+} serve more of them.`,
          ]
        : [],
    ),
    ...(calls > mostControlPlaneCalls
      ? [
          `${product.name}: ${calls} API Gateway resources take minutes to make at ten a second (the budget is ${mostControlPlaneCalls}): let a {proxy+} serve more of them.`,
        ]
      : []),
  ];
}
