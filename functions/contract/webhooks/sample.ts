import * as z from "zod";

type Known = Readonly<Record<string, unknown>>;

/** An object that a schema takes: what is known of it where that fits, and the plainest value for the rest. */
export function sampleOf(schema: z.ZodObject, known: Known): Record<string, unknown> {
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    const given = known[name];
    return [name, given !== undefined && z.safeParse(field, given).success ? given : plainest(field, known)] as const;
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** The plainest value that a schema takes; undefined for a field that may be left out. */
function plainest(schema: z.core.$ZodType, known: Known): unknown {
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodOptional) return undefined;
  if (schema instanceof z.ZodDefault) return schema.parse(undefined);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodUnion) return schema.options.map((each) => plainest(each, known))[0];
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodRecord) return {};
  if (schema instanceof z.ZodObject) return sampleOf(schema, known);
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodNumber) return Math.max(0, schema.minValue ?? 0);
  return "none";
}
