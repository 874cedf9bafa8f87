import { z } from "zod";
import { ofType, type Product, type Resource, target, targets } from "./templates.ts";

const many = z.union([z.string().transform((one) => [one]), z.array(z.string())]);

const documentSchema = z.object({
  Statement: z.array(z.object({ Effect: z.string(), Action: many.default([]), Resource: z.unknown().optional() })),
});

const inlineSchema = z.array(z.object({ PolicyDocument: z.unknown() })).default([]);

/** One thing that a role may do. */
export interface AllowedActions {
  readonly actions: readonly string[];
  /** The addresses of what it is about. */
  readonly on: readonly string[];
}

/** The policy documents written into a role, or into what is attached to it: CDK puts what no role takes inline into a policy of its own. */
export function inlinePolicies(product: Product, role: string): unknown[] {
  const own = product.resources.find(({ address }) => address === role)?.properties.Policies;
  const attached = ["AWS::IAM::Policy", "AWS::IAM::ManagedPolicy"]
    .flatMap((type) => ofType(product, type))
    .filter(({ properties }) => targets(properties.Roles).includes(role));
  return [
    ...inlineSchema.parse(own).map(({ PolicyDocument }) => PolicyDocument),
    ...attached.map(({ properties }) => properties.PolicyDocument),
  ];
}

/** What a Lambda's role may do. */
export function allowedActions(product: Product, lambda: Resource): AllowedActions[] {
  const documents = inlinePolicies(product, target(lambda.properties.Role) ?? "");
  return documents
    .flatMap((document) => documentSchema.parse(document).Statement)
    .filter(({ Effect }) => Effect === "Allow")
    .map(({ Action, Resource }) => ({ actions: Action, on: targets(Resource) }));
}

/** The Lambda that a reference means: itself, or the one behind a version or an alias of it. */
export function lambdaAt(product: Product, address: string | null): Resource | null {
  const found = product.resources.find((each) => each.address === address);
  if (found === undefined) return null;
  if (found.type === "AWS::Lambda::Function") return found;
  if (found.type !== "AWS::Lambda::Alias" && found.type !== "AWS::Lambda::Version") return null;
  return lambdaAt(product, target(found.properties.FunctionName));
}
