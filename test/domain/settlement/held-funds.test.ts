import { describe, expect, test } from "vitest";
import {
  heldMoney,
  isBlocked,
  isPayoutLeftBehind,
  lostCents,
  offRailCents,
  openBreaks,
  resolveLateFunds,
  sentBackCents,
  undeliveredCents,
} from "../../../functions/domain/settlement/held-funds.ts";
import {
  type Settlement,
  type SettlementStatus,
  settlementStatuses,
} from "../../../functions/domain/settlement/settlement.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";

function at(status: SettlementStatus, change: object = {}, payment: object = {}): Settlement {
  const { settlement } = settlementIn(status);
  return { ...settlement, ...change, payment: { ...settlement.payment, ...payment } } as Settlement;
}

const late = { reconBreaks: [{ kind: "funds_after_failure", at: noon }] };
const failed = { status: "failed", receivedCents: 700 };

describe("what is held of a settlement", () => {
  test.each<[string, Settlement, number]>([
    ["all of what was collected, once it failed", at("failed"), 10_000],
    ["all of what was collected, once it was declined", at("declined"), 10_000],
    ["nothing where its payment was taken back", at("failed", {}, { status: "returned" }), 0],
    ["what came after its collection had failed", at("failed", late, failed), 700],
    ["nothing where nothing had come by then", at("failed", late, { status: "failed", receivedCents: null }), 0],
    ["nothing of a collection that failed", at("failed", {}, failed), 0],
    ["nothing of late money that counted otherwise", at("failed", late, { status: "canceled", receivedCents: 700 }), 0],
  ])("is %s", (_, state, cents) => {
    expect(undeliveredCents(state)).toBe(cents);
    expect(heldMoney(state)).toEqual({ tenantPayableCents: cents, unappliedCents: 0 });
  });

  test("is nothing while it may still be delivered, and what is applied to nothing always", () => {
    const open = settlementStatuses.filter((status) => status !== "failed" && status !== "declined");
    expect(open.map((status) => undeliveredCents(at(status)))).toEqual(open.map(() => 0));
    const beside = at("failed", { txHash: "0xlate", mismatchCents: 30, unappliedCents: 4 });
    expect(heldMoney(beside)).toEqual({ tenantPayableCents: 0, unappliedCents: 34 });
    expect(undeliveredCents(beside)).toBe(10_000);
  });
});

describe("what was sent back", () => {
  const sentBack = [
    { amountCents: 100, byRail: true, lostCents: 7 },
    { amountCents: 20 },
    { amountCents: 3, byRail: false, lostCents: 1 },
  ];

  test("is on the rail's list only where the rail sent it", () => {
    const state = at("failed", { sentBack });
    expect([sentBackCents(state), offRailCents(state), lostCents(state)]).toEqual([123, 23, 8]);
  });
});

describe("what does not add up", () => {
  const reconBreaks = [
    { kind: "funds_after_failure", at: noon },
    { kind: "funds_after_failure", at: noon, resolvedAt: later(1) },
    { kind: "payout_under_way", at: noon },
  ];

  test("is open until somebody has dealt with it", () => {
    const state = at("failed", { reconBreaks });
    expect(openBreaks(state)).toEqual([reconBreaks[0], reconBreaks[2]]);
    expect(resolveLateFunds(state, later(9))).toEqual([
      { ...reconBreaks[0], resolvedAt: later(9) },
      ...reconBreaks.slice(1),
    ]);
  });

  test("is a payout that was left behind, until its proof or until that is known", () => {
    const [, , open] = reconBreaks;
    const cases = [
      at("failed", { reconBreaks }),
      at("failed", { reconBreaks, txHash: "0x" }),
      at("failed", { reconBreaks: [{ ...open, resolvedAt: later(1) }] }),
      at("failed", { reconBreaks: reconBreaks.slice(0, 2) }),
    ];
    expect(cases.map(isPayoutLeftBehind)).toEqual([true, false, false, false]);
  });
});

describe("money that nobody may send anywhere", () => {
  const screen = (outcome: string, source?: string) => ({ stage: "disbursement", round: 1, outcome, source, at: noon });

  test.each<[string, Settlement, boolean]>([
    ["the provider declined it", at("declined", { screens: [screen("declined")] }), true],
    ["no screen says who declined it", at("declined", { screens: [] }), true],
    ["operators declined it", at("declined", { screens: [screen("declined", "operator"), screen("pass")] }), false],
    [
      "operators passed it, and the provider declined it",
      at("declined", { screens: [screen("pass", "operator"), screen("declined")] }),
      true,
    ],
    ["it was declined without an answer", at("declined", { declineReason: "screening_unavailable" }), false],
    ["it failed", at("failed", { declineReason: "kyt_declined" }), false],
  ])("is told by how it ended: %s", (_, state, blocked) => {
    expect(isBlocked(state)).toBe(blocked);
  });
});
