import { z } from "zod";
import { inlinePolicies, lambdaAt } from "./lambda-roles.ts";
import { documentOf, textOf } from "./sizes.ts";
import { ofType, type Product, target } from "./templates.ts";

const environmentSchema = z.object({ Variables: z.record(z.string(), z.unknown()) }).optional();

/** What AWS allows, in characters or by number. */
const most = {
  environment: 4096,
  inlinePolicies: 10_240,
  resourcePolicy: 20_480,
  parameters: 200,
  outputs: 200,
  resources: 500,
  template: 1_000_000,
} as const;

/** Invariant 10, of Lambdas: their environments, and who may invoke them. */
export function largeLambdas(product: Product): string[] {
  const permissions = Map.groupBy(
    ofType(product, "AWS::Lambda::Permission"),
    ({ properties }) => lambdaAt(product, target(properties.FunctionName))?.address,
  );
  return ofType(product, "AWS::Lambda::Function").flatMap(({ address, properties }) => {
    const { Variables = {} } = environmentSchema.parse(properties.Environment) ?? {};
    const environment = Object.entries(Variables).map(([name, value]) => name.length + textOf(value).length);
    const policy = (permissions.get(address) ?? []).map((each) => documentOf(each.properties).length + 60);
    return [
      ...over("environment", sum(environment), `${product.name}: the environment of ${address}`),
      ...over("resourcePolicy", sum(policy), `${product.name}: the resource policy of ${address}`),
    ];
  });
}

/** Invariant 10, of policies: what a role's own add up to, and what queues and buckets have. */
export function largePolicies(product: Product): string[] {
  const roles = ofType(product, "AWS::IAM::Role").map(({ address }) => {
    const documents = inlinePolicies(product, address).map((each) => documentOf(each).length);
    return over("inlinePolicies", sum(documents), `${product.name}: the inline policies of ${address}`);
  });
  const ofResources = product.resources
    .filter(({ type }) => type === "AWS::SQS::QueuePolicy" || type === "AWS::S3::BucketPolicy")
    .map(({ address, properties }) =>
      over("resourcePolicy", documentOf(properties.PolicyDocument).length, `${product.name}: ${address}`),
    );
  return [...roles, ...ofResources].flat();
}

/** Invariant 10, of templates: what CloudFormation takes in one. */
export function largeTemplates({ name, templates }: Product): string[] {
  return templates.flatMap(({ place, body }) => {
    const what = `${name}: the template ${place || "of the product itself"}`;
    return [
      ...over("parameters", Object.keys(body.Parameters).length, `${what}, in parameters,`),
      ...over("outputs", Object.keys(body.Outputs).length, `${what}, in outputs,`),
      ...over("resources", Object.keys(body.Resources).length, `${what}, in resources,`),
      ...over("template", JSON.stringify(body).length, what),
    ];
  });
}

const mostUnzipped = 250_000_000;

/** Invariant 10, of bundles: what Lambda unpacks of each. */
export function largeBundles(bytes: ReadonlyMap<string, number>): string[] {
  return [...bytes]
    .filter(([, size]) => size > mostUnzipped)
    .map(
      ([name, size]) =>
        `The bundle of ${name} unpacks to ${size} bytes of ${mostUnzipped} that Lambda takes: leave something out of it.`,
    );
}

function over(limit: keyof typeof most, size: number, what: string): string[] {
  return size <= most[limit] ? [] : [`${what} comes to ${size} of ${most[limit]} that AWS allows: split it.`];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
