import type { Schema } from "../../support/routes/json-schema.ts";
import { nearMissesOf } from "./near-misses.ts";

/** Where a text stands in a body, and what its contract asks of it. */
export interface Place {
  readonly at: readonly string[];
  readonly schema: Schema;
}

function isText({ type }: Schema): boolean {
  return type === undefined || type === "string" || type.includes("string");
}

/** The places of a body where a text stands, down to three names. */
export function textPlaces(schema: Schema, at: readonly string[] = []): Place[] {
  const { properties = {}, items, anyOf, oneOf } = schema;
  if (at.length > 3) return [];
  return [
    ...(isText(schema) && at.length > 0 ? [{ at, schema }] : []),
    ...Object.entries(properties).flatMap(([name, each]) => textPlaces(each, [...at, name])),
    ...(items ? textPlaces(items, [...at, "0"]) : []),
    ...[...(anyOf ?? []), ...(oneOf ?? [])].flatMap((each) => textPlaces(each, at)),
  ];
}

/** What stands at a place of a body. */
export function valueAt(body: unknown, place: readonly string[]): unknown {
  return place.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], body);
}

/** The body with a text at a place. */
export function withText(body: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text;
  const inner = (body as Record<string, unknown> | undefined)?.[name];
  if (name === "0") return [withText(Array.isArray(body) ? body[0] : undefined, rest, text)];
  return { ...(body as object | undefined), [name]: withText(inner, rest, text) };
}

/** The patterns of a field, whichever way its schema says them, with the length that is asked for beside them. */
function patternsIn({ pattern, maxLength, allOf = [], anyOf = [], oneOf = [] }: Schema): [string, number][] {
  const inner = [...allOf, ...anyOf, ...oneOf].flatMap(patternsIn);
  const limit = maxLength ?? Number.POSITIVE_INFINITY;
  return [...(pattern === undefined ? [] : [[pattern, limit] as [string, number]]), ...inner];
}

/** What the patterns of a field say yes to until the last character: as long as the field may be, and as long as there is room. */
export function patternMisses(
  schema: Schema,
  bytes: number,
  size: (text: string) => number,
): [name: string, text: string][] {
  return patternsIn(schema).flatMap(([source, limit]) => {
    const pattern = new RegExp(source, "u");
    const texts = [...(limit < bytes ? nearMissesOf(pattern, limit) : []), ...nearMissesOf(pattern, bytes, size)];
    return [...new Set(texts)].map((text) => {
      const shown = JSON.stringify(`${text.slice(0, 8)} … ${text.slice(-4)}`);
      return [`of the form of ${source.slice(0, 40)} but for its end, ${text.length} long: ${shown}`, text] as [
        string,
        string,
      ];
    });
  });
}
