import * as z from "zod";
import { recordKeys } from "../../domain/addresses/address-keys.ts";
import { type Instant, monthOf } from "../../domain/core/time.ts";
import { screenRecord } from "../../domain/gate/payout-gate.ts";
import { type Invoice, invoice } from "../../domain/invoicing/invoice.ts";
import type { ReviewKind } from "../../domain/review/review-reason-code.ts";
import { reserveDailyAt } from "../../domain/settlement/reserve.ts";
import type { Reserve } from "../../domain/settlement/reserve-record.ts";
import { lookAgainAt } from "../../domain/settlement/retry-schedule.ts";
import { reviewReason } from "../../domain/settlement/review-reason.ts";
import { type Settlement, settlement } from "../../domain/settlement/settlement.ts";
import { invoiceShows, settlementShows } from "../../domain/site/overview-counts.ts";
import type { Kind } from "./aggregate.ts";
import { dailyIndex, dueIndex } from "./due.ts";
import type { Key, Row } from "./ports.ts";

/** The partition that lists a tenant's records of a noun for one month, by status where one is given. */
export function listPartition(tenantId: string, noun: string, month: string, status?: string): string {
  return status === undefined ? `${tenantId}#${noun}#${month}` : `${tenantId}#${noun}#${status}#${month}`;
}

interface Dated {
  readonly id: string;
  readonly tenantId: string;
  readonly createdAt: Instant;
}

/** Where a record stands by age among its tenant's of a noun, or among those of them that have a word in common. */
export function tenantPlace(
  noun: string,
  { id, tenantId, createdAt }: Dated,
  word?: string,
): readonly [string, string] {
  return [listPartition(tenantId, noun, monthOf(createdAt), word), `${createdAt}#${id}`];
}

/** The lists that every noun with a status has: all of a tenant's, and those of one status. */
export function listedBy(
  noun: string,
  state: Dated & { readonly status: string },
): NonNullable<Row["index"]> {
  return { list: tenantPlace(noun, state), status: tenantPlace(noun, state, state.status) };
}

/** The partition that lists what operators have to look at for one reason. */
export function reviewPartition(kind: ReviewKind): string {
  return `review#${kind}`;
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
  index: (state) => listedBy("invoice", state),
  // The link lets in whoever has it.
  shown: ({ hostedUrl: _, ...state }) => state,
  shows: invoiceShows,
};

/** Partitions that one month's records of a noun of all tenants are spread over: 400 a second would be too hot for one. */
const allShards = 4;

/** The partitions that list every tenant's records of a noun of a month; the rows there are pointers to them. */
export function allPartitions(noun: string, month: string): string[] {
  return Array.from({ length: allShards }, (_, shard) => listPartition("all", noun, month, `${shard}`));
}

/** Where a record stands among all tenants': a ULID's last character is random, so it spreads them evenly. */
export function allPlace(
  noun: string,
  { id, createdAt }: { readonly id: string; readonly createdAt: Instant },
): readonly [string, string] {
  const partitions = allPartitions(noun, monthOf(createdAt));
  return [partitions[id.charCodeAt(id.length - 1) % allShards] ?? "", `${createdAt}#${id}`];
}

export const settlementKind: Kind<Settlement> = {
  type: "settlement",
  schema: settlement,
  key: rowKey,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: (state) => {
    const due = lookAgainAt(state);
    const daily = reserveDailyAt(state);
    const index = listedBy("settlement", state);
    index.group = tenantPlace("payment", state, state.payment.status);
    if (state.payment.railRef !== null) index.ref = [`${state.rail}#${state.payment.railRef}`, state.id];
    if (due !== undefined) index.due = dueIndex(rowKey(state.id), due);
    else if (daily !== undefined) index.due = dailyIndex(rowKey(state.id), daily);
    const seen = reviewReason(state);
    if (seen) index.review = [reviewPartition(seen.kind), `${seen.since}#${state.id}`];
    return index;
  },
  pointers: ({ id, tenantId, createdAt, destWallet, txHash, conversionRef, reserve, ...state }) => [
    ...recordKeys(destWallet).map((value) => ({ value })),
    { value: destWallet, index: { list: allPlace("settlement", { id, createdAt }) } },
    { value: amountPointer(tenantId, state.fiatInCents) },
    { value: payerPointer(tenantId, state.customerId) },
    ...(txHash === null ? [] : [{ value: txHash }]),
    ...(reserve === null ? [] : [{ value: reserve.id, index: reserveIndex(tenantId, id, reserve) }]),
    ...(conversionRef === null ? [] : [{ value: conversionRef }]),
  ],
  // An account number to pay into, the payer's own and a machine's token are nobody's to read in a trail.
  shown: ({
    waiting: _,
    payment: { instructions: __, bankAccount: ___, hosted: ____, ...payment },
    ...state
  }) => ({
    ...state,
    payment,
  }),
  shows: settlementShows,
};

/** What finds a tenant's payments of an amount: their settlements' ids sort by time. */
export function amountPointer(tenantId: string, amountCents: number): string {
  return `amount#${tenantId}#${amountCents}`;
}

/** What finds a tenant's payments by one payer. */
export function payerPointer(tenantId: string, customerId: string): string {
  return `payer#${tenantId}#${customerId}`;
}

/** Reserves by when they were to be released, of a tenant and of all. */
function reserveIndex(tenantId: string, id: string, { releaseAt }: Reserve): NonNullable<Row["index"]> {
  const place = `${releaseAt}#${id}`;
  const month = monthOf(releaseAt);
  return {
    list: [listPartition(tenantId, "reserve", month), place],
    status: [listPartition("all", "reserve", month), place],
  };
}

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
