import type { Transition } from "../../../functions/domain/core/transition.ts";
import type { AgreedCase } from "../../../functions/domain/settlement/apply-late-funds.ts";
import { cancelCollection } from "../../../functions/domain/settlement/collection.ts";
import { type Settlement, settlement as schema } from "../../../functions/domain/settlement/settlement.ts";
import { aRule, aSentInvoice, aTenant, later, openedSettlement } from "../core/samples.ts";
import { apply, type Life, lifeOf, rail } from "./review-life.ts";

const rule = aRule({ bps: 250, reserveBps: 1000 });
/** A screen of the wallet that passed. */
export const screen = {
  stage: "collection",
  round: 1,
  outcome: "pass",
  ref: "scr_9",
  risk: "low",
  at: later(8),
} as const;

/** A push payment of 100.00 on a rail that pools what it holds, canceled or lapsed before `cents` came, one after the other. */
export function lateLife(cents = [10_000], by: "tenant" | "rail" | "expiry" = "tenant"): Life {
  const { settlement, invoice } = openedSettlement({ source: "ach_push", invoice: aSentInvoice() });
  const payment = { ...settlement.payment, railRef: "tr_1" };
  const metadata = { order: "7" };
  const vendors = { rail: "bridge", conversionVendor: "bridge" };
  const row = { ...settlement, ...vendors, status: "collecting", refundable: true, metadata, payment };
  const life = lifeOf({ settlement: schema.parse(row), invoice });
  apply(life, cancelCollection(life.settlement, life.invoice, later(2), by));
  let totalCents = 0;
  for (const each of cents) {
    totalCents += each;
    rail(life, { kind: "funds_received", totalCents, bought: `${(totalCents / 100).toFixed(2)}0000` });
  }
  return life;
}

/** What applying it to an invoice knows, once another operator has agreed. */
export function caseOf(
  { settlement, invoice }: Pick<Life, "settlement" | "invoice">,
  change: Partial<AgreedCase> = {},
) {
  const settlementId = "stl_01K00000000000000000000009";
  return { settlement, invoice, tenant: aTenant(), rule, settlementId, screen, by: "apr_1", ...change };
}

/** What stands on each account that is not even. */
export function uneven(all: Readonly<Record<string, number | undefined>>) {
  return Object.fromEntries(Object.entries(all).filter(([, cents]) => cents !== 0 && cents !== undefined));
}

/** What the postings of transitions come to. */
export function totals(transitions: readonly Transition<Settlement>[]) {
  const sums: Record<string, number> = {};
  for (const { account, amountCents } of transitions.flatMap(({ postings = [] }) => postings))
    sums[account] = (sums[account] ?? 0) + amountCents;
  return uneven(sums);
}
