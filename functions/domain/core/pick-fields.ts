import type * as z from "zod";

/** Of a record the fields that a schema names, in the schema's order: what a view shows of it. */
export function pickFields<S extends z.ZodObject>(schema: S, record: z.output<S>): z.output<S> {
  const names = Object.keys(schema.shape).filter((name) => name in record);
  return Object.fromEntries(names.map((name) => [name, record[name]])) as z.output<S>;
}
