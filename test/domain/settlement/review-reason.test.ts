import { describe, expect, test } from "vitest";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import { type Settlement, type SettlementStatus, settlement } from "../../../functions/domain/settlement/settlement.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";

function at(status: SettlementStatus, change: object = {}, payment: object = {}): Settlement {
  const { settlement: state } = settlementIn(status);
  return { ...state, ...change, payment: { ...state.payment, ...payment } } as Settlement;
}

const reserve = (change: object) => ({
  reserve: { status: "held", heldCents: 900, blocked: null, payout: null, ...change },
});
const submitted = { railState: "payout_submitted" };
const intent = { leg: "payout", key: "k", at: later(3) };

describe("why a settlement is in the queue is said in whole words, with since when and until when", () => {
  test.each<[SettlementStatus, object, object, object | null]>([
    [
      ...(["collecting", { mismatchCents: 400 }, { receivedAt: later(2) }] as const),
      {
        kind: "amount_mismatch",
        reason: "4.00 USD came where 100.00 USD was expected; nothing is applied until operators decide",
        ...{ since: later(2), deadline: null },
      },
    ],
    [
      ...(["collecting", { mismatchCents: 400, updatedAt: later(4) }, { receivedAt: null }] as const),
      { kind: "amount_mismatch", reason: expect.any(String), since: later(4), deadline: null },
    ],
    [
      ...(["collecting", {}, {}] as const),
      { kind: "in_flight", reason: "waiting for the payer's money", since: noon, deadline: null },
    ],
    [
      ...(["collecting", { unappliedCents: 400 }, {}] as const),
      { kind: "in_flight", reason: "4.00 USD of 100.00 USD came; waiting for the rest", since: noon, deadline: null },
    ],
    [
      ...(["collecting", { stalledAt: later(9), intent: null }, {}] as const),
      {
        kind: "stalled",
        reason: "the payer's money has not come within the rail's limit",
        ...{ since: noon, deadline: null },
      },
    ],
    [
      ...(["settling", { stalledAt: later(9), intent }, submitted] as const),
      {
        kind: "stalled",
        reason: "the rail took the payout and has shown no proof on chain since",
        ...{ since: later(3), deadline: later(86_403) },
      },
    ],
    [
      ...(["screening", { stalledAt: later(9) }, {}] as const),
      { kind: "in_flight", reason: "the wallet is being screened before payout", since: noon, deadline: null },
    ],
    [
      ...(["completed", { unappliedCents: 700, updatedAt: later(9) }, { receivedAt: later(2) }] as const),
      {
        kind: "held",
        reason: "7.00 USD came beside what was expected and is applied to nothing",
        ...{ since: later(2), deadline: null },
      },
    ],
    [
      ...(["failed", { failureReason: "closed", updatedAt: later(9) }, {}] as const),
      {
        kind: "held",
        reason: "100.00 USD of the payer's is held since the settlement was failed (closed)",
        ...{ since: later(9), deadline: null },
      },
    ],
    [
      ...(["completed", reserve({ blocked: { reason: "manual", at: later(5) } }), {}] as const),
      { kind: "reserve", reason: "9.00 USD are kept in reserve (manual)", since: later(5), deadline: null },
    ],
    [
      ...(["completed", reserve({ status: "releasing", payout: { stalledAt: later(6) } }), {}] as const),
      {
        kind: "reserve",
        reason: "9.00 USD of a reserve are being paid out, and the rail shows no proof",
        ...{ since: later(6), deadline: null },
      },
    ],
    [...(["completed", reserve({ status: "releasing", payout: null }), {}] as const), null],
    [...(["completed", reserve({ status: "released", blocked: { reason: "x", at: noon } }), {}] as const), null],
    [...(["completed", { unknownRailState: "odd", unknownRailAt: noon, updatedAt: noon }, {}] as const), null],
  ])("%s %j %j", (status, change, payment, expected) => {
    expect(reviewReason(at(status, change, payment))).toEqual(expected);
  });
});

describe("a stored row", () => {
  test.each([[null], ["row"], [7], [{}], [{ status: "nothing" }]])("that is no settlement (%j) is refused", (row) => {
    expect(settlement.safeParse(row).success).toBe(false);
  });

  test.each([
    ["pending", "created"],
    ["reserved", "screened"],
    ["disbursing", "settling"],
    ["settled", "completed"],
  ] as const)("of before may say %s for %s", (word, status) => {
    expect(settlement.parse({ ...at(status), status: word }).status).toBe(status);
  });
});
