import { recordKeys } from "../../domain/addresses/address-keys.ts";
import { monthOf } from "../../domain/core/time.ts";
import { settlementCounts } from "../../domain/settlement/overview.ts";
import { reserveDailyAt } from "../../domain/settlement/reserve.ts";
import type { Reserve } from "../../domain/settlement/reserve-record.ts";
import { viewReserve } from "../../domain/settlement/reserve-view.ts";
import { nextSettlementLook } from "../../domain/settlement/retry-schedule.ts";
import { reviewReason } from "../../domain/settlement/review-reason.ts";
import { isEnded, type Settlement, type SettlementStatus, settlement } from "../../domain/settlement/settlement.ts";
import { viewSettlement } from "../../domain/settlement/view.ts";
import { settlementPosition } from "../../domain/settlement/wallet.ts";
import type { RecordType } from "../core/aggregate.ts";
import { dailyIndex, nextLookIndex } from "../core/due-index.ts";
import type { Row } from "../core/ports.ts";
import { allPlace, listPartition, rowKey, tenantPlace } from "../core/row-keys.ts";
import { reviewPlace } from "../review/queued-keys.ts";
import type { ListedIn } from "../tenants/merged-list.ts";

/** The list of a tenant's settlements that are under way, whatever their status: it changes at each transition, and each list that it moves through is two writes. */
const underWay = "in_flight";

const collected: readonly SettlementStatus[] = ["created", "collecting"];

/** The list by status that a settlement is in; while its payment is in process the list of such payments is enough. */
function statusList({ status, payment }: Settlement): string | null {
  if (isEnded(status)) return status;
  return collected.includes(status) && payment.status === "processing" ? null : underWay;
}

/** The lists that have all of a tenant's settlements of a status which is no end: that of its own is where an earlier release listed them. */
export function listsUnderWay(tenantId: string, status: SettlementStatus, month: string): ListedIn[] {
  const words = [underWay, status].map((word) => listPartition(tenantId, "settlement", month, word));
  const lists = words.map((pk) => ({ index: "status", pk }) as const);
  const inProcess = { index: "group", pk: listPartition(tenantId, "payment", month, "processing") } as const;
  return collected.includes(status) ? [inProcess, ...lists] : lists;
}

export const settlementRecordType: RecordType<Settlement> = {
  type: "settlement",
  schema: settlement,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: (state) => {
    const look = nextSettlementLook(state);
    const daily = reserveDailyAt(state);
    const index: NonNullable<Row["index"]> = { list: tenantPlace("settlement", state) };
    const status = statusList(state);
    if (status !== null) index.status = tenantPlace("settlement", state, status);
    index.group = tenantPlace("payment", state, state.payment.status);
    // Late money that was applied is found at the payment that has it now.
    if (state.payment.railRef !== null && !state.appliedTo)
      index.ref = [`${state.rail}#${state.payment.railRef}`, state.id];
    if (look !== undefined) index.due = nextLookIndex(rowKey(state.id), look);
    else if (daily !== undefined) index.due = dailyIndex(rowKey(state.id), daily);
    const seen = reviewReason(state);
    if (seen) index.review = reviewPlace(seen.kind, seen.since, state.id);
    return index;
  },
  pointers: ({ id, tenantId, createdAt, destWallet, txHash, conversionRef, reserve, ...state }) => [
    ...recordKeys(destWallet).map((value) => ({ value })),
    { value: destWallet, index: { list: allPlace("settlement", { id, createdAt }) } },
    { value: amountPointer(tenantId, state.fiatInCents) },
    { value: payerPointer(tenantId, state.customerId) },
    { value: state.invoiceId },
    ...(txHash === null ? [] : [{ value: txHash }]),
    ...(reserve === null ? [] : [{ value: reserve.id, index: reserveIndex(tenantId, id, reserve) }]),
    ...(conversionRef === null ? [] : [{ value: conversionRef }]),
  ],
  // An account number to pay into, the payer's own and a machine's token are nobody's to read in a trail.
  shown: ({ waiting: _, payment: { instructions: __, bankAccount: ___, hosted: ____, ...payment }, ...state }) => ({
    ...state,
    payment,
  }),
  eventObject: (about, state) => (about === "reserve" ? viewReserve(state) : viewSettlement(state)),
  shows: settlementCounts,
  wallet: settlementPosition,
};

/** What finds a tenant's payments of an amount: their settlements' ids sort by time. */
export function amountPointer(tenantId: string, amountCents: number): string {
  return `amount#${tenantId}#${amountCents}`;
}

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
