import { describe, expect, test } from "vitest";
import { pointerPartition } from "../../../functions/app/core/aggregate.ts";
import { alertRecordType } from "../../../functions/app/disputes/alert-record.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import {
  type Alert,
  type AlertStatus,
  type AlertTransitions,
  alertMoves,
  alertStatuses,
} from "../../../functions/domain/disputes/alert.ts";
import { type EarlierLoss, type Loss, lossesOf } from "../../../functions/domain/disputes/alert-double-loss.ts";
import { alertLookAt, alertReviewReason, openAlertActions } from "../../../functions/domain/disputes/alert-review.ts";
import { decideBound, type MatchedAlertDetails } from "../../../functions/domain/disputes/alert-rules.ts";
import { dismissAlert, expireAlert, openedCase, resolveAlert } from "../../../functions/domain/disputes/resolve.ts";
import type { DisputeRule } from "../../../functions/domain/disputes/rule.ts";
import { ruleFactsOf } from "../../../functions/domain/disputes/rule-facts.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { agreed, aTenant, lastOf, later, noon, settlementIn } from "../../support/core/samples.ts";
import { anAlert, aReport, receivedAlert } from "../../support/disputes/alert-samples.ts";

function alertIn(status: AlertStatus, change: Partial<Alert> = {}): Alert {
  return anAlert({ status, ...change });
}

const eventsOf = (transitions: AlertTransitions) =>
  transitions.flatMap(({ events = [] }) => events.map(({ name }) => name));

describe("an alert's moves", () => {
  const commands = {
    resolved: (state: Alert) => resolveAlert(state, { resolution: "other", note: null }, later(9)),
    dismissed: (state: Alert) => dismissAlert(state, null, later(9)),
    case_opened: (state: Alert) => openedCase(state, "cas_1", later(9)),
  } as const;

  test.each(alertStatuses.flatMap((from) => Object.keys(commands).map((to) => [from, to] as const)))(
    "from %s to %s: allowed by the graph, already so, or refused",
    (from, to) => {
      const command = commands[to as keyof typeof commands];
      const done = {
        resolution: from === "resolved" ? "other" : null,
        caseId: from === "case_opened" ? "cas_1" : null,
      } as const;
      const transitions = command(alertIn(from, done));
      if (from === to) expect(transitions).toEqual([]);
      else if (alertMoves[from].includes(to as AlertStatus)) expect(lastOf(agreed(transitions)).next.status).toBe(to);
      else expect(transitions).toMatchObject({ code: "invalid_state_transition", detail: { extra: { from, to } } });
    },
  );

  test.each(alertStatuses)("in %s end by the clock only where an answer was possible", (status) => {
    const state = alertIn(status);
    const mayExpire = alertMoves[status].includes("expired");
    expect(expireAlert(state, later(59))).toEqual([]);
    expect(expireAlert(state, later(60)).map(({ to }) => to)).toEqual(mayExpire ? ["expired"] : []);
    expect(alertLookAt(state)).toBe(mayExpire ? later(60) : undefined);
    expect(alertLookAt(alertIn(status, { said: aReport({ respondBy: null }) }))).toBeUndefined();
  });

  test("resolved otherwise is refused", () => {
    const state = alertIn("resolved", { resolution: "refunded" });
    expect(resolveAlert(state, { resolution: "other", note: null }, later(9))).toBeInstanceOf(Refusal);
  });

  test.each(alertStatuses)("that operators see in %s can be made", (status) => {
    const open = openAlertActions(alertIn(status));
    expect(open.includes("dismiss_alert")).toBe(alertMoves[status].includes("dismissed"));
    expect(open.includes("open_case")).toBe(alertMoves[status].includes("case_opened"));
    const waits = alertReviewReason(alertIn(status, { reviewReason: "no_rule" })) !== null;
    expect(waits).toBe(["unmatched", "in_review", "notified_iso"].includes(status));
  });
});

