import { describe, expect, test } from "vitest";
import { isUnscreened, reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import type { Settlement, SettlementStatus } from "../../../functions/domain/settlement/settlement.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";

function at(status: SettlementStatus, change: object = {}, payment: object = {}): Settlement {
  const { settlement: state } = settlementIn(status);
  return { ...state, ...change, payment: { ...state.payment, ...payment } } as Settlement;
}

const submitted = { railState: "payout_submitted" };
const intent = { leg: "payout", key: "k", at: later(3) };
const screen = (outcome: string, seconds: number, change: object = {}) => ({
  ...{ stage: "disbursement", round: 1, outcome, ref: null, risk: null, at: later(seconds) },
  ...change,
});
const [first] = settlementIn("created").settlement.screens;
const screens = (...more: object[]) => ({ screens: [first, ...more] });
const unknown = { unknownRailState: "odd", unknownRailAt: later(3), updatedAt: later(3) };
const parked = { parked: { reason: "HopFailed", since: later(2), until: later(302) } };
const creditHold = { program: "visa", since: later(2), until: later(900), endedAt: null };
const day = 86_400;
const blocked =
  "100.00 USD is blocked: screening declined the wallet (kyt_declined), and nobody may overrule that or send the money anywhere";
const bought = { rail: "bridge", conversionVendor: "bridge", keepsReserve: true, bought: "90", boughtCents: 10_000 };
const order = { key: "k", amountCents: 10_000, at: noon, lookAt: noon, transferRef: null, floatShortSince: later(8) };

const onHold =
  "on hold before its screen until the payer's bank can take nothing back: the tenant's visa credit is suspended";
const beingScreened = "the wallet is being screened before payout";
const paidOut = "paid out or about to be, waiting for the proof on chain";
const held = "100.00 USD of the payer's is held since the settlement was failed (payout_failed)";

describe("why a settlement is in the queue is said by the weightiest of its reasons", () => {
  test.each<[SettlementStatus, object, object, string, string, string, string | null]>([
    ["screening", unknown, {}, "rail_unknown", 'the rail said "odd", which we do not know', later(3), null],
    ["screening", { ...unknown, updatedAt: later(4) }, {}, "in_flight", beingScreened, noon, null],
    [
      ...(["screening", screens(screen("unavailable", 1), screen("unavailable", 9)), {}, "screening"] as const),
      "the wallet's screen before payout had no answer, asked 2 times; declined at the deadline without one",
      ...([later(1), later(1 + day)] as const),
    ],
    [
      ...(["screening", screens(screen("unavailable", 1), screen("pending", 9)), {}, "screening"] as const),
      "the wallet's screen before payout awaits manual review; declined at the deadline without a verdict",
      ...([later(1), later(1 + day)] as const),
    ],
    ["screening", { ...screens(screen("pending", 1)), creditHold }, {}, "in_flight", onHold, later(2), later(900)],
    ["screening", { creditHold: { ...creditHold, endedAt: later(3) } }, {}, "in_flight", beingScreened, noon, null],
    [
      "settling",
      { ...screens(screen("unavailable", 1)), intent },
      submitted,
      "in_flight",
      paidOut,
      noon,
      later(3 + day),
    ],
    [
      "settling",
      screens(screen("unavailable", 1)),
      {},
      "screening",
      "the wallet's screen before payout had no answer, asked 1 times; declined at the deadline without one",
      later(1),
      later(1 + day),
    ],
    ["settling", { intent: null, updatedAt: later(5) }, submitted, "in_flight", paidOut, noon, later(5 + day)],
    ["settling", {}, {}, "in_flight", paidOut, noon, null],
    [
      "settling",
      { stalledAt: later(9), intent: null },
      {},
      "stalled",
      "the rail took the payout and has shown no proof on chain since",
      noon,
      null,
    ],
    [
      "converting",
      parked,
      {},
      "parked",
      "a vendor gave no answer (HopFailed); asked again by the same key at the deadline",
      later(2),
      later(302),
    ],
    ["converting", { stalledAt: later(9) }, {}, "in_flight", "being converted", noon, null],
    ["created", {}, {}, "in_flight", "the rail is being asked to collect", noon, null],
    [
      "created",
      { unappliedCents: 5 },
      {},
      "held",
      "0.05 USD came beside what was expected and is applied to nothing",
      noon,
      null,
    ],
    ["screened", { creditHold }, {}, "in_flight", onHold, later(2), later(900)],
    ["screened", {}, {}, "in_flight", "about to be converted", noon, null],
    ["failed", parked, {}, "held", held, noon, null],
    [
      "failed",
      { failureCode: null },
      {},
      "held",
      "100.00 USD of the payer's is held since the settlement was failed (failed)",
      noon,
      null,
    ],
    [
      "failed",
      { unappliedCents: 250 },
      {},
      "held",
      "102.50 USD of the payer's is held since the settlement was failed (payout_failed)",
      noon,
      null,
    ],
    ["declined", screens(screen("pending", 1)), {}, "held", blocked, noon, "2026-12-08T04:00:00.000Z"],
    [
      "declined",
      { declineReason: "screening_incomplete" },
      {},
      "held",
      "100.00 USD of the payer's is held since the settlement was declined (screening_incomplete)",
      noon,
      null,
    ],
    [
      "declined",
      screens(screen("declined", 1, { source: "operator" })),
      {},
      "held",
      "100.00 USD of the payer's is held since the settlement was declined (kyt_declined)",
      noon,
      null,
    ],
    [
      "failed",
      { ...bought, sendBack: order },
      {},
      "float_short",
      "100.00 USD waits to be sent back: it takes 10.000000 USDT of our own balance in the wallet, which has less",
      later(8),
      null,
    ],
    ["failed", { ...bought, sendBack: { ...order, floatShortSince: undefined } }, {}, "held", held, noon, null],
    ["failed", { ...bought, sendBack: { ...order, cost: "100.000000" } }, {}, "held", held, noon, null],
    [
      "completed",
      { reconBreaks: [{ kind: "return_unknown", at: later(4) }] },
      {},
      "recon_break",
      "not sent back after all, but the rail may have been told",
      later(4),
      null,
    ],
  ])("%s %j %j: %s", (status, change, payment, kind, reason, since, deadline) => {
    expect(reviewReason(at(status, change, payment))).toEqual({ kind, reason, since, deadline });
  });

  test("and is none where all is well", () => {
    expect(reviewReason(at("completed"))).toBeNull();
    expect(reviewReason(at("completed", { reconBreaks: [{ kind: "x", at: noon, resolvedAt: noon }] }))).toBeNull();
  });

  test("is the screen only while it waits for one", () => {
    expect(isUnscreened(at("screening", screens(screen("pending", 1))))).toBe(true);
    expect(isUnscreened(at("screening"))).toBe(false);
    expect(isUnscreened(at("screening", { ...screens(screen("pending", 1)), creditHold }))).toBe(false);
    expect(isUnscreened(at("declined", screens(screen("pending", 1))))).toBe(false);
    expect(isUnscreened(at("settling", screens(screen("pending", 1))))).toBe(true);
    expect(isUnscreened(at("settling", screens(screen("pending", 1)), submitted))).toBe(false);
    expect(isUnscreened(at("screened", screens(screen("pending", 1), screen("pass", 2))))).toBe(false);
  });
});
