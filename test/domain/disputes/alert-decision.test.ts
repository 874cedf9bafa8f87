import { describe, expect, test } from "vitest";
import type { Alert } from "../../../functions/domain/disputes/alert.ts";
import {
  noteChargeback,
  reportsChargeback,
  reportsRefund,
} from "../../../functions/domain/disputes/alert-double-loss.ts";
import { decideBound, type MatchedAlertDetails } from "../../../functions/domain/disputes/alert-rules.ts";
import { mirrorRefund, noteNetworkRefund } from "../../../functions/domain/disputes/ingest-alert.ts";
import type { DisputeRule } from "../../../functions/domain/disputes/rule.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { aTenant, later, noon, settlementIn } from "../../support/core/samples.ts";
import { anAlert, aReport } from "../../support/disputes/alert-samples.ts";

const now = later(5);
const facts = {
  ...{ alertId: "alr_1", tenantId: "ten_1", createdAt: noon, source: "manual", kind: "dispute" },
  ...{ externalId: "A-1", amountCents: 10_000, currency: "USD" },
};

/** A payment of 100.00 whose money is held on a rail that can send it back. */
function heldPayment(change: Partial<Settlement> = {}): Settlement {
  const { settlement } = settlementIn("failed");
  return { ...settlement, refundable: true, ...change } as Settlement;
}

/** A rule that every alert of these tests meets. */
function ruleTo(action: DisputeRule["action"]): DisputeRule {
  return { id: "r1", name: "mine", action, when: [{ attribute: "score", operator: "EqualTo", value: 95 }] };
}

function decided(state: Alert, change: Partial<MatchedAlertDetails> = {}) {
  return decideBound(
    state,
    {
      ...{ settlement: heldPayment(), earlier: { caseLost: false, alertRefunded: false, chargedBack: false } },
      ...{ tenant: aTenant(), rules: [], rulesVersion: 3, railOn: true },
      ...change,
    },
    now,
  );
}

const met = {
  ruleAudit: [
    {
      ...{ ruleId: "r1", name: "mine", matched: true },
      conditions: [{ attribute: "score", operator: "EqualTo", value: 95, actual: 95, held: true }],
    },
  ],
  ...{ ruleId: "r1", rulesVersion: 3 },
};

describe("an alert that a rule meets", () => {
  test("goes to people where the rule says so, and tells it", () => {
    const next = { ...anAlert(met), status: "in_review", reviewReason: "rule", updatedAt: now };
    expect(decided(anAlert(), { rules: [ruleTo("review")] })).toEqual({
      ...{ state: next, settlement: null, opensCase: false },
      transitions: [
        {
          ...{ next, from: "matched", to: "in_review", reason: "to review: rule" },
          events: [{ name: "alert.routed_to_review", data: { ...facts, ruleId: "r1", reason: "rule" } }],
        },
      ],
    });
  });

  test("is dismissed, without an event", () => {
    const next = { ...anAlert(met), status: "dismissed", updatedAt: now };
    expect(decided(anAlert(), { rules: [ruleTo("dismiss")] })).toEqual({
      ...{ state: next, settlement: null, opensCase: false },
      transitions: [{ next, from: "matched", to: "dismissed", reason: "dismissed by rule r1", events: [] }],
    });
  });

  test("goes on as a case", () => {
    expect(decided(anAlert(), { rules: [ruleTo("open_case")] })).toEqual({
      ...{ state: anAlert(met), settlement: null, transitions: [], opensCase: true },
    });
  });

  test("is refunded, with the intent on the payment", () => {
    const refund = { by: "service", amountCents: 10_000, currency: "USD", arn: null, networkRef: null, at: now };
    const next = { ...anAlert(met), status: "resolved", resolution: "refunded", refund, updatedAt: now };
    const { settlement, ...ruled } = decided(anAlert(), { rules: [ruleTo("refund")] });
    expect(ruled).toEqual({
      ...{ state: next, opensCase: false },
      transitions: [
        {
          ...{ next, from: "matched", to: "resolved", events: [], follows: [] },
          reason: "10000 cents are given back by the rail (rule r1)",
        },
      ],
    });
    expect(settlement?.reason).toBe("10000 cents to be sent back by the rail (refund: alert alr_1)");
    expect(settlement?.next.sendBack).toMatchObject({ amountCents: 10_000, by: "refund: alert alr_1" });
  });

  test.each([
    ["named by its sender", "iso-9", "iso-7", "iso-9"],
    ["of the tenant", null, "iso-7", "iso-7"],
  ])("is told to the reseller of record %s", (_, said, isoRef, named) => {
    const state = anAlert({ said: aReport({ isoRef: said }) });
    const next = { ...anAlert({ ...met, said: state.said }), status: "notified_iso", isoRef: named, updatedAt: now };
    expect(decided(state, { rules: [ruleTo("notify_iso")], tenant: aTenant({ isoRef }) })).toEqual({
      ...{ state: next, settlement: null, opensCase: false },
      transitions: [
        {
          ...{ next, from: "matched", to: "notified_iso", reason: `reseller of record ${named} notified` },
          events: [{ name: "alert.notify_iso", data: { ...facts, isoRef: named, ruleId: "r1", respondBy: later(60) } }],
        },
      ],
    });
  });

  test("goes to people where there is no reseller of record", () => {
    const { state } = decided(anAlert(), { rules: [ruleTo("notify_iso")] });
    expect(state).toMatchObject({ status: "in_review", reviewReason: "no_iso" });
  });
});

