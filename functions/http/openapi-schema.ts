import * as z from "zod";
import { withForms } from "./openapi-forms.ts";
import { withGlossary } from "./openapi-glossary.ts";

/** A piece of an OpenAPI document. */
export type Json = Record<string, unknown>;

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>;

/** Control, format, private and line-separating characters of the first plane, one by one. */
const unseen =
  "\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ue000-\\uf8ff\\ufeff\\ufff9-\\ufffb";

/** A pattern that is read without Unicode's classes too, as most clients read it: it takes all that the rule takes, and a little more. */
function withoutClasses(pattern: string): string {
  const plain = pattern.replaceAll("\\p{C}", unseen).replaceAll("\\p{Zl}", "").replaceAll("\\p{Zp}", "");
  if (plain.includes("\\p{")) throw new Error(`no client reads the pattern ${plain}`);
  return plain;
}

/** Leaves out what says nothing to a client: a pattern behind a format, and, of a reply, the bounds of exact integers and that it will never grow a field. */
function shorter(io: "input" | "output"): Override {
  return ({ jsonSchema: made }) => {
    if (made.format === "date-time") delete made.pattern;
    // A query's numbers come as digits.
    if (made.type === "integer") delete made.pattern;
    if (made.pattern?.includes("\\p{")) made.pattern = withoutClasses(made.pattern);
    if (io === "input") return;
    if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
    if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
    if (made.additionalProperties === false) delete made.additionalProperties;
  };
}

/** The schemas of a document: what carries an id in its zod metadata is written once and referred to. */
export class Schemas {
  readonly #named = new Map<string, unknown>();

  /** A zod schema as JSON Schema, as it is sent (`input`) or answered (`output`). */
  of(schema: z.ZodType, io: "input" | "output"): Json {
    const override = shorter(io);
    const options = { io, target: "draft-2020-12", unrepresentable: "any", override } as const;
    const shown = withGlossary(z.toJSONSchema(schema, options) as Json);
    const { $schema: _, $defs = {}, ...made } = io === "output" ? withForms(shown) : shown;
    for (const [name, each] of Object.entries($defs as Json)) this.#keep(name, componentRefs(each));
    return componentRefs(made) as Json;
  }

  /** Names a schema that is made by hand. */
  add(name: string, schema: Json): Json {
    this.#keep(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** All that were named, by name. */
  all(): Json {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #keep(name: string, schema: unknown): void {
    const known = this.#named.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`two schemas are called ${name}`);
    this.#named.set(name, schema);
  }
}

function componentRefs(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
