import * as z from "zod";
import { type IdPrefix, idOf } from "../domain/core/id.ts";
import type { RefusalCode } from "../domain/core/refusal.ts";
import { moment } from "../domain/core/time.ts";
import type { HttpMethod, Operation } from "../http/operation.ts";
import type { RoleClause } from "../http/operation-types.ts";
import { listQuery, listReply } from "../http/schemas.ts";

type Route = Pick<Operation, "method" | "path" | "summary">;

type Shape = Partial<Omit<Operation, "id" | keyof Route>>;

/** The operations of a table, each with its exact type: what it says itself stands before what all of them share. */
type OperationTable<B, T> = {
  readonly [K in keyof T & string]: Omit<B, keyof T[K]> & T[K] & { readonly id: K };
};

/** The caller of a route of a table. */
type CallerOf<B, R> = R extends { readonly caller: infer C } ? C : B extends { readonly caller: infer C } ? C : never;

/** What each route of a table must say of its role, where the table does not say it for all. */
type RoleClauses<B, T> = B extends { readonly role: string }
  ? unknown
  : {
      readonly [K in keyof T]: T[K] extends { readonly method: infer M } ? RoleClause<CallerOf<B, T[K]>, M> : unknown;
    };

/** The operations that share a caller, a tag and a Lambda, each by its id. The compiler refuses a change by operators that names no role. */
export function operationTable<const B extends Shape, const T extends Readonly<Record<string, Route & Shape>>>(
  shared: B,
  routes: T & RoleClauses<B, T>,
): OperationTable<B, T> {
  const entries = Object.entries(routes).map(([id, route]) => [id, keyed({ ...shared, ...route, id })]);
  return Object.fromEntries(entries) as OperationTable<B, T>;
}

/** Every POST of a tenant or an operator takes an Idempotency-Key. */
function keyed<O extends Shape & Route>(op: O): O {
  const takesKey = op.method === "POST" && (op.caller === "tenant" || op.caller === "operator");
  return takesKey && op.keyless === undefined ? { idempotencyKey: "optional", ...op } : op;
}

function routeOf<const M extends HttpMethod>(method: M) {
  type Line = { readonly method: M; readonly path: string; readonly summary: string };
  function route(path: string, summary: string): Line;
  function route<const S extends Shape>(path: string, summary: string, shape: S): Line & S;
  function route(path: string, summary: string, shape = {}) {
    return { method, path, summary, ...shape };
  }
  return route;
}

export const get = routeOf("GET");
export const post = routeOf("POST");
export const put = routeOf("PUT");
export const patch = routeOf("PATCH");
export const remove = routeOf("DELETE");

/** What a list takes and answers: pages of `item`, narrowed by the filters. */
export function listOf<S extends z.ZodType, const F extends z.ZodRawShape = Record<never, never>>(
  item: S,
  filters?: F,
) {
  const query = listQuery<F>(filters ?? ({} as F));
  return { query, reply: { status: 200, schema: listReply(item) }, refusals: ["invalid_cursor"] } as const;
}

/** The filter of a list that most nouns have. */
export function byStatus<const V extends readonly string[]>(statuses: V) {
  return { status: z.enum(statuses).optional() };
}

/** When what a list shows was written down, or came to be in it: `beginning` says which. */
export function rangeOf(beginning: string) {
  return {
    createdAfter: moment
      .optional()
      .meta({
        description: `only ${beginning} at this moment or later: a date-time with an offset, or a date, which means its first moment in UTC`,
      }),
    createdBefore: moment.optional().meta({ description: `only ${beginning} before this moment` }),
  };
}

/** When what a list shows was made. */
export const creationRange = rangeOf("what was made");

/** What a list's records belong to; another tenant's has none. */
export function parents<const P extends Readonly<Record<string, IdPrefix>>>(prefixes: P) {
  const entries = Object.entries(prefixes).map(([name, prefix]) => {
    const description = `only what belongs to this ${name.replace(/Id$/, "")}`;
    return [name, idOf(prefix).optional().meta({ description })];
  });
  return Object.fromEntries(entries) as { [K in keyof P]: z.ZodOptional<ReturnType<typeof idOf>> };
}

/** What a look at something that has no id answers. */
export function viewOf<S extends z.ZodType>(schema: S) {
  return { reply: { status: 200, schema }, refusals: [] } as const;
}

/** What the reading of one record takes and answers. */
export function recordOf<P extends z.ZodType, S extends z.ZodType>(params: P, schema: S) {
  return { params, reply: { status: 200, schema }, refusals: ["not_found"] } as const;
}

/** What an operation takes and answers that may write one record; `others` are refused after an id that names nothing, and before a lost race. */
export function changeOf<P extends z.ZodType, S extends z.ZodType>(params: P, schema: S, ...others: RefusalCode[]) {
  return { params, reply: { status: 200, schema }, refusals: ["not_found", ...others, "version_conflict"] } as const;
}