describe("a refund by a rule", () => {
  test.each<[string, Partial<Alert>, Partial<MatchedAlertDetails>, string]>([
    ["of an escrow's deposit", {}, { settlement: null }, "refund_refused"],
    [
      "of a deposit that was taken back",
      { said: aReport({ kind: "ach_return" }) },
      { settlement: null },
      "double_loss",
    ],
    ["of what was charged back", { said: aReport({ kind: "chargeback" }) }, {}, "double_loss"],
    ["on a rail that has no leg for it", {}, { settlement: heldPayment({ refundable: false }) }, "refund_unsupported"],
    ["of a part of what is held", { said: aReport({ amountCents: 9_999 }) }, {}, "refund_unsupported"],
    ["of more than is held", { said: aReport({ amountCents: 10_001 }) }, {}, "refund_refused"],
    ["in another currency", { said: aReport({ currency: "EUR" }) }, {}, "refund_refused"],
    ["while the rail is off", {}, { railOn: false }, "rail_disabled"],
    ["for a suspended tenant", {}, { tenant: aTenant({ status: "suspended" }) }, "tenant_suspended"],
  ])("%s is for people", (_, change, snapshot, why) => {
    const ruled = decided(anAlert(change), { rules: [ruleTo("refund")], ...snapshot });
    expect(ruled.state).toMatchObject({ status: "in_review", reviewReason: why, refund: null });
    expect(ruled.settlement).toBeNull();
  });
});

describe("an alert that no rule meets", () => {
  test("is for people, with every rule that was looked at", () => {
    const never = { ...ruleTo("refund"), when: [{ attribute: "score", operator: "LessThan", value: 95 } as const] };
    const { state } = decided(anAlert(), { rules: [never] });
    expect(state).toMatchObject({ status: "in_review", reviewReason: "no_rule", ruleId: null, rulesVersion: 3 });
    expect(state.ruleAudit).toMatchObject([{ ruleId: "r1", matched: false }]);
  });

  test("opens a case all the same where the bank has taken the money", () => {
    const ruled = decided(anAlert({ said: aReport({ kind: "ach_return" }) }));
    expect(ruled).toMatchObject({ opensCase: true, transitions: [], state: { status: "matched", ruleAudit: [] } });
  });

  test("and is a report of fraud is for information, whatever the rules", () => {
    const state = anAlert({ said: aReport({ kind: "fraud_report" }) });
    const next = { ...state, status: "resolved", resolution: "informational", updatedAt: now };
    expect(decided(state, { rules: [ruleTo("refund")] })).toEqual({
      ...{ state: next, settlement: null, opensCase: false },
      transitions: [
        {
          ...{ next, from: "matched", to: "resolved", reason: "resolved as informational" },
          ...{ events: [], follows: [] },
        },
      ],
    });
  });
});

