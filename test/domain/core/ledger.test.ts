import { deepEqual } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  balancedPostings,
  type LedgerAccount,
  type Posting,
  reversePostings,
  transfer,
} from "../../../functions/domain/core/ledger.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import type { Transition } from "../../../functions/domain/core/transition.ts";
import type { Invoice } from "../../../functions/domain/invoicing/invoice.ts";
import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import { receiveRailEvent } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { recordCollection } from "../../../functions/domain/settlement/collection.ts";
import { recordConversion, startConversion } from "../../../functions/domain/settlement/conversion.ts";
import { openSettlement } from "../../../functions/domain/settlement/open-settlement.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import type { SettlementChange } from "../../../functions/domain/settlement/settlement-change.ts";
import {
  failSettlement,
  recordPayout,
  recordProof,
  recordScreen,
  screenRound,
} from "../../../functions/domain/settlement/transitions.ts";
import type { FeeRule } from "../../../functions/domain/tenants/fee-rule.ts";
import { agreed, aRule, aSentInvoice, aTenant, lastOf, noon, verdicts } from "../../support/core/samples.ts";

/** What an account holds after some postings, in cents. */
function held(postings: readonly Posting[], account: LedgerAccount): number {
  return postings.reduce((sum, each) => (each.account === account ? sum + each.amountCents : sum), 0);
}

function sumOf(postings: readonly Posting[]): number {
  return postings.reduce((sum, each) => sum + each.amountCents, 0);
}

describe("postings", () => {
  const entry = fc.record({
    account: fc.constantFrom<LedgerAccount>("rail_clearing", "tenant_payable", "fee_income"),
    amountCents: fc.integer({ min: -1e12, max: 1e12 }),
  });

  test("that do not balance are a bug and throw", () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 6 }), (entries) => {
        const sum = sumOf(entries);
        if (sum !== 0) expect(() => balancedPostings(...entries)).toThrow("unbalanced");
        const closing = { account: "return_shortfall" as const, amountCents: -sum };
        expect(sumOf(balancedPostings(...entries, closing))).toBe(0);
      }),
      { numRuns: 10_000 },
    );
  });

  test("of nothing are left out", () => {
    expect(transfer("rail_clearing", "tenant_payable", 0)).toEqual([]);
  });

  test("reversed take back exactly what they put", () => {
    const postings = transfer("rail_clearing", "tenant_payable", 1234);
    expect(sumOf([...postings, ...reversePostings(postings)])).toBe(0);
    expect(held([...postings, ...reversePostings(postings)], "rail_clearing")).toBe(0);
  });
});

interface Life {
  settlement: Settlement;
  invoice: Invoice;
  readonly postings: Posting[];
  readonly path: string[];
}

const steps = [
  "collect",
  "funds",
  "pass",
  "silent",
  "block",
  "start",
  "convert",
  "refuse",
  "payout",
  "proof",
  "processed",
  "returned",
  "failed",
] as const;

function railWord(kind: RailEvent["kind"]): RailEvent {
  if (kind === "payment_processed") return { kind, txHash: "0xrail" };
  return kind === "returned" || kind === "failed" ? { kind, code: "R01" } : { kind: "funds_received" };
}

/** What one step of a settlement's life decides; a step that does not apply decides nothing. */
function decide(
  life: Life,
  step: (typeof steps)[number],
  now: string,
): SettlementChange | Transition<Settlement>[] | Refusal {
  const { settlement: state, invoice } = life;
  const screened = (verdict: keyof typeof verdicts) =>
    ["screening", "screened", "settling"].includes(state.status)
      ? recordScreen(state, verdicts[verdict], screenRound(state, now), now)
      : [];
  switch (step) {
    case "collect":
      return recordCollection(state, invoice, { railRef: "r", state: "awaiting_funds", instructions: null }, now);
    case "pass":
    case "silent":
    case "block":
      return screened(step);
    case "start":
      return startConversion(state, now);
    case "convert":
      return recordConversion(state, { rate: "1" }, now);
    case "refuse":
      return state.status === "converting" || state.status === "settling"
        ? [failSettlement(state, { code: "vendor_no", reason: "no" }, now)]
        : [];
    case "payout":
      return recordPayout(state, "token", now);
    case "proof":
      return recordProof(state, "0xproof", now);
    case "funds":
      return receiveRailEvent(state, invoice, railWord("funds_received"), now);
    case "processed":
      return receiveRailEvent(state, invoice, railWord("payment_processed"), now);
    default:
      return receiveRailEvent(state, invoice, railWord(step), now);
  }
}

