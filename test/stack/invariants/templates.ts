import { z } from "zod";
import type { StackSettings, Synthesis, SynthesizedTemplate } from "../synthesis.ts";

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

/** One template of a product, read. */
export interface Template extends Pick<SynthesizedTemplate, "place" | "nestedIn"> {
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

/** All that one product deploys on a stage. */
export interface Product {
  readonly name: string;
  readonly settings: StackSettings;
  readonly templates: readonly Template[];
  readonly resources: readonly Resource[];
}

/** The templates of a synthesized stack. */
export function readTemplates({ templates }: Synthesis): Template[] {
  return templates.map(({ place, nestedIn, body }) => ({ place, nestedIn, body: templateSchema.parse(body) }));
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
