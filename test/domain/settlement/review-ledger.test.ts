import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LedgerAccount } from "../../../functions/domain/core/ledger.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import { cancelCollection } from "../../../functions/domain/settlement/collection.ts";
import { recordConversion, startConversion } from "../../../functions/domain/settlement/conversion.ts";
import { decideAction, settlementActions } from "../../../functions/domain/settlement/operator-actions.ts";
import { type Settlement, settlement as schema } from "../../../functions/domain/settlement/settlement.ts";
import type { SettlementChange } from "../../../functions/domain/settlement/settlement-change.ts";
import { recordProof, recordScreen, screenRound } from "../../../functions/domain/settlement/transitions.ts";
import type { FeeRule } from "../../../functions/domain/tenants/fee-rule.ts";
import { heavyRuns } from "../../support/core/heavy-runs.ts";
import { aRule, aSentInvoice, later, openedSettlement, verdicts } from "../../support/core/samples.ts";
import { apply, type Life, lifeOf, rail } from "../../support/settlement/review-life.ts";

const moves = [
  ...settlementActions,
  "few",
  "rest",
  "many",
  "go",
  "pending",
  "block",
  "returned",
  "failed",
  "processed",
  "cancel",
] as const;

/** The rail's word about so much money; none means nothing. */
function funds(amountCents: number): RailEvent | undefined {
  return amountCents > 0 ? { kind: "funds_received", amountCents } : undefined;
}

/** What the rail says where a move is its word. */
function railWord(name: string, { fiatInCents, unappliedCents }: Settlement): RailEvent | undefined {
  switch (name) {
    case "few":
      return funds(Math.floor(fiatInCents / 3));
    case "rest":
      return funds(fiatInCents - unappliedCents);
    case "many":
      return funds(fiatInCents + 77);
    case "returned":
      return { kind: "returned", code: "R01" };
    case "failed":
      return { kind: "failed", code: "R02" };
    case "processed":
      return { kind: "payment_processed", txHash: "0xrail" };
    default:
      return undefined;
  }
}

/** The next step of the payment path. */
function goOn(state: Settlement, now: string) {
  if (state.status === "screening") return recordScreen(state, verdicts.pass, screenRound(state, now), now);
  if (state.status === "screened") return startConversion(state, now);
  return state.status === "converting"
    ? recordConversion(state, { rate: "1" }, now)
    : recordProof(state, "0xproof", now);
}

/** What a screen that does not pass decides, while one is asked. */
function screened(name: "pending" | "block", state: Settlement, now: string) {
  const input = ["screening", "screened", "settling"].includes(state.status);
  const under = state.payment.railState === "payout_submitted";
  return input && !under ? recordScreen(state, verdicts[name], screenRound(state, now), now) : [];
}

/** Makes a move; what does not apply changes nothing. */
function move(life: Life, name: (typeof moves)[number], now: string, rule: FeeRule): void {
  const { settlement, invoice } = life;
  const reply = railWord(name, settlement);
  if (reply) rail(life, reply);
  if (name === "go") applyTransitions(life, goOn(settlement, now));
  if (name === "cancel") apply(life, cancelCollection(settlement, invoice, now));
  if (name === "pending" || name === "block") applyTransitions(life, screened(name, settlement, now));
  const input = settlementActions.find((each) => each === name);
  const verdict = now > later(8) ? ("pass" as const) : ("decline" as const);
  if (input) apply(life, decideAction(input, { settlement, invoice, rule, reference: "W", verdict, by: "apr_1", now }));
}

function applyTransitions(life: Life, transitions: SettlementChange["settlement"] | Refusal): void {
  if (!(transitions instanceof Refusal)) apply(life, { settlement: transitions, invoice: [] });
}

/** What must hold after every move. */
function expectBooks({ settlement: now, invoice, ledger }: Life): void {
  const on = (account: LedgerAccount) => ledger.get(account) ?? 0;
  const { status } = now.payment;
  const unapplied = status === "returned" ? 0 : (now.mismatchCents ?? 0) + now.unappliedCents;
  expect({
    sum: [...ledger.values()].reduce((sum, each) => sum + each, 0),
    parts: now.feeCents + now.reserveCents + now.netCents,
    unapplied: 0 - on("unapplied_receipts"),
    paid: invoice.amountPaidCents,
    processing: invoice.amountProcessingCents,
  }).toEqual({
    sum: 0,
    parts: now.fiatInCents,
    unapplied,
    paid: status === "succeeded" ? now.fiatInCents : 0,
    processing: status === "processing" ? now.fiatInCents : 0,
  });
  expect(on("tenant_payable")).toBeLessThanOrEqual(0);
  const passed = now.screens.some(({ stage, outcome }) => stage === "disbursement" && outcome === "pass");
  if (now.status === "completed") expect(passed).toBe(true);
}

describe("the ledger under operators' hands", () => {
  const few = fc.constantFrom(...(["few", "top_up", "rest", "accept", "go", "go", "returned_off_platform"] as const));
  const story = fc.array(fc.oneof({ weight: 2, arbitrary: few }, fc.constantFrom(...moves)), { maxLength: 18 });

  test("balances, owes nobody less than nothing, and agrees with record and invoice, whatever they do", () => {
    const ends = new Map<string, number>();
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 1e9 }), fc.nat(5_000), story, (amountCents, bps, played) => {
        const feeRule = aRule({ bps, reserveBps: 1000 });
        const { settlement, invoice } = openedSettlement({
          amountCents,
          rule: feeRule,
          invoice: aSentInvoice(1e9),
          source: "ach_push",
        });
        const life = lifeOf({ settlement: schema.parse({ ...settlement, status: "collecting" }), invoice });
        for (const [at, name] of played.entries()) {
          move(life, name, later(at), feeRule);
          expectBooks(life);
        }
        ends.set(life.settlement.payment.status, (ends.get(life.settlement.payment.status) ?? 0) + 1);
      }),
      { numRuns: heavyRuns },
    );
    // Stories that never got anywhere would prove nothing.
    for (const status of ["succeeded", "canceled", "refunded", "returned"])
      expect(ends.get(status), status).toBeGreaterThan(heavyRuns / 200);
  });
});
