import { describe, expect, test } from "vitest";
import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import { railTells } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { isPayoutUnanswered, recordPayoutAnswer } from "../../../functions/domain/settlement/late-payout.ts";
import { expectedBalances } from "../../../functions/domain/settlement/ledger.ts";
import { whyNotReturn } from "../../../functions/domain/settlement/operator-money-actions.ts";
import { nextSettlementLook, refsInFlight, retryDue } from "../../../functions/domain/settlement/retry-schedule.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { declineAtGate } from "../../../functions/domain/settlement/transitions.ts";
import { lastOf, later, settlementIn } from "../../support/core/samples.ts";

const { invoice } = settlementIn("screening");
const proof: RailEvent = { kind: "payment_processed", txHash: "0xearly" };

/** Collected by a rail that pays straight through, or by one that holds. */
function collected(keepsReserve: boolean): Settlement {
  const { settlement } = settlementIn("screening");
  const payment = { ...settlement.payment, railRef: "tr_1" };
  return { ...settlement, payment, keepsReserve };
}

function having(state: Settlement, ...events: RailEvent[]): Settlement {
  return railTells(state, invoice, events, later(60)).settlement.at(-1)?.next ?? state;
}

describe("a proof that comes before the second gate has decided", () => {
  test("is kept, once, where the rail pays out by itself, and moves nothing yet", () => {
    const response = having(collected(false), proof, proof);
    expect(response).toMatchObject({ status: "screening", earlyHash: "0xearly", txHash: null });
    expect(having(collected(true), proof).earlyHash).toBeUndefined();
  });

  test("is booked by the next sweep when the gate declines", () => {
    const declined = lastOf(declineAtGate(having(collected(false), proof), later(90))).next;
    expect(nextSettlementLook(declined)?.at).toBe(later(90));
    const transition = lastOf(retryDue(declined, later(120)));
    expect(transition.next).toMatchObject({ status: "declined", txHash: "0xearly" });
    expect(expectedBalances(transition.next).payout_after_return).toBe(declined.netCents);
    expect([retryDue(transition.next, later(180)), nextSettlementLook(transition.next)?.at]).toEqual([[], undefined]);
  });
});

describe("a payout whose answer was lost before the payer's money went back", () => {
  const { settlement } = settlementIn("settling");
  const parked = { ...settlement, payment: { ...settlement.payment, railRef: "tr_1" } };
  const back = having(parked, { kind: "returned", code: "R10" });

  test("is asked about, and on the ledger once the rail says that it was made", () => {
    expect([refsInFlight(back), isPayoutUnanswered(back)]).toEqual([["tr_1"], true]);
    const transition = lastOf(recordPayoutAnswer(back, { txHash: "0xlate", transferRef: "tr_2" }, later(700)));
    expect(transition.postings).toContainEqual({ account: "payout_after_return", amountCents: back.netCents });
    expect(refsInFlight(transition.next)).toEqual([]);
  });

  test("is asked about again while the rail, which knows none, may still make it", () => {
    expect(recordPayoutAnswer(back, null, later(1259))).toEqual([]);
  });

  test("may have taken what is held: nothing is sent back until that is known", () => {
    const { settlement: failed } = settlementIn("failed");
    const { refused: _, ...open } = failed.intent ?? { leg: "payout" as const, key: "k", at: later(0) };
    const unanswered = { ...failed, intent: open };
    const isReturnable = (state: Settlement) => whyNotReturn(state) === undefined;
    expect([isReturnable(failed), isReturnable(unanswered)]).toEqual([true, false]);
    const taken = lastOf(recordPayoutAnswer(unanswered, { txHash: null, transferRef: "tr_2" }, later(700))).next;
    const never = lastOf(recordPayoutAnswer(unanswered, null, later(1260))).next;
    expect([isReturnable(taken), isReturnable(never)]).toEqual([false, true]);
  });

  test("is followed to its end where it has no proof yet", () => {
    const { next } = lastOf(recordPayoutAnswer(back, { txHash: null, transferRef: "tr_2" }, later(700)));
    expect(refsInFlight(next)).toEqual(["tr_2", "tr_1"]);
  });

  test("is asked about no more once the rail has said that there is none", () => {
    const { next } = lastOf(recordPayoutAnswer(back, null, later(1260)));
    expect([refsInFlight(next), recordPayoutAnswer(next, null, later(1261))]).toEqual([[], []]);
  });
});

describe("what we hold of a settlement that came to nothing", () => {
  test("is asked about: its bank may have taken it back, or the rail have paid it out", () => {
    const declined = lastOf(declineAtGate(collected(false), later(60))).next;
    expect(refsInFlight(declined)).toEqual(["tr_1"]);
    expect(nextSettlementLook(declined)?.at).toBe(later(660));
    const back = having(declined, { kind: "returned", code: "R10" });
    expect([refsInFlight(back), nextSettlementLook(back)?.at]).toEqual([[], undefined]);
  });
});
