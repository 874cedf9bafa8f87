import * as z from "zod";
import { type IdPrefix, idOf } from "../../domain/core/id.ts";
import type { OperatorRole } from "../../domain/core/operator.ts";
import { instant, moment } from "../../domain/core/time.ts";
import type { HttpMethod, Operation } from "../../http/operation.ts";
import { idParam, listQuery, text } from "../../http/schemas.ts";

/** Reply of an operation that answers a page. */
export const pageReply = { status: 200, schema: z.string(), contentType: "text/html; charset=utf-8" } as const;

const served = { caller: "console", tag: "Console", reply: pageReply, refusals: [] } as const;

type Shape = Pick<Operation, "path" | "summary"> &
  Partial<Pick<Operation, "caller" | "session" | "params" | "query" | "body" | "reply" | "role">>;

type Named<T> = {
  readonly [K in keyof T & string]: Omit<typeof served, keyof T[K]> & {
    readonly id: K;
    readonly method: HttpMethod;
    readonly lambda: string;
    readonly role: OperatorRole;
  } & Omit<T[K], "role">;
};

function named<T extends Record<string, Shape>>(
  shared: { readonly method: HttpMethod; readonly lambda: string; readonly role: OperatorRole },
  shapes: T,
): Named<T> {
  const entries = Object.entries(shapes).map(([id, shape]) => [id, { ...served, ...shared, id, ...shape }]);
  return Object.fromEntries(entries) as Named<T>;
}

/** The pages of a console that one Lambda serves, by their ids, and the role that sees them where they say no other. */
export function consolePages<const T extends Record<string, Omit<Shape, "body">>>(
  lambda: string,
  pages: T,
  role: OperatorRole = "viewer",
): Named<T> {
  return named({ method: "GET", lambda, role }, pages);
}

/** The forms of a console that one Lambda answers, by their ids, and the role that may send them where they say no other. */
export function consoleForms<const T extends Record<string, Shape>>(
  lambda: string,
  role: OperatorRole,
  forms: T,
): Named<T> {
  return named({ method: "POST", lambda, role }, forms);
}

/** What a page that somebody was sent back to says about what they did. */
export const flashMessages = {
  "tenant-made": "The tenant is registered. Mint a key so that it can begin.",
  "tenant-changed": "The tenant was changed.",
  "frozen-cleared": "The mark is cleared: new payments to the wallet are taken again, with their screens.",
  suspended: "The tenant is suspended: new money routes are refused, what runs finishes.",
  "version-moved": "The tenant and its keys are served in that version, everywhere within 60 seconds.",
  resumed: "The tenant is active again.",
  "key-revoked": "The key is revoked. It is refused everywhere within 60 seconds.",
  "endpoint-changed": "The endpoint was changed.",
  "endpoint-deleted": "The endpoint is deleted: it is sent nothing more.",
  "test-sent": "A test event is on its way.",
  replaying: "The replay has begun. Its deliveries appear below.",
  "passkey-added": "The passkey is yours: either one signs you in from now on.",
  "passkey-removed": "What was lost signs nobody in any more.",
  "role-given": "The operator has that role from their next request on.",
  "session-ended": "The session has ended.",
  "sessions-ended": "All of their sessions have ended.",
  "flag-set": "The flag is set.",
  noted: "The note is added.",
  assigned: "It is handed over.",
  acted: "It is done.",
  asked: "It was asked for and waits for another operator.",
  approved: "It is approved and done.",
  rejected: "It is rejected.",
  withdrawn: "It is taken back.",
  decided: "Your decision is recorded. The release stays the tenant’s call.",
  redelivered: "The event is on its way again, as this new delivery.",
  bound: "It is bound to its payment, and its rules were asked.",
  resolved: "It is resolved.",
  dismissed: "It is dismissed.",
  "case-opened": "The case is opened.",
  "case-joined": "Its payment has this open case already; the alert belongs to it now.",
  gathering: "Evidence is gathered now.",
  "text-added": "The text is added.",
  "file-looked-at": "What has come is among the evidence below, and says whether it is what it claims.",
  submitted: "It is submitted. Its packet is being made.",
  "outcome-noted": "The outcome is recorded.",
  "dispute-withdrawn": "It is recorded as withdrawn.",
  escalated: "The next stage is open.",
  "packet-ordered": "The packet is being made. It is below once it is there.",
  "credit-suspended": "The credit is suspended.",
  "credit-given-back": "The credit is given back.",
  "invitation-revoked": "The invitation is taken back: none of its links opens anything any more.",
  "request-declined": "The request is declined. Whoever asked is told nothing.",
  "erasure-asked": "It was asked for. What became of it is below.",
  "erasure-withdrawn": "The request is taken back: its data stays.",
  "brand-set": "The brand is in force.",
  "brand-removed": "The brand is taken away.",
  "account-changed": "The account was changed.",
  "account-open":
    "The account is open already: its form was sent twice. If nobody has seen its first key, revoke it and mint another.",
  "plan-changed": "The account has the plan that you chose. It counts from the next screening on.",
  "account-suspended": "The account is suspended: it screens nothing, and its reads go on.",
  "account-resumed": "The account is active again.",
  "entry-counts": "It is approved and counts in every verdict from now on.",
  "entry-off": "Its withdrawal is approved: it counts in no verdict any more.",
} as const;

