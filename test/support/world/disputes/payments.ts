import { hopWrites, loaded, unborn } from "../../../../functions/app/core/aggregate.ts";
import { rowKey } from "../../../../functions/app/core/rows.ts";
import { tallyKeys } from "../../../../functions/app/disputes/counters.ts";
import { invoiceKind } from "../../../../functions/app/invoicing/record.ts";
import { settlementKind } from "../../../../functions/app/settlement/record.ts";
import { siblingId } from "../../../../functions/domain/core/id.ts";
import { Refusal } from "../../../../functions/domain/core/refusal.ts";
import { monthOf } from "../../../../functions/domain/core/time.ts";
import type { Hop } from "../../../../functions/domain/core/transition.ts";
import { receiveFunds } from "../../../../functions/domain/settlement/collection.ts";
import type { Counts } from "../../../../functions/domain/settlement/counters.ts";
import { openSettlement } from "../../../../functions/domain/settlement/open-settlement.ts";
import { type Settlement, settlementHop } from "../../../../functions/domain/settlement/settlement.ts";
import { failSettlement } from "../../../../functions/domain/settlement/transitions.ts";
import { freeRule } from "../../../../functions/domain/tenants/fee-rule.ts";
import type { Tenant } from "../../../../functions/domain/tenants/tenant.ts";
import { type FurnishingDesk, furnishInvoice } from "../core/furnishing.ts";
import type { TestVendors } from "../settlement/vendors.ts";

/** How a payment stood when a world began: paid out, or still held because its payout came to nothing. */
export interface WishedPayment {
  readonly number: string;
  readonly amountCents: number;
  readonly isHeld: boolean;
  /** Whether its rail can send it back. */
  readonly refundable: boolean;
  /** Whether its collection is still to be counted. */
  readonly isUncounted: boolean;
}

/** A payment that was collected before the world began, with its invoice and its whole trail. */
export function furnishPayment(
  desk: FurnishingDesk,
  vendors: TestVendors,
  tenant: Tenant,
  { number, amountCents, isHeld, refundable, isUncounted }: WishedPayment,
): Settlement {
  const now = desk.clock.now();
  const invoice = furnishInvoice(desk, tenant, { number, totalCents: amountCents, sent: true, told: false });
  const settlementId = desk.newId("stl", now);
  const opened = openSettlement(
    {
      ...{ settlementId, paymentId: siblingId(settlementId, "pay"), amountCents, source: "ach" },
      ...{ tenant, invoice, partnerCustomerId: "cust_1", rule: { ...freeRule, id: "fee_1" } },
      screen: { stage: "collection", round: 1, outcome: "pass", ref: "scr_1", risk: "low", at: now },
      ...{ rail: vendors.name, conversionVendor: vendors.name, refundable, keepsReserve: true },
    },
    now,
  );
  if (opened instanceof Refusal) throw opened;
  const [first] = opened.settlement;
  if (!first) throw new Error("no settlement");
  const reference = `${settlementId}.${invoice.id}`;
  const railRef = vendors.remember({ reference, askedCents: amountCents });
  const payment = { ...first.next.payment, railRef };
  const collecting = settlementHop(first.next, { ...first.next, status: "collecting", payment }, now, {
    reason: `collection began as ${railRef}`,
  });
  const setAside = opened.invoice.at(-1)?.next ?? invoice;
  const came = receiveFunds(collecting.next, setAside, amountCents, now);
  const here = came.settlement.at(-1)?.next ?? collecting.next;
  const ended = isHeld
    ? [failSettlement(here, { code: "payout_failed", reason: "the payout came to nothing" }, now)]
    : paidOut(here, now);
  const hops = [first, collecting, ...came.settlement, ...ended].map((hop) => old(hop, isUncounted));
  const { writes, after } = hopWrites(unborn(settlementKind, first.next), hops, desk);
  const [row] = desk.book.readNow([rowKey(invoice.id)]);
  const kept = loaded(invoiceKind, row);
  if (!kept) throw new Error("no invoice");
  const paid = hopWrites(
    kept,
    [...opened.invoice, ...came.invoice].map((hop) => old(hop, false)),
    desk,
  );
  if (!desk.book.writeNow([...writes, ...paid.writes], desk.newId("req", now)).ok)
    throw new Error("the payment is there already");
  return after.state;
}

/** A hop whose followers have been seen to long ago, all but the count where that is wished. */
function old<S>(hop: Hop<S>, counts: boolean): Hop<S> {
  const follows = (hop.follows ?? []).filter(({ kind }) => counts && kind === "count");
  return { ...hop, events: [], follows };
}

/** The shortest way to the end: what a payout is made of is another part's matter. */
function paidOut(state: Settlement, now: string) {
  const quote = { fxRate: "1", usdtOut: `${state.netCents / 100}`, txHash: `0x${state.id}` };
  const ways = ["screened", "converting", "settling", "completed"] as const;
  let before = state;
  return ways.map((status) => {
    const hop = settlementHop(before, { ...before, ...quote, status } as Settlement, now, { reason: status });
    before = hop.next;
    return hop;
  });
}

/** Counts something for a tenant on a day, as if it had been counted before the world began. */
export function furnishTally(
  desk: FurnishingDesk,
  { tenantId, day, counts }: { readonly tenantId: string; readonly day: string; readonly counts: Counts },
): void {
  const [key] = tallyKeys(tenantId, [monthOf(day)]);
  if (!key) throw new Error("tallies have a place");
  const body = { tenantId, month: monthOf(day), shard: 0, days: { [day]: counts } };
  const put = { ...key, v: 1, type: "tally", body };
  if (!desk.book.writeNow([{ put, expect: "absent" }], desk.newId("req", desk.clock.now())).ok)
    throw new Error("the tally is there already");
}
