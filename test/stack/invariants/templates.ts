import { NestedStack, type Stack, Token } from "aws-cdk-lib";
import { Template as Synthesized } from "aws-cdk-lib/assertions";
import { z } from "zod";

const resourceSchema = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DependsOn: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
});

const templateSchema = z.object({
  Resources: z.record(z.string(), resourceSchema),
  Parameters: z.record(z.string(), z.unknown()).default({}),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
});

/** One template as CloudFormation gets it, and its place among those of its product. */
export interface Template {
  /** The constructs of the nested stacks down to it; empty for the product's own stack. */
  readonly place: string;
  /** The template that nests it and its logical id there; null for the product's own stack. */
  readonly nestedIn: { readonly place: string; readonly logicalId: string } | null;
  readonly body: z.infer<typeof templateSchema>;
}

/** One resource, its values in the words of the whole product: references across stacks lead to what they mean. */
export interface Resource {
  readonly place: string;
  readonly logicalId: string;
  /** `place/logicalId`, which no other resource of the product has. */
  readonly address: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly dependsOn: readonly string[];
  readonly deletionPolicy: string | undefined;
  readonly updateReplacePolicy: string | undefined;
}

/** What a stack says of itself outside its template. */
export interface StackSettings {
  readonly stackName: string;
  /** Null where any account takes it. */
  readonly account: string | null;
  readonly region: string | null;
  readonly terminationProtection: boolean;
}

/** All that one product deploys on a stage. */
export interface Product {
  readonly name: string;
  readonly settings: StackSettings;
  readonly templates: readonly Template[];
  readonly resources: readonly Resource[];
}

/** The templates of a stack and of all that are nested in it. */
export function readTemplates(stack: Stack): Template[] {
  return templatesOf(stack, "", null);
}

/** What the stack says of itself. */
export function readSettings({ stackName, account, region, terminationProtection = false }: Stack): StackSettings {
  const pinned = (value: string) => (Token.isUnresolved(value) ? null : value);
  return { stackName, account: pinned(account), region: pinned(region), terminationProtection };
}

/** A product of these templates. */
export function productOf(name: string, settings: StackSettings, templates: readonly Template[]): Product {
  const byPlace = new Map(templates.map((template) => [template.place, template]));
  const resources = templates.flatMap(({ place, body }) =>
    Object.entries(body.Resources).map(([logicalId, resource]) => ({
      ...{ place, logicalId, address: addressOf(place, logicalId), type: resource.Type },
      properties: z.record(z.string(), z.unknown()).parse(resolve(resource.Properties, place, byPlace)),
      dependsOn: resource.DependsOn.map((each) => addressOf(place, each)),
      ...{ deletionPolicy: resource.DeletionPolicy, updateReplacePolicy: resource.UpdateReplacePolicy },
    })),
  );
  return { name, settings, templates, resources };
}

/** The resources of one type. */
export function ofType({ resources }: Product, type: string): Resource[] {
  return resources.filter((each) => each.type === type);
}

/** The address of the resource that a resolved value refers to; null where it is no reference. */
export function target(value: unknown): string | null {
  const { Ref, "Fn::GetAtt": attribute } = referenceSchema.safeParse(value).data ?? {};
  return Ref ?? attribute?.[0] ?? null;
}

/** The addresses of all that a resolved value refers to, however deep. */
export function targets(value: unknown): string[] {
  if (value === null || typeof value !== "object") return [];
  const found = Array.isArray(value) ? null : target(value);
  return found === null ? Object.values(value).flatMap(targets) : [found];
}

const referenceSchema = z.object({
  Ref: z.string().optional(),
  "Fn::GetAtt": z.tuple([z.string(), z.string()]).optional(),
});

function addressOf(place: string, logicalId: string): string {
  return place === "" ? logicalId : `${place}/${logicalId}`;
}

function templatesOf(stack: Stack, place: string, nestedIn: Template["nestedIn"]): Template[] {
  const body = templateSchema.parse(Synthesized.fromStack(stack).toJSON());
  const inside = stack.node.findAll().filter((each) => NestedStack.isNestedStack(each));
  const nested = inside.flatMap((each) => {
    if (each.nestedStackParent !== stack || each.nestedStackResource === undefined) return [];
    const logicalId = stack.getLogicalId(each.nestedStackResource);
    return templatesOf(each, addressOf(place, each.node.id), { place, logicalId });
  });
  return [{ place, nestedIn, body }, ...nested];
}

/** A value of a template in the words of the whole product. */
function resolve(value: unknown, place: string, byPlace: ReadonlyMap<string, Template>): unknown {
  if (Array.isArray(value)) return value.map((each) => resolve(each, place, byPlace));
  if (value === null || typeof value !== "object") return value;
  const reference = referenceSchema.safeParse(value).data ?? {};
  if (reference.Ref !== undefined) return resolveRef(reference.Ref, place, byPlace);
  const attribute = reference["Fn::GetAtt"];
  if (attribute !== undefined) return resolveAttribute(attribute, place, byPlace);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, place, byPlace)]));
}

function resolveRef(name: string, place: string, byPlace: ReadonlyMap<string, Template>): unknown {
  const template = byPlace.get(place);
  const { nestedIn } = template ?? {};
  if (nestedIn) {
    const parent = byPlace.get(nestedIn.place)?.body.Resources[nestedIn.logicalId];
    const given = z.record(z.string(), z.unknown()).safeParse(parent?.Properties.Parameters).data ?? {};
    if (name in given) return resolve(given[name], nestedIn.place, byPlace);
  }
  return { Ref: name in (template?.body.Resources ?? {}) ? addressOf(place, name) : name };
}

function resolveAttribute(
  [logicalId, name]: readonly [string, string],
  place: string,
  byPlace: ReadonlyMap<string, Template>,
): unknown {
  const isIt = ({ nestedIn }: Template) => nestedIn?.place === place && nestedIn.logicalId === logicalId;
  const nested = [...byPlace.values()].find(isIt);
  if (nested === undefined) return { "Fn::GetAtt": [addressOf(place, logicalId), name] };
  const output = nested.body.Outputs[name.replace("Outputs.", "")];
  return resolve(output?.Value, nested.place, byPlace);
}