function play(life: Life, step: (typeof steps)[number], now: string): void {
  const outcome = decide(life, step, now);
  if (outcome instanceof Refusal) return;
  const change = Array.isArray(outcome) ? { settlement: outcome, invoice: [] } : outcome;
  for (const transition of change.settlement) {
    deepEqual([sumOf(transition.postings ?? []), transition.from], [0, life.settlement.status]);
    life.postings.push(...(transition.postings ?? []));
    life.path.push(transition.to);
    life.settlement = transition.next;
  }
  for (const transition of change.invoice) life.invoice = transition.next;
}

function born(amountCents: number, rule: FeeRule): Life | undefined {
  const invoice = aSentInvoice(amountCents);
  const ids = { settlementId: "stl_01K00000000000000000000000", paymentId: "pay_01K00000000000000000000000" };
  const screen = { stage: "collection", round: 1, outcome: "pass", ref: null, risk: null, at: noon } as const;
  const vendors = { rail: "mock", conversionVendor: "mock", partnerCustomerId: "c", source: "ach_push" } as const;
  const change = openSettlement({ ...ids, amountCents, tenant: aTenant(), invoice, rule, screen, ...vendors }, noon);
  if (change instanceof Refusal) return undefined;
  const { settlement, invoice: transitions } = agreed(change);
  return { settlement: lastOf(settlement).next, invoice: lastOf(transitions).next, postings: [], path: ["created"] };
}

/** What the ledger must say of a settlement, whatever happened to it. One comparison, because it is made a hundred thousand times. */
function expectBooks({ settlement: state, invoice, postings }: Life): void {
  const { fiatInCents, feeCents, reserveCents, netCents, payment, status } = state;
  const booked = status === "settling" || status === "completed";
  const paidOut = status === "completed" ? netCents : 0;
  const lost = state.reconBreaks.some(({ kind }) => kind === "proof_after_return") ? netCents : 0;
  const arrived = payment.receivedCents ?? 0;
  const back = payment.status === "returned" && payment.receivedAt !== null ? fiatInCents : 0;
  const short = status === "completed" && payment.status === "returned";
  const books = {
    parts: feeCents + reserveCents + netCents,
    sum: sumOf(postings),
    fee: held(postings, "fee_income"),
    reserve: held(postings, "tenant_reserve"),
    clearing: held(postings, "rail_clearing"),
    short: held(postings, "return_shortfall"),
    lost: held(postings, "payout_after_return"),
    paid: invoice.amountPaidCents,
    processing: invoice.amountProcessingCents,
  };
  deepEqual(books, {
    parts: fiatInCents,
    sum: 0,
    fee: booked ? 0 - feeCents : 0,
    reserve: booked && !short ? 0 - reserveCents : 0,
    clearing: arrived - paidOut - back - lost,
    // A return after delivery takes the reserve first.
    short: short ? fiatInCents - reserveCents : 0,
    lost,
    paid: payment.status === "succeeded" ? fiatInCents : 0,
    processing: payment.status === "processing" ? fiatInCents : 0,
  });
}

describe("the ledger of a settlement", () => {
  const settlement = ["collect", "funds", "pass", "start", "convert", "proof"] as const;
  // A step of the payment path most of the time, so that every depth is reached; anything at all in between.
  const story = fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant("next" as const) }, fc.constantFrom(...steps)), {
    maxLength: 16,
  });
  const rule = fc
    .record({ bps: fc.nat(9000), fixedCents: fc.nat(500), reserveBps: fc.nat(9000) })
    .map((each) => aRule(each));

  test("balances at every hop and agrees with the record, whatever happens in whatever order", () => {
    const ends = new Map<string, number>();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999 }), rule, story, (amountCents, each, played) => {
        const life = born(amountCents, each);
        if (!life) return;
        let depth = 0;
        for (const [at, what] of played.entries()) {
          play(life, what === "next" ? (settlement[depth++] ?? "proof") : what, addSeconds(noon, at));
          expectBooks(life);
        }
        ends.set(life.settlement.status, (ends.get(life.settlement.status) ?? 0) + 1);
      }),
      { numRuns: 10_000 },
    );
    // A story that never got anywhere would prove nothing.
    for (const status of ["completed", "failed", "declined", "settling"]) expect(ends.get(status)).toBeGreaterThan(100);
  });

  test("of the plain story ends with fee, reserve and payout apart and nothing owed but the reserve", () => {
    const life = born(10_000, aRule({ bps: 250, reserveBps: 1000 }));
    if (!life) throw new Error("refused");
    for (const [at, step] of settlement.entries()) play(life, step, addSeconds(noon, at));
    expect(life.path).toEqual([
      "created",
      "collecting",
      "screening",
      "screened",
      "converting",
      "settling",
      "completed",
    ]);
    expect(held(life.postings, "fee_income")).toBe(-250);
    expect(held(life.postings, "tenant_reserve")).toBe(-975);
    expect(held(life.postings, "tenant_payable")).toBe(0);
    expect(held(life.postings, "rail_clearing")).toBe(10_000 - 8775);
  });
});