describe("what an alert tells when it comes in", () => {
  test.each([
    [{}, true, ["alert.created", "alert.matched"]],
    [{}, false, ["alert.created", "alert.unmatched"]],
    [{ kind: "rdr" as const }, false, ["alert.created", "alert.auto_refunded"]],
    [{ refundedByNetwork: true }, false, ["alert.created", "alert.auto_refunded"]],
    [{ kind: "rdr" as const }, true, ["alert.created", "alert.matched"]],
    [{ kind: "fraud_report" as const }, false, ["alert.created", "alert.unmatched"]],
  ])("%j, bound %s: %j", (change, isBound, names) => {
    expect(eventsOf(receivedAlert(change, isBound))).toEqual(names);
  });

  test("is one event for each entry, so that every one is found by its name", () => {
    for (const transitions of [receivedAlert(), receivedAlert({}, false)])
      for (const { events = [] } of transitions) expect(events).toHaveLength(1);
  });

  test("counts for the ratio programs on the day on which its source had it", () => {
    const [born] = receivedAlert({ kind: "chargeback", network: "visa", receivedAt: "2026-10-31T23:00:00.000Z" });
    expect(born?.follows).toEqual([
      {
        kind: "count",
        tenantId: "ten_1",
        at: "2026-10-31T23:00:00.000Z",
        counts: { visaChargebacks: 1, visaCents: 10_000 },
      },
    ]);
    expect(receivedAlert()[0]?.follows).toEqual([]);
  });
});

const nothingEarlier: EarlierLoss = { caseLost: false, alertRefunded: false, chargedBack: false };

/** A payment whose money is held on a rail that can send it back. */
function heldPayment(change: Partial<Settlement> = {}): Settlement {
  const failed = settlementIn("failed").settlement;
  const payment = { ...failed.payment, status: "succeeded" as const };
  return { ...failed, refundable: true, payment, ...change } as Settlement;
}

function withPayment(change: Partial<Settlement["payment"]>): Settlement {
  const state = heldPayment();
  return { ...state, payment: { ...state.payment, ...change } };
}

const order = { key: "k", amountCents: 1, payableCents: 1, by: "x", transferRef: null, lookAt: noon };

/** The double-loss guard as a table: what the books say, and what of it forbids a refund. */
const guard: readonly (readonly [string, Settlement, EarlierLoss, readonly Loss[]])[] = [
  ["nothing happened", heldPayment(), nothingEarlier, []],
  ["a case is open", heldPayment({ disputes: ["cas_1"] }), nothingEarlier, ["case_open"]],
  ["a case was lost", heldPayment(), { ...nothingEarlier, caseLost: true }, ["case_lost"]],
  ["the payer's bank took it back", withPayment({ status: "returned" }), nothingEarlier, ["payment_returned"]],
  ["it was refunded", withPayment({ status: "refunded" }), nothingEarlier, ["refunded"]],
  ["another alert was refunded", heldPayment(), { ...nothingEarlier, alertRefunded: true }, ["refunded"]],
  ["another alert is a chargeback", heldPayment(), { ...nothingEarlier, chargedBack: true }, ["charged_back"]],
  ["a refund is under way", heldPayment({ sendBack: order }), nothingEarlier, ["refund_under_way"]],
  ["the network refunded it", heldPayment({ networkRefundCents: 1 }), nothingEarlier, ["network_refund"]],
  [
    "all of it at once",
    heldPayment({ disputes: ["cas_1"], sendBack: order, networkRefundCents: 1 }),
    { caseLost: true, alertRefunded: true, chargedBack: true },
    ["case_open", "case_lost", "charged_back", "refunded", "refund_under_way", "network_refund"],
  ],
];

