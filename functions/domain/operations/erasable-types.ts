import { type IdPrefix, siblingId } from "../core/id.ts";

/** What requests for access and erasure are about, by kind: the prefix of its records' ids, and what such a record is called. */
export const erasableTypes = {
  application: { prefix: "kyb", called: "an application" },
  access_request: { prefix: "sgn", called: "a request for access" },
  payment: { prefix: "stl", called: "a payment on an invoice's page, by its settlement" },
} as const satisfies Record<string, { readonly prefix: IdPrefix; readonly called: string }>;

export type ErasableType = keyof typeof erasableTypes;

export const erasableTypeNames = Object.keys(erasableTypes) as [ErasableType, ...ErasableType[]];

/** How a person is looked for by a text that somebody typed: an e-mail address, a tenant, an invoice, a payment, or else the id of a record. */
export function subjectSearchOf(typed: string): {
  readonly email?: string;
  readonly tenantId?: string;
  readonly invoiceId?: string;
  readonly id?: string;
} {
  if (typed.includes("@")) return { email: typed };
  if (typed.startsWith("ten_")) return { tenantId: typed };
  if (typed.startsWith("inv_")) return { invoiceId: typed };
  return { id: typed.startsWith("pay_") ? siblingId(typed, erasableTypes.payment.prefix) : typed };
}

/** The kind of subject that an id names; undefined for an id of anything else. */
export function erasableTypeOf(id: string): ErasableType | undefined {
  return erasableTypeNames.find((kind) => id.startsWith(`${erasableTypes[kind].prefix}_`));
}
