import { describe, expect, test } from "vitest";
import { type WaitingFor, waitingReasons } from "../../../functions/domain/core/waiting-for.ts";
import {
  type Settlement,
  type SettlementStatus,
  settlement,
  settlementStatuses,
} from "../../../functions/domain/settlement/settlement.ts";
import { viewSettlement } from "../../../functions/domain/settlement/view.ts";
import { settlementWaitsFor } from "../../../functions/domain/settlement/waiting.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";

function at(status: SettlementStatus, change: object = {}, payment: object = {}): Settlement {
  const { settlement: state } = settlementIn(status);
  return settlement.parse({ ...state, ...change, payment: { ...state.payment, ...payment } });
}

function screened(status: SettlementStatus, outcome: string): Settlement {
  const state = at(status);
  const screen = { stage: "disbursement", round: 1, outcome, ref: null, risk: null, at: later(60) };
  return at(status, { screens: [...state.screens.filter(({ stage }) => stage === "collection"), screen] });
}

const day = 86_400;
const order = { key: "k", amountCents: 10_000, payableCents: 10_000, by: "one", transferRef: null };
const shortOfFloat = { sendBack: { ...order, at: later(1), lookAt: later(9), floatShortSince: later(2) } };
const payoutIntent = { leg: "payout", key: "k", at: later(5) };
const parked = { parked: { reason: "silence", since: later(3), until: later(303) } };
const hold = { creditHold: { program: "visa", since: later(1), until: later(9), endedAt: null } };
const underWay = { reconBreaks: [{ kind: "payout_under_way", at: noon }], intent: payoutIntent };

describe("what the money of a settlement waits for", () => {
  test.each<[string, Settlement, WaitingFor | null]>([
    ["the rail, asked to collect", at("created"), { reason: "vendor", since: noon, until: null }],
    [
      "a payer who was asked to send",
      at("collecting", {}, { source: "ach_push" }),
      { reason: "payer_funds", since: noon, until: later(14 * day) },
    ],
    [
      "a debit that is presented again",
      at("collecting", {}, { presentAt: later(9) }),
      { reason: "payer_funds", since: noon, until: later(9) },
    ],
    [
      "the rest of an amount",
      at("collecting", { unappliedCents: 1 }),
      { reason: "payer_funds", since: noon, until: null },
    ],
    [
      "a decision about another amount",
      at("collecting", { mismatchCents: 1 }, { receivedAt: later(4) }),
      { reason: "amount_mismatch", since: later(4), until: null },
    ],
    [
      "somebody who knows the rail's word",
      at("collecting", { unknownRailState: "odd", unknownRailAt: later(4), updatedAt: later(4) }),
      { reason: "operator_review", since: later(4), until: null },
    ],
    [
      "a screen that gives no answer",
      screened("screening", "unavailable"),
      { reason: "screening_unavailable", since: later(60), until: later(60 + day) },
    ],
    [
      "a screen under manual review",
      screened("screening", "pending"),
      { reason: "screening_review", since: later(60), until: later(60 + day) },
    ],
    ["a vendor that gave no answer", at("screening", parked), { reason: "vendor", since: later(3), until: later(303) }],
    ["the return window", at("screening", hold), { reason: "operator_review", since: later(1), until: later(9) }],
    [
      "the conversion",
      at("converting", { intent: { ...payoutIntent, leg: "convert" } }),
      { reason: "vendor", since: later(5), until: null },
    ],
    ["the payout", at("settling", { intent: payoutIntent }), { reason: "vendor", since: later(5), until: null }],
    [
      "the proof of it",
      at("settling", { intent: payoutIntent }, { railState: "payout_submitted" }),
      { reason: "proof", since: later(5), until: null },
    ],
    ["a payout that its end overtook", at("failed", underWay), { reason: "vendor", since: later(5), until: null }],
    [
      "operators, since it was declined",
      at("declined", { intent: null, updatedAt: later(7) }),
      { reason: "operator_review", since: later(7), until: null },
    ],
    [
      "operators, who hold money beside what was paid out",
      at("completed", { unappliedCents: 5 }, { receivedAt: later(2) }),
      { reason: "operator_review", since: later(2), until: null },
    ],
    [
      "our own balance, on its way back",
      at("failed", shortOfFloat),
      { reason: "float", since: later(2), until: later(9) },
    ],
    [
      "the rail that sends it back",
      at("failed", { sendBack: { ...order, at: later(1), lookAt: later(9) } }),
      { reason: "vendor", since: later(1), until: later(9) },
    ],
    ["nothing once it is delivered", at("completed"), null],
    ["nothing while it is screened", screened("screened", "pass"), null],
    ["nothing once the collection was refused", at("failed", { intent: null }, { status: "failed" }), null],
    ["nothing once it was canceled", at("failed", { intent: null }, { status: "canceled" }), null],
    ["nothing once it went back", at("failed", { intent: null }, { status: "returned" }), null],
  ])("is %s", (_, state, expected) => {
    expect(settlementWaitsFor(state)).toEqual(expected);
    expect(viewSettlement(state).waitingFor).toEqual(expected);
  });

  test("has a word of the list in every status but those that the machine leaves at once, and the good end", () => {
    const silent = settlementStatuses.filter((status) => settlementWaitsFor(at(status)) === null);
    expect(silent.toSorted()).toEqual(["completed", "screened", "screening"]);
    for (const status of settlementStatuses) {
      const reason = settlementWaitsFor(at(status))?.reason;
      if (reason) expect(waitingReasons).toContain(reason);
    }
  });
});
