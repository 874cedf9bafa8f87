import * as z from "zod";
import { type Invoice, invoice } from "../domain/invoice.ts";
import { screenRecord } from "../domain/screening.ts";
import { lookAgainAt } from "../domain/settle.ts";
import { type Settlement, settlement } from "../domain/settlement.ts";
import { monthOf } from "../domain/time.ts";
import type { Kind } from "./aggregate.ts";
import { dueIndex } from "./due.ts";
import type { Key, Row } from "./ports.ts";

/** The partition that lists a tenant's records of a noun for one month, by status where one is given. */
export function listPartition(tenantId: string, noun: string, month: string, status?: string): string {
  return status === undefined ? `${tenantId}#${noun}#${month}` : `${tenantId}#${noun}#${status}#${month}`;
}

/** The row of an aggregate: every aggregate has a partition of its own, named by its id. */
export function rowKey(id: string): Key {
  return { pk: id, sk: "row" };
}

export const invoiceKind: Kind<Invoice> = {
  type: "invoice",
  schema: invoice,
  key: rowKey,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: (state) => {
    const month = monthOf(state.createdAt);
    const place = `${state.createdAt}#${state.id}`;
    return {
      list: [listPartition(state.tenantId, "invoice", month), place],
      status: [listPartition(state.tenantId, "invoice", month, state.status), place],
    };
  },
};

export const settlementKind: Kind<Settlement> = {
  type: "settlement",
  schema: settlement,
  key: rowKey,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: (state) => {
    const month = monthOf(state.createdAt);
    const place = `${state.createdAt}#${state.id}`;
    const due = lookAgainAt(state);
    const index: NonNullable<Row["index"]> = {
      list: [listPartition(state.tenantId, "settlement", month), place],
      status: [listPartition(state.tenantId, "settlement", month, state.status), place],
      group: [listPartition(state.tenantId, "payment", month, state.payment.status), place],
    };
    if (state.payment.railRef !== null) index.ref = [`${state.rail}#${state.payment.railRef}`, state.id];
    if (due !== undefined) index.due = dueIndex(rowKey(state.id), due);
    return index;
  },
};

const refusedScreen = z.object({
  settlementId: z.string(),
  tenantId: z.string(),
  invoiceId: z.string(),
  address: z.string(),
  chain: z.string(),
  record: screenRecord,
});

/** A screen that let no settlement come into being: kept for the audit, since nothing else is. */
export type RefusedScreen = z.infer<typeof refusedScreen>;

export const refusedScreenKind: Kind<RefusedScreen> = {
  type: "screening",
  schema: refusedScreen,
  key: (settlementId) => rowKey(`screen#${settlementId}`),
  id: (state) => state.settlementId,
  tenantId: (state) => state.tenantId,
  index: () => ({}),
};