/** Query of a page that may follow a form. */
export const flashMessageParam = z
  .enum(Object.keys(flashMessages) as [keyof typeof flashMessages, ...(keyof typeof flashMessages)[]])
  .optional();

type Route = Pick<Operation, "path" | "summary">;

/** A page or form by its path, what it is, and what its schemas take. */
export function route(path: string, summary: string): Route;
export function route<const S extends Partial<Shape>>(path: string, summary: string, schemas: S): Route & S;
export function route(path: string, summary: string, schemas = {}): Route {
  return { path, summary, ...schemas };
}

/** What a path names: a record by its id's prefix, or several things by their schemas. */
type Subject = IdPrefix | z.ZodRawShape;

type Params<P extends Subject> = P extends z.ZodRawShape ? z.ZodObject<P, z.core.$strict> : ReturnType<typeof idParam>;

function paramsOf<P extends Subject>(subject: P): Params<P> {
  return (typeof subject === "string" ? idParam(subject) : z.strictObject(subject)) as Params<P>;
}

/** What is shown or done about what its path names. */
export function about<P extends Subject>(path: string, summary: string, subject: P) {
  return { path, summary, params: paramsOf(subject) };
}

/** A record's page, which may follow a form. */
export function record<P extends Subject>(path: string, summary: string, subject: P) {
  return { ...about(path, summary, subject), query: z.strictObject({ done: flashMessageParam }) };
}

/** A page that lists records, with its filters. */
export function list<S extends z.ZodRawShape>(path: string, summary: string, filters: S) {
  return { path, summary, query: listQuery(filters) };
}

/** A form about what its path names, with its fields. */
export function form<P extends Subject, S extends z.ZodRawShape>(path: string, summary: string, subject: P, fields: S) {
  return { ...about(path, summary, subject), body: formOf(z.strictObject(fields)) };
}

/** A filter of a list: what a form leaves blank is no filter. */
export function filter<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
}

/** A filter by one of a noun's words. */
export function oneOf<const T extends readonly string[]>(words: T) {
  return filter(z.enum(words));
}

export const tenantFilter = filter(idOf("ten"));

/** What the page of an audit trail is narrowed by in either console, beside whose it is. */
export const auditPageFilters = {
  subject: filter(text(1, 256)),
  actor: filter(text(1, 256)),
  action: filter(text(1, 64)),
  from: filter(moment),
  to: filter(moment),
};

/** A page or form that needs another role than those beside it. */
export function needing<const S extends Shape>(role: OperatorRole, shape: S) {
  return { ...shape, role };
}

/** What may be left out of a form. */
export function orNull<S extends z.ZodType>(schema: S) {
  return schema.nullable().default(null);
}

/** A form's fields without blanks around them, read by a schema; of one that is blank `blankOf` says what it is, undefined that it is left out. */
function trimmed<S extends z.ZodType>(schema: S, blankOf: (name: string) => null | undefined | "") {
  return z.preprocess((fields) => {
    if (typeof fields !== "object" || fields === null) return fields;
    const read = Object.entries(fields).map(([name, value]) => {
      const text = typeof value === "string" ? value.trim() : value;
      return [name, text === "" ? blankOf(name) : text] as const;
    });
    return Object.fromEntries(read.filter(([, value]) => value !== undefined));
  }, schema);
}

/** A form's fields as an object's schema reads them: a blank one is null or left out, where the schema takes that. */
export function formOf<S extends z.ZodRawShape>(schema: z.ZodObject<S>) {
  const blanks = new Map(
    Object.entries(schema.shape).map(([name, field]) => [name, blankOf(field as unknown as z.ZodType)]),
  );
  return trimmed(schema, (name) => blanks.get(name));
}

/** A form's fields as a schema reads them that has null for what is left blank. */
export function blankIsNull<S extends z.ZodType>(schema: S) {
  return trimmed(schema, () => null);
}

/** A form's fields as a schema reads them that has a list of ticked boxes: each is a field of its own, such as `scopes.read`, since no name is sent twice. */
export function boxesOf<S extends z.ZodType>(list: string, schema: S) {
  const first = `${list}.`;
  return z.preprocess((fields) => {
    if (typeof fields !== "object" || fields === null || list in fields) return fields;
    const all = Object.entries(fields);
    const isBox = ([name, value]: readonly [string, unknown]) => name.startsWith(first) && value === "yes";
    const others = Object.fromEntries(all.filter((each) => !isBox(each)));
    return { ...others, [list]: all.filter(isBox).map(([name]) => name.slice(first.length)) };
  }, schema);
}

/** A date and time as browsers send it, in UTC, or a whole instant. */
export const typedInstant = z
  .string()
  .transform((typed) =>
    typed.replace(/T(\d\d:\d\d)(:\d\d)?$/, (_, minutes, seconds = ":00") => `T${minutes}${seconds}Z`),
  )
  .pipe(instant);

function blankOf(field: z.ZodType): null | undefined | "" {
  if (field.safeParse(null).success) return null;
  return field.safeParse(undefined).success ? undefined : "";
}

/** A list that is typed line by line; blank lines are none. */
export function lines(most: number) {
  return z
    .string()
    .default("")
    .transform((typed) =>
      typed
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    )
    .pipe(z.array(z.string().min(1).max(64)).max(most));
}
