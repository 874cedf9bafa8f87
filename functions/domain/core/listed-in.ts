import type * as z from "zod";

/** A text that is one of a closed list, which the documents publish. It refuses nothing: what is sent is judged by whoever reads it, with a code of its own, and a stored row may hold a word of an earlier release. */
export function listedIn<S extends z.ZodType<unknown, string | undefined>>(values: readonly string[], schema: S): S {
  return schema.meta({ enum: [...values] });
}

/** A text of which the documents show the values that are known by name (`x-extensible-enum`); others are taken too. */
export function openSet<S extends z.ZodType>(values: readonly string[], schema: S): S {
  return schema.meta({ "x-extensible-enum": [...values] });
}
