import * as z from "zod";

/** Fields that let in whoever has them. */
const linkFields = ["hostedUrl", "collectionLink", "statusUrl"];

/** Where in a reply a record has links to its page: the way there, `*` for each item of an array. */
export interface LinkPlace {
  readonly path: readonly string[];
  readonly fields: readonly string[];
}

/** The places of a reply's schema where links are. */
export function linkPlaces(schema: unknown, path: readonly string[] = []): LinkPlace[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return linkPlaces(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return linkPlaces(schema.element, [...path, "*"]);
  if (!(schema instanceof z.ZodObject)) return [];
  const fields = linkFields.filter((name) => Object.hasOwn(schema.shape, name));
  const below = Object.entries(schema.shape).flatMap(([name, each]) => linkPlaces(each, [...path, name]));
  return fields.length === 0 ? below : [{ path, fields }, ...below];
}
