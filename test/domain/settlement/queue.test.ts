import { describe, expect, test } from "vitest";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import { retainedCents } from "../../../functions/domain/settlement/sanctions-hit.ts";
import { type Settlement, type SettlementStatus, settlement } from "../../../functions/domain/settlement/settlement.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";
import { day, deliveredReserve } from "../../support/settlement/reserve-life.ts";

function at(status: SettlementStatus, change: object = {}, payment: object = {}): Settlement {
  const { settlement: state } = settlementIn(status);
  return settlement.parse({ ...state, ...change, payment: { ...state.payment, ...payment } });
}

const unanswered = (outcome: string) => ({
  screens: [{ stage: "disbursement", round: 1, outcome, ref: "scr_9", risk: null, at: later(60) }],
});
const broke = (kind: string) => ({ reconBreaks: [{ kind, at: later(7) }] });

describe("what stands in the operators' queue", () => {
  test.each<[SettlementStatus, object, object]>([
    ["created", {}, { kind: "in_flight", reason: "the rail is being asked to collect", since: noon, deadline: null }],
    ["collecting", {}, { kind: "in_flight", reason: "waiting for the payer's money" }],
    ["screening", {}, { kind: "in_flight", reason: "the wallet is being screened before payout" }],
    ["screened", {}, { kind: "in_flight", reason: "about to be converted" }],
    ["converting", {}, { kind: "in_flight", reason: "being converted", deadline: null }],
    [
      "settling",
      {},
      { kind: "in_flight", reason: "paid out or about to be, waiting for the proof on chain", deadline: null },
    ],
    [
      "collecting",
      { unappliedCents: 4_000 },
      { kind: "in_flight", reason: "40.00 USD of 100.00 USD came; waiting for the rest" },
    ],
    [
      "collecting",
      { mismatchCents: 4_000, updatedAt: later(3) },
      {
        ...{ kind: "amount_mismatch", since: later(3), deadline: null },
        reason: "40.00 USD came where 100.00 USD was expected; nothing is applied until operators decide",
      },
    ],
    [
      "collecting",
      { unknownRailState: "in_orbit", unknownRailAt: later(3), updatedAt: later(3) },
      {
        kind: "rail_unknown",
        reason: 'the rail said "in_orbit", which we do not know',
        since: later(3),
        deadline: null,
      },
    ],
    [
      "screening",
      unanswered("unavailable"),
      {
        ...{ kind: "screening", since: later(60), deadline: later(60 + day) },
        reason: "the wallet's screen before payout had no answer, asked 1 times; declined at the deadline without one",
      },
    ],
    [
      "screening",
      unanswered("pending"),
      {
        ...{ kind: "screening", since: later(60), deadline: later(60 + day) },
        reason: "the wallet's screen before payout awaits manual review; declined at the deadline without a verdict",
      },
    ],
    [
      "converting",
      { parked: { reason: "timeout", since: later(3), until: later(303) } },
      {
        ...{ kind: "parked", since: later(3), deadline: later(303) },
        reason: "a vendor gave no answer (timeout); asked again by the same key at the deadline",
      },
    ],
    [
      "collecting",
      { stalledAt: later(9) },
      {
        kind: "stalled",
        reason: "the payer's money has not come within the rail's limit",
        since: noon,
        deadline: null,
      },
    ],
    [
      "settling",
      { stalledAt: later(9) },
      { kind: "stalled", reason: "the rail took the payout and has shown no proof on chain since", since: noon },
    ],
    [
      "completed",
      broke("payout_amount_mismatch"),
      {
        reason: expect.stringContaining("another amount was paid, or left the rail's wallet, than was ordered"),
        since: later(7),
      },
    ],
    [
      "completed",
      { unappliedCents: 500 },
      { kind: "held", reason: "5.00 USD came beside what was expected and is applied to nothing" },
    ],
    [
      "failed",
      { failureReason: "closed" },
      { kind: "held", reason: "100.00 USD of the payer's is held since the settlement was failed (closed)" },
    ],
    [
      "failed",
      {},
      { kind: "held", reason: "100.00 USD of the payer's is held since the settlement was failed (payout_failed)" },
    ],
    [
      "failed",
      { unappliedCents: 50 },
      { kind: "held", reason: "100.50 USD of the payer's is held since the settlement was failed (payout_failed)" },
    ],
    [
      "declined",
      { declineReason: "screening_unavailable" },
      {
        kind: "held",
        reason: "100.00 USD of the payer's is held since the settlement was declined (screening_unavailable)",
      },
    ],
  ])("of one that is %s with %j", (status, change, reason) => {
    expect(reviewReason(at(status, change))).toMatchObject(reason);
  });

  test("is when a wrong amount came, where the rail said it", () => {
    const state = at("collecting", { mismatchCents: 1 }, { receivedAt: later(2) });
    expect(reviewReason(state)).toMatchObject({ kind: "amount_mismatch", since: later(2) });
  });

  test("is a deadline for the proof once the rail has taken the payout", () => {
    const paidOut = { railState: "payout_submitted" };
    expect(reviewReason(at("settling", {}, paidOut))).toMatchObject({ kind: "in_flight", deadline: later(day) });
    expect(reviewReason(at("settling", { stalledAt: later(1) }, paidOut))).toMatchObject({ deadline: later(day) });
  });

  test("is no unknown word once something has happened since", () => {
    const known = { unknownRailState: "in_orbit", unknownRailAt: later(3), updatedAt: later(4) };
    expect(reviewReason(at("collecting", known))).toMatchObject({ kind: "in_flight" });
  });

  test("is the reserve that is kept, and the payout of one without a proof", () => {
    const state = deliveredReserve();
    const reserve = (change: object) => ({ ...state, reserve: { ...state.reserve, ...change } }) as Settlement;
    const blocked = { reason: "manual", at: later(4) };
    expect(reviewReason(reserve({ blocked }))).toEqual({
      ...{ kind: "reserve", reason: "10.00 USD are kept in reserve (manual)", since: later(4), deadline: null },
    });
    const payout = { at: later(5), ref: null, stalledAt: later(6) };
    expect(reviewReason(reserve({ status: "releasing", payout, blocked }))).toEqual({
      ...{ kind: "reserve", since: later(6), deadline: null },
      reason: "10.00 USD of a reserve are being paid out, and the rail shows no proof",
    });
    expect(reviewReason(reserve({ status: "releasing", payout: { ...payout, stalledAt: null }, blocked }))).toBeNull();
    expect(reviewReason(reserve({ status: "used", blocked }))).toBeNull();
    expect(reviewReason(state)).toBeNull();
  });
});

describe("the money of a settlement that is still here", () => {
  test.each<[SettlementStatus, object, object, number]>([
    ["created", {}, {}, 0],
    ["collecting", {}, {}, 0],
    ["collecting", { unappliedCents: 4_000 }, {}, 4_000],
    ["collecting", { mismatchCents: 4_000, unappliedCents: 500 }, {}, 4_500],
    ["screening", {}, {}, 10_000],
    ["screened", {}, {}, 10_000],
    ["converting", { unappliedCents: 500 }, {}, 10_500],
    ["settling", {}, {}, 10_000],
    ["settling", {}, { railState: "payout_submitted" }, 0],
    ["completed", {}, {}, 0],
    ["declined", { unappliedCents: 500 }, {}, 10_500],
    ["failed", {}, {}, 10_000],
    ["failed", { txHash: "0xlate" }, {}, 0],
  ])("while it is %s with %j and %j is %i cents", (status, change, payment, cents) => {
    expect(retainedCents(at(status, change, payment))).toBe(cents);
  });
});
