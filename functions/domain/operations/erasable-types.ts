import type { IdPrefix } from "../core/id.ts";

/** What requests for access and erasure are about, by kind: the prefix of its records' ids, and what such a record is called. */
export const erasableTypes = {
  application: { prefix: "kyb", called: "application" },
  access_request: { prefix: "sgn", called: "request for access" },
} as const satisfies Record<string, { readonly prefix: IdPrefix; readonly called: string }>;

export type ErasableType = keyof typeof erasableTypes;

export const erasableTypeNames = Object.keys(erasableTypes) as [ErasableType, ...ErasableType[]];

/** How a person is looked for by a text that somebody typed: an e-mail address, a tenant, or else the id of a record. */
export function subjectSearchOf(typed: string): {
  readonly email?: string;
  readonly tenantId?: string;
  readonly id?: string;
} {
  if (typed.includes("@")) return { email: typed };
  return typed.startsWith("ten_") ? { tenantId: typed } : { id: typed };
}

/** The kind of subject that an id names; undefined for an id of anything else. */
export function erasableTypeOf(id: string): ErasableType | undefined {
  return erasableTypeNames.find((kind) => id.startsWith(`${erasableTypes[kind].prefix}_`));
}
