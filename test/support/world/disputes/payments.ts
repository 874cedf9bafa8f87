import { loadAggregate, newAggregate, transitionWrites } from "../../../../functions/app/core/aggregate.ts";
import { rowKey } from "../../../../functions/app/core/row-keys.ts";
import { counterKeys } from "../../../../functions/app/disputes/counters.ts";
import { invoiceRecordType } from "../../../../functions/app/invoicing/record.ts";
import { settlementRecordType } from "../../../../functions/app/settlement/record.ts";
import { siblingId } from "../../../../functions/domain/core/id.ts";
import { Refusal } from "../../../../functions/domain/core/refusal.ts";
import { monthOf } from "../../../../functions/domain/core/time.ts";
import type { Transition } from "../../../../functions/domain/core/transition.ts";
import { receiveFunds } from "../../../../functions/domain/settlement/collection.ts";
import type { Counts } from "../../../../functions/domain/settlement/counters.ts";
import { openSettlement } from "../../../../functions/domain/settlement/open-settlement.ts";
import { type Settlement, settlementTransition } from "../../../../functions/domain/settlement/settlement.ts";
import { failSettlement } from "../../../../functions/domain/settlement/transitions.ts";
import { freeRule } from "../../../../functions/domain/tenants/fee-rule.ts";
import type { Tenant } from "../../../../functions/domain/tenants/tenant.ts";
import { type FurnishingContext, furnishInvoice } from "../core/furnishing.ts";
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
  context: FurnishingContext,
  vendors: TestVendors,
  tenant: Tenant,
  { number, amountCents, isHeld, refundable, isUncounted }: WishedPayment,
): Settlement {
  const now = context.clock.now();
  const invoice = furnishInvoice(context, tenant, { number, totalCents: amountCents, sent: true, told: false });
  const settlementId = context.newId("stl", now);
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
  const collecting = settlementTransition(first.next, { ...first.next, status: "collecting", payment }, now, {
    reason: `collection began as ${railRef}`,
  });
  const setAside = opened.invoice.at(-1)?.next ?? invoice;
  const came = receiveFunds(collecting.next, setAside, amountCents, now);
  const here = came.settlement.at(-1)?.next ?? collecting.next;
  const ended = isHeld
    ? [failSettlement(here, { code: "payout_failed", reason: "the payout came to nothing" }, now)]
    : paidOut(here, now);
  const transitions = [first, collecting, ...came.settlement, ...ended].map((transition) =>
    old(transition, isUncounted),
  );
  const { writes, after } = transitionWrites(newAggregate(settlementRecordType, first.next), transitions, context);
  const [row] = context.store.readNow([rowKey(invoice.id)]);
  const stored = loadAggregate(invoiceRecordType, row);
  if (!stored) throw new Error("no invoice");
  const paid = transitionWrites(
    stored,
    [...opened.invoice, ...came.invoice].map((transition) => old(transition, false)),
    context,
  );
  if (!context.store.writeNow([...writes, ...paid.writes], context.newId("req", now)).ok)
    throw new Error("the payment is there already");
  return after.state;
}

/** A transition whose followers have been seen to long ago, all but the count where that is wished. */
function old<S>(transition: Transition<S>, counts: boolean): Transition<S> {
  const follows = (transition.follows ?? []).filter(({ kind }) => counts && kind === "count");
  return { ...transition, events: [], follows };
}

/** The shortest way to the end: what a payout is made of is another part's matter. */
function paidOut(state: Settlement, now: string) {
  const quote = { fxRate: "1", usdtOut: `${state.netCents / 100}`, txHash: `0x${state.id}` };
  const ways = ["screened", "converting", "settling", "completed"] as const;
  let before = state;
  return ways.map((status) => {
    const transition = settlementTransition(before, { ...before, ...quote, status } as Settlement, now, {
      reason: status,
    });
    before = transition.next;
    return transition;
  });
}

/** Counts something for a tenant on a day, as if it had been counted before the world began. */
export function furnishCounters(
  context: FurnishingContext,
  { tenantId, day, counts }: { readonly tenantId: string; readonly day: string; readonly counts: Counts },
): void {
  const [key] = counterKeys(tenantId, [monthOf(day)]);
  if (!key) throw new Error("tallies have a place");
  const body = { tenantId, month: monthOf(day), shard: 0, days: { [day]: counts } };
  const put = { ...key, v: 1, type: "tally", body };
  if (!context.store.writeNow([{ put, expect: "absent" }], context.newId("req", context.clock.now())).ok)
    throw new Error("the tally is there already");
}