describe("a refund that the network made", () => {
  const said = aReport({ kind: "rdr", arn: "7401", networkRef: "net-1", amountCents: 4_000 });
  const mirrored = anAlert({ said });

  test("is mirrored on the alert, and told as the network's", () => {
    const refund = { by: "network", amountCents: 4_000, currency: "USD", arn: "7401", networkRef: "net-1", at: now };
    const next = { ...mirrored, status: "auto_refunded", refund, updatedAt: now };
    const data = { ...facts, kind: "rdr", amountCents: 4_000, arn: "7401", networkRef: "net-1" };
    expect(mirrorRefund(mirrored, now)).toEqual({
      ...{ next, from: "matched", to: "auto_refunded", reason: "the network gave the money back by itself" },
      events: [{ name: "alert.auto_refunded", data }],
    });
    expect(decided(mirrored, { rules: [ruleTo("refund")] }).transitions).toEqual([mirrorRefund(mirrored, now)]);
  });

  test("stays mirrored once where its payment is found later", () => {
    const ruled = decided({ ...mirrored, status: "auto_refunded" });
    expect(ruled.transitions).toEqual([]);
    expect(ruled.settlement?.next.networkRefundCents).toBe(4_000);
    expect(decided(mirrored, { settlement: null }).settlement).toBeNull();
  });

  test("is kept with its payment, several together, and never as more than was paid", () => {
    const first = noteNetworkRefund(heldPayment(), mirrored, now);
    expect(first).toMatchObject({
      ...{ quiet: true, reason: "the card network gave 4000 cents back by itself (alr_1)" },
      next: { networkRefundCents: 4_000 },
    });
    const second = noteNetworkRefund(first.next, mirrored, now);
    expect(second.next.networkRefundCents).toBe(8_000);
    expect(noteNetworkRefund(second.next, mirrored, now).next.networkRefundCents).toBe(10_000);
  });
});

describe("what an alert says of its payment's money", () => {
  test.each<[Partial<Alert>, boolean]>([
    [{ said: aReport({ kind: "chargeback" }) }, true],
    [{ said: aReport({ kind: "ach_return" }) }, true],
    [{ said: aReport({ kind: "dispute" }) }, false],
    [{ said: aReport({ kind: "chargeback" }), status: "case_opened" }, false],
    [{ said: aReport({ kind: "chargeback" }), resolution: "not_found" }, false],
    [{ said: aReport({ kind: "chargeback" }), resolution: "duplicate" }, false],
    [{ said: aReport({ kind: "chargeback" }), resolution: "other" }, true],
  ])("%# that it is gone: %s", (change, isTaken) => {
    const alert = anAlert(change);
    expect(reportsChargeback(alert)).toBe(isTaken);
    const noted = noteChargeback(heldPayment(), alert, now);
    expect(noted).toMatchObject(
      isTaken ? [{ quiet: true, reason: "its money was taken back, as alert alr_1 says" }] : [],
    );
    expect(noted).toHaveLength(isTaken ? 1 : 0);
  });

  test("is nothing new where the payment knows that it was returned", () => {
    const { payment } = heldPayment();
    const returned = heldPayment({ payment: { ...payment, status: "returned" } });
    expect(noteChargeback(returned, anAlert({ said: aReport({ kind: "chargeback" }) }), now)).toEqual([]);
  });

  test.each<[Partial<Alert>, boolean]>([
    [{}, false],
    [{ resolution: "refunded" }, true],
    [{ resolution: "previously_refunded" }, true],
    [{ resolution: "other" }, false],
    [{ refund: refundBy("network") }, true],
    [{ refund: refundBy("service"), resolution: "refunded" }, false],
  ])("%# that it was given back otherwise: %s", (change, isBack) => {
    expect(reportsRefund(anAlert(change))).toBe(isBack);
  });

  function refundBy(by: "network" | "service"): Alert["refund"] {
    return { by, amountCents: 1, currency: "USD", arn: null, networkRef: null, at: noon };
  }
});
