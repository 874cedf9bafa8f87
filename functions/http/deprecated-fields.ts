import * as z from "zod";
import type { DeprecationTerms } from "../domain/core/deprecation.ts";

/** Marks a field that has gone out of use: the document says so with its last day, and so do the headers of a reply to whoever sends it. */
export function deprecatedField<S extends z.ZodType>(schema: S, { since, sunset }: DeprecationTerms): S {
  return schema.meta({ ...schema.meta(), deprecated: true, "x-deprecated-since": since, "x-sunset": sunset });
}

/** What a wrapper or a transformation is around. */
function innerOf(schema: z.ZodType): z.ZodType | undefined {
  const { def } = schema as unknown as { readonly def: { readonly innerType?: z.ZodType; readonly in?: z.ZodType } };
  return def.innerType ?? def.in;
}

function within(schema: z.ZodType): z.ZodType {
  const inner = innerOf(schema);
  return inner === undefined ? schema : within(inner);
}

/** The terms of a field, wherever among its wrappers they were given. */
function termsOf(schema: z.ZodType): DeprecationTerms[] {
  const { deprecated, "x-deprecated-since": since, "x-sunset": sunset } = schema.meta() ?? {};
  if (deprecated === true && typeof since === "string" && typeof sunset === "string") return [{ since, sunset }];
  const inner = innerOf(schema);
  return inner === undefined ? [] : termsOf(inner);
}

/** The terms of the deprecated fields that a value has, at any depth. */
export function sentTerms(schema: z.ZodType | undefined, value: unknown): DeprecationTerms[] {
  if (schema === undefined || typeof value !== "object" || value === null) return [];
  const known = within(schema);
  if (known instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((each) => sentTerms(known.element as z.ZodType, each));
  if (!(known instanceof z.ZodObject)) return [];
  return Object.entries(known.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
    Object.hasOwn(value, name)
      ? [...termsOf(field), ...sentTerms(field, (value as Record<string, unknown>)[name])]
      : [],
  );
}
