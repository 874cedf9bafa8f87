import fc from "fast-check";
import { expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import {
  amountToPay,
  confirmPayment,
  creditInvoice,
  dueCents,
  releaseAside,
  remainingCents,
  setAside,
  takeBack,
} from "../../../functions/domain/invoicing/invoice.ts";
import { aDraft, aSentInvoice, noon } from "../../support/core/samples.ts";

test("an invoice's money adds up over any run of collections, failures, returns and credits", () => {
  fc.assert(fc.property(fc.boolean(), moves, runMoves), { numRuns: 10_000 });
});

const moves = fc.array(
  fc.record({
    act: fc.constantFrom("begin", "confirm", "release", "return", "credit"),
    cents: fc.integer({ min: 1, max: 12_000 }),
  }),
  { maxLength: 30 },
);

/** Plays moves against a list of payments kept beside the invoice, and compares after each. */
function runMoves(sent: boolean, played: readonly { act: string; cents: number }[]): void {
  let state = sent ? aSentInvoice() : aDraft();
  const flying: number[] = [];
  const snapshot: number[] = [];
  for (const { act, cents } of played) {
    if (act === "begin") {
      const allowed = amountToPay(state, cents);
      if (allowed instanceof Refusal) continue;
      state = setAside(state, allowed, "pay", noon).next;
      flying.push(allowed);
    } else if (act === "credit") {
      const most = remainingCents(state);
      const outcome = creditInvoice(state, cents, "A-1-CN1", "amountCents", noon);
      expect(outcome instanceof Refusal).toBe(!sent || state.status === "paid" || cents > most);
      if (!(outcome instanceof Refusal)) state = outcome.next;
    } else if (act === "return") {
      const back = snapshot.pop();
      if (back !== undefined) state = takeBack(state, back, "pay", noon).next;
    } else {
      const arrived = flying.shift();
      if (arrived === undefined) continue;
      if (act === "confirm") snapshot.push(arrived);
      state = (act === "confirm" ? confirmPayment : releaseAside)(state, arrived, "pay", noon).next;
    }
    const paid = snapshot.reduce((sum, each) => sum + each, 0);
    expect(state.amountPaidCents).toBe(paid);
    expect(state.amountProcessingCents).toBe(flying.reduce((sum, each) => sum + each, 0));
    expect(remainingCents(state)).toBeGreaterThanOrEqual(0);
    const idle = sent ? "sent" : "draft";
    expect(state.totalCents).toBe(paid + state.creditedCents + dueCents(state));
    const isPaid = paid + state.creditedCents === state.totalCents;
    expect(state.status).toBe(isPaid ? "paid" : paid === 0 ? idle : "partially_paid");
    expect(state.paidAt === null).toBe(state.status !== "paid");
  }
}
