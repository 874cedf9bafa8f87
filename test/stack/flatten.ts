import { Template } from "aws-cdk-lib/assertions";
import type { Synthesis, SynthesizedTemplate } from "./synthesis.ts";

type Json = Record<string, unknown>;

/** One stack's template, its place among the others, and what its parameters stand for there. */
interface Part {
  readonly template: { Resources: Json; Parameters?: Json; Outputs?: Record<string, { Value: unknown }> };
  /** Before the logical ids of a nested stack's own resources. */
  readonly prefix: string;
  readonly nested: ReadonlyMap<string, Part>;
  parent: Part | null;
  given: Json;
}

/** A stack and all that are nested in it as one template, as if none were: parameters and outputs become what they stand for. */
export function flatten({ templates }: Synthesis): Template {
  const [outer] = templates;
  if (outer === undefined) throw new Error("Nothing was synthesized.");
  return Template.fromJSON(
    { Resources: resourcesOf(partOf(outer, templates)) },
    { skipCyclicalDependenciesCheck: true },
  );
}

function partOf({ place, body }: SynthesizedTemplate, all: readonly SynthesizedTemplate[]): Part {
  const template = body as unknown as Part["template"];
  const nested = new Map<string, Part>();
  for (const each of all) if (each.nestedIn?.place === place) nested.set(each.nestedIn.logicalId, partOf(each, all));
  const part: Part = { template, prefix: place.replaceAll("/", ""), nested, parent: null, given: {} };
  for (const [id, child] of nested) {
    const { Properties } = template.Resources[id] as { Properties: { Parameters?: Json } };
    child.parent = part;
    child.given = Properties.Parameters ?? {};
  }
  return part;
}

function resourcesOf(part: Part): Json {
  const own = Object.entries(part.template.Resources)
    .filter(([id]) => !part.nested.has(id))
    .map(([id, resource]) => [`${part.prefix}${id}`, meant(resource, part)]);
  return Object.assign(Object.fromEntries(own), ...[...part.nested.values()].map(resourcesOf));
}

/** A value of a template in the words of the whole. */
function meant(value: unknown, part: Part): unknown {
  if (Array.isArray(value)) return value.map((each) => meant(each, part));
  if (value === null || typeof value !== "object") return value;
  const { Ref, "Fn::GetAtt": attribute } = value as { Ref?: string; "Fn::GetAtt"?: [string, string] };
  if (Ref !== undefined) {
    if (part.parent !== null && Ref in part.given) return meant(part.given[Ref], part.parent);
    return { Ref: Ref in part.template.Resources ? `${part.prefix}${Ref}` : Ref };
  }
  if (attribute !== undefined) {
    const [id, name] = attribute;
    const child = part.nested.get(id);
    if (child === undefined) return { "Fn::GetAtt": [`${part.prefix}${id}`, name] };
    return meant(child.template.Outputs?.[name.replace("Outputs.", "")]?.Value, child);
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, meant(each, part)]));
}
