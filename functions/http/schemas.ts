import * as z from "zod";
import { type IdPrefix, idOf } from "../domain/core/id.ts";
import type { RefusalCode } from "../domain/core/refusal.ts";
import { printable, printableLines } from "./printable.ts";

/** A value whose being wrong has a code of its own, whatever is wrong with it; the document shows it as `schema` does. */
export function codedAs<S extends z.ZodType>(code: RefusalCode, message: string, schema: S) {
  const { $schema: _, ...shown } = z.toJSONSchema(schema, { io: "input" });
  return z
    .unknown()
    .superRefine((value, context) => {
      if (!schema.safeParse(value).success) context.addIssue(refusedAs(code, message));
    })
    .transform((value) => schema.parse(value))
    .meta(shown as Record<string, unknown>);
}

/** Where a page begins: what the page before said, else the beginning. */
export const cursor = codedAs("invalid_cursor", "not a cursor of this list", z.string().min(1).max(1024))
  .optional()
  .meta({ description: "nextCursor of the page before" });

/** A whole number of a query, from `least` to `most`, `usual` where nothing is said; the document shows an integer with its bounds. */
export function wholeNumber(least: number, most: number, usual: number) {
  return z
    .string()
    .regex(new RegExp(`^\\d{1,${String(most).length}}$`), `a whole number from ${least} to ${most}`)
    .transform(Number)
    .pipe(z.int().min(least).max(most))
    .default(usual)
    .meta({ type: "integer", minimum: least, maximum: most });
}

/** How many records a page has at most; `usual` where nothing is said. */
export function pageLimit(usual: number) {
  return wholeNumber(1, 100, usual).meta({ description: "records on a page, 1 to 100" });
}

/** Query of a list, with the filters of its noun. Refuses a range of creation that nothing can be in. */
export function listQuery<S extends z.ZodRawShape>(filters: S) {
  const query = z.strictObject({ limit: pageLimit(25), cursor, ...filters });
  return query.refine((asked) => !isEmptyRange(asked), {
    path: ["createdBefore"],
    message: "not later than createdAfter",
  });
}

function isEmptyRange(asked: object): boolean {
  const { createdAfter, createdBefore } = asked as { createdAfter?: unknown; createdBefore?: unknown };
  return typeof createdAfter === "string" && typeof createdBefore === "string" && createdAfter >= createdBefore;
}

/** Where an operation takes its cursor that answers in pages; undefined where it does not. */
export function cursorPlace({ query, body }: { readonly query?: z.ZodType; readonly body?: z.ZodType }) {
  if (takesCursor(query)) return "query";
  return takesCursor(body) ? "body" : undefined;
}

function takesCursor(schema: z.ZodType | undefined): boolean {
  return schema instanceof z.ZodObject && Object.hasOwn(schema.shape, "cursor");
}

export function listReply<S extends z.ZodType>(item: S) {
  return z.object({ data: z.array(item).describe("the records of this page"), nextCursor: z.string().nullable() });
}

/** Path parameter `id` of a kind of record. */
export function idParam(prefix: IdPrefix) {
  return z.strictObject({ id: idOf(prefix) });
}

/** The characters of a pattern that no text has: all controls but line breaks and tabs. */
const controls = "\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f";

/** The rules of a text as a document's pattern: no control characters, none of `others`, and something but white space where it must not be blank. */
export function textPattern(mustSay: boolean, others = ""): string {
  const any = `[^${controls}${others}]*`;
  return mustSay ? `^${any}[^\\s\\ufeff${controls}${others}]${any}$` : `^${any}$`;
}

/** What is looked for, or a secret, of a limited length and without control characters: what people read is `printable`. */
export function text(min: number, max: number) {
  return z
    .string()
    .min(min)
    .max(max, { abort: true })
    .refine((value) => !hasControls(value), "no control characters")
    .refine((value) => min === 0 || value.trim().length > 0, "not blank")
    .meta({ pattern: textPattern(min > 0) });
}

/** The same without the white space around it, which is taken off first. */
export function textWithin(min: number, max: number) {
  return z
    .string()
    .trim()
    .min(min)
    .max(max, { abort: true })
    .refine((value) => !hasControls(value), "no control characters")
    .meta({ pattern: textPattern(min > 0) });
}

/** Line breaks and tabs are text; other control characters and lone surrogates are not. */
function hasControls(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value) || !value.isWellFormed();
}

/** A secret of an answer, shown once: an answer that is repeated under its Idempotency-Key has null instead. */
export function shownOnce(what: string) {
  return z
    .string()
    .nullable()
    .describe(`${what}: shown once, and null where the answer is repeated under its Idempotency-Key`);
}

/** Up to 50 keys of 40 characters with values of up to 500. */
export const metadata = z
  .record(printable(1, 40), printableLines(0, 500))
  .refine((entries) => Object.keys(entries).length <= 50, "at most 50 keys")
  .meta({ maxProperties: 50 });

export const transition = z
  .object({
    from: z.string().nullable().describe("the status before; null where the record was made by it"),
    to: z.string().describe("the status after"),
    reason: z.string().describe("why, in plain words"),
    actor: z.string(),
    at: z.string().describe("when it happened"),
    hash: z.string().describe("SHA-256 that chains the entry to the one before it"),
  })
  .meta({ id: "Transition" });

/** What a schema says of a value whose being wrong has a code of its own. */
export function refusedAs(code: RefusalCode, message: string) {
  return { code: "custom" as const, message, params: { refusal: code } };
}

/** The customer of a list's records. */
export const customerId = text(1, 128)
  .optional()
  .meta({ description: "only what is for this customer, as the invoice names it" });

/** A country as a request says it, by its two letters. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/, "two capital letters of ISO 3166-1, such as US");