describe("the double-loss guard", () => {
  const refund: DisputeRule = {
    ...{ id: "r", name: "r", action: "refund" },
    when: [{ attribute: "kind", operator: "EqualTo", value: "dispute" }],
  };

  test.each(guard)("%s", (_, settlement, earlier, expected) => {
    expect(lossesOf(settlement, earlier)).toEqual(expected);
    const snapshot: MatchedAlertDetails = {
      ...{ settlement, earlier, tenant: aTenant(), rules: [refund], rulesVersion: 1, railOn: true },
    };
    const amountCents = settlement.fiatInCents;
    const ruled = decideBound(lastOf(receivedAlert({ amountCents })).next, snapshot, later(1));
    if (expected.length > 0) expect(ruled.state).toMatchObject({ status: "in_review", reviewReason: "double_loss" });
    expect(ruled.settlement === null).toBe(ruled.state.refund === null);
  });

  test("lets a refund through that nothing forbids, with the intent on the payment", () => {
    const settlement = heldPayment();
    const snapshot = {
      settlement,
      earlier: nothingEarlier,
      tenant: aTenant(),
      rules: [refund],
      rulesVersion: 1,
      railOn: true,
    };
    const state = lastOf(receivedAlert({ amountCents: settlement.fiatInCents })).next;
    const ruled = decideBound(state, snapshot, later(1));
    expect(ruled.state.status).toBe("resolved");
    expect(ruled.settlement?.next.sendBack).toMatchObject({ amountCents: settlement.fiatInCents });
    expect(ruled.settlement?.postings ?? []).toEqual([]);
    const why = (change: Partial<MatchedAlertDetails>) =>
      decideBound(state, { ...snapshot, ...change }, later(1)).state.reviewReason;
    expect(why({ railOn: false })).toBe("rail_disabled");
    expect(why({ tenant: aTenant({ status: "suspended" }) })).toBe("tenant_suspended");
    expect(why({ settlement: heldPayment({ refundable: false }) })).toBe("refund_unsupported");
  });
});

test.each(["pay_01M7Y6RAFPQG2ZSQY5YJ1X0DPK", "PAY_01m7y6rafpqg2zsqy5yj1x0dpk", "pay_01M7Y6RAFPQG2ZSQY5YJ1X0DP\u212a"])(
  "a sender's word that any spelling makes an id finds nothing that is about that record: %s",
  (word) => {
    const [born] = receivedAlert({ externalId: word, arn: word });
    const found = born && alertRecordType.pointers?.(born.next).map(({ value }) => pointerPartition(value));
    expect(found).toHaveLength(2);
    expect(found).not.toContain("find#pay_01m7y6rafpqg2zsqy5yj1x0dpk");
  },
);

test("what was counted when it came in is taken back in the same month, whatever its sender says of the time", () => {
  const coming = { kind: "chargeback", network: "visa", receivedAt: "2031-01-01T00:00:00.000Z" } as const;
  const [born, bound] = receivedAlert(coming);
  const joined = bound && agreed(openedCase(bound.next, "cas_1", later(9e6), true));
  const at = [born, lastOf(joined ?? [])].flatMap((transition) => transition?.follows ?? []);
  expect(at).toMatchObject([{ at: noon }, { at: noon }]);
});

test("rules see what was said, what it means, and how it was bound", () => {
  const state = {
    ...{ source: "mock" as const, match: { score: 95, method: "auto" as const, at: noon } },
    said: aReport({ network: "visa", reasonCode: "10.4", transactionDate: "2026-11-18" }),
  };
  expect(ruleFactsOf(state, { isoRef: "iso-7" }, noon)).toMatchObject({
    ...{ category: "fraudulent", condition: "fraud", ageDays: 3, isoRef: "iso-7", score: 95, method: "auto" },
  });
  const bare = { source: "mock" as const, match: null, said: aReport({ isoRef: "iso-9" }) };
  expect(ruleFactsOf(bare, { isoRef: "iso-7" }, noon)).toMatchObject({
    ...{ category: "general", condition: null, ageDays: null, isoRef: "iso-9", score: null, method: null },
  });
});
