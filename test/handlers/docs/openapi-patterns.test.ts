import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { approverRef } from "../../../functions/contract/escrow/approver-ref.ts";
import { escrowMoneyOperations } from "../../../functions/contract/escrow/escrow.ts";
import { Schemas } from "../../../functions/http/openapi-schema.ts";
import { printable, printableLines, printableWithin } from "../../../functions/http/printable.ts";
import { metadata, text, textPattern, textWithin } from "../../../functions/http/schemas.ts";

interface Published {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** Whether a text is what a document's schema says. */
function fits({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern = "" }: Published, value: string) {
  return value.length >= minLength && value.length <= maxLength && new RegExp(pattern, "u").test(value);
}

/** A schema as the documents write it. */
const published = (schema: z.ZodType) => new Schemas().of(schema, "input") as Published;

/** Texts of the first plane with many a control, a line break and white space among them. */
const character = fc.oneof(
  fc.integer({ min: 0, max: 0x20 }),
  fc.constantFrom(0x7f, 0x85, 0xa0, 0x1680, 0x2028, 0x3000, 0xfeff),
  fc.integer({ min: 0x21, max: 0xd7ff }),
);
const texts = fc.array(character, { maxLength: 12 }).map((codes) => String.fromCharCode(...codes));

describe.each([
  ["a text that must say something", text(1, 8)],
  ["a text that may be empty", text(0, 8)],
  ["a text that is optional", text(1, 8).optional()],
  ["a text with another rule", text(1, 8).refine(() => true)],
])("%s", (_, schema) => {
  test("is taken where it is of the form that the document tells, and nowhere else", () => {
    const form = published(schema);
    fc.assert(
      fc.property(texts, (value) => {
        expect(schema.safeParse(value).success).toBe(fits(form, value));
      }),
      { numRuns: 2_000 },
    );
  });
});

test("a text that is trimmed is taken where it is of the form that the document tells", () => {
  const schema = textWithin(1, 8);
  const form = published(schema);
  fc.assert(
    fc.property(texts, (value) => {
      fc.pre(fits(form, value));
      expect(schema.safeParse(value).success).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["a text", text(1, 8)],
  ["a text that is trimmed", textWithin(1, 8)],
  ["a text of one line", printable(1, 8)],
  ["a trimmed text of one line", printableWithin(1, 8)],
  ["a text of lines", printableLines(1, 8)],
  ["an approver's name", approverRef],
])("%s over its length is looked at no further", (_, schema) => {
  const { error } = schema.safeParse("\u0001/\u0301\u0316".repeat(99));
  expect(error?.issues.map(({ code }) => code)).toEqual(["too_big"]);
});

test("a pattern leaves out what else a text must not have", () => {
  const form = new RegExp(textPattern(true, "/"), "u");
  expect(["a", "a b\n", " a ", "/", "a/b", " ", "\u0007a"].map((value) => form.test(value))).toEqual([
    ...[true, true, true],
    ...[false, false, false, false],
  ]);
});

test("metadata says how many keys it takes, and of which form", () => {
  const form = published(metadata) as { maxProperties?: number; propertyNames?: Published };
  expect(form.maxProperties).toBe(50);
  const keys = (howMany: number) => Object.fromEntries(Array.from({ length: howMany }, (_, at) => [`key ${at}`, ""]));
  expect([50, 51].map((howMany) => metadata.safeParse(keys(howMany)).success)).toEqual([true, false]);
  for (const key of ["a", "a\u0007", " ", "x".repeat(41)])
    expect(metadata.safeParse({ [key]: "" }).success).toBe(fits(form.propertyNames ?? {}, key));
});

test("an integer says how far it is exact, in what is sent and not in what is answered", () => {
  const bounds = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
  expect(published(z.int())).toEqual({ type: "integer", ...bounds });
  expect(new Schemas().of(z.int(), "output")).toEqual({ type: "integer" });
});

test("an approver's e-mail address tells its pattern", () => {
  const { approvers } = escrowMoneyOperations.createEscrow.body.shape;
  const { items } = published(approvers) as { items?: { properties: Record<string, Published> } };
  const form = new RegExp(items?.properties.email?.pattern ?? "", "u");
  expect(["ra#~ku}!!l@6.net", "anna@acme.example"].map((value) => form.test(value))).toEqual([false, true]);
});
