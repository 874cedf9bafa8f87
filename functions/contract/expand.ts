import * as z from "zod";
import { listOf, recordOf } from "./operation-table.ts";

/** A resource that another one embeds where `expand` names it, and the operation whose answer it looks like. */
interface Embed {
  readonly operation: string;
  readonly field: z.ZodType;
}

/** One resource; `operation` reads it by its id, and says how an older version has it. */
export function embedsOne<const S extends z.ZodType>(operation: string, schema: S, what: string) {
  const described = `${what}, where expand names it; null where there is none of yours`;
  return { operation, field: schema.nullable().optional().describe(described) };
}

/** One resource in what operators read, who read everybody's. */
export function operatorEmbedsOne<const S extends z.ZodType>(operation: string, schema: S, what: string) {
  const described = `${what}, where expand names it; null where there is none`;
  return { operation, field: schema.nullable().optional().describe(described) };
}

/** Several of a resource. */
export function embedsMany<const S extends z.ZodType>(operation: string, schema: S, what: string) {
  return { operation, field: z.array(schema).optional().describe(`${what}, where expand names them`) };
}

/** The parameter that says what to embed: names with commas between, each of a closed list. */
function expandParameter<const N extends string>(names: readonly N[]) {
  const allowed = names.join(", ");
  return z
    .string()
    .transform((value, context): N[] => {
      const asked = new Set(value.split(","));
      const known = names.filter((name) => asked.has(name));
      if (known.length === asked.size) return known;
      const message =
        names.length === 1 ? `must be ${allowed}` : `must be one or more of ${allowed}, with commas between`;
      context.addIssue({ code: "custom", message, params: { field: "not_allowed" } });
      return z.NEVER;
    })
    .optional()
    .meta({
      type: "array",
      items: { type: "string", enum: names },
      minItems: 1,
      description: `what to embed, names with commas between: ${allowed}`,
    });
}

/** A record that can embed others: its schema as `id`, the query parameter that asks for them, and whose shape each has. */
export function expandable<S extends z.ZodRawShape, const E extends Readonly<Record<string, Embed>>>(
  id: string,
  view: z.ZodObject<S>,
  embeds: E,
) {
  const names = Object.keys(embeds) as (keyof E & string)[];
  const entries = Object.entries(embeds);
  const fields = Object.fromEntries(entries.map(([name, { field }]) => [name, field])) as {
    [K in keyof E]: E[K]["field"];
  };
  const expands: Readonly<Record<string, string>> = Object.fromEntries(
    entries.map(([name, { operation }]) => [name, operation]),
  );
  return { schema: view.extend(fields).meta({ id }), query: { expand: expandParameter(names) }, expands };
}

interface Expandable<S extends z.ZodType, Q extends z.ZodRawShape> {
  readonly schema: S;
  readonly query: Q;
  readonly expands: Readonly<Record<string, string>>;
}

/** What a list takes and answers whose records can embed others. */
export function expandedListOf<S extends z.ZodType, Q extends z.ZodRawShape, const F extends z.ZodRawShape>(
  { schema, query, expands }: Expandable<S, Q>,
  filters: F,
) {
  return { ...listOf(schema, { ...filters, ...query }), expands };
}

/** What the reading of one record takes and answers that can embed others. */
export function expandedRecordOf<P extends z.ZodType, S extends z.ZodType, Q extends z.ZodRawShape>(
  params: P,
  { schema, query, expands }: Expandable<S, Q>,
) {
  return { ...recordOf(params, schema), query: z.strictObject(query), expands };
}
