import { recordKeys } from "../../domain/addresses/address-keys.ts";
import { monthOf } from "../../domain/core/time.ts";
import { settlementCounts } from "../../domain/settlement/overview.ts";
import { reserveDailyAt } from "../../domain/settlement/reserve.ts";
import type { Reserve } from "../../domain/settlement/reserve-record.ts";
import { viewReserve } from "../../domain/settlement/reserve-view.ts";
import { nextSettlementLook } from "../../domain/settlement/retry-schedule.ts";
import { reviewReason } from "../../domain/settlement/review-reason.ts";
import { type Settlement, settlement } from "../../domain/settlement/settlement.ts";
import { viewSettlement } from "../../domain/settlement/view.ts";
import { settlementPosition } from "../../domain/settlement/wallet.ts";
import type { RecordType } from "../core/aggregate.ts";
import { dailyIndex, nextLookIndex } from "../core/due-index.ts";
import type { Row } from "../core/ports.ts";
import { allPlace, listedBy, listPartition, rowKey, tenantPlace } from "../core/row-keys.ts";
import { reviewPartition } from "../review/records.ts";

export const settlementRecordType: RecordType<Settlement> = {
  type: "settlement",
  schema: settlement,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: (state) => {
    const look = nextSettlementLook(state);
    const daily = reserveDailyAt(state);
    const index = listedBy("settlement", state);
    index.group = tenantPlace("payment", state, state.payment.status);
    // Late money that was applied is found at the payment that has it now.
    if (state.payment.railRef !== null && !state.appliedTo)
      index.ref = [`${state.rail}#${state.payment.railRef}`, state.id];
    if (look !== undefined) index.due = nextLookIndex(rowKey(state.id), look);
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
