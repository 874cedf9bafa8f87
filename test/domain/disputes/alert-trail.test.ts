import { describe, expect, test } from "vitest";
import type { Alert } from "../../../functions/domain/disputes/alert.ts";
import {
  type AlertReviewReason,
  alertReviewOf,
  alertReviewReason,
  alertReviewReasons,
} from "../../../functions/domain/disputes/alert-review.ts";
import { bindAlert, receiveAlert } from "../../../functions/domain/disputes/ingest-alert.ts";
import { dismissAlert, expireAlert, openedCase, resolveAlert } from "../../../functions/domain/disputes/resolve.ts";
import { agreed, lastOf, later, noon } from "../../support/core/samples.ts";
import { anAlert, aReport } from "../../support/disputes/alert-samples.ts";

const facts = {
  ...{ alertId: "alr_1", tenantId: "ten_1", createdAt: noon, source: "mock", kind: "fraud" },
  ...{ externalId: "A-1", amountCents: 10_000, currency: "USD" },
};
const said = aReport({ kind: "fraud", arn: "7401", descriptor: "ACME" });
const input = { id: "alr_1", tenantId: "ten_1", source: "mock", said } as const;
const candidates = [
  { paymentId: "pay_1", score: 60, reasons: ["same amount"] },
  { paymentId: "pay_2", score: 50, reasons: [] },
];

const born: Alert = {
  ...{ ...input, status: "received", fetched: false, candidates, createdAt: noon, updatedAt: noon },
  ...{ paymentId: null, escrowId: null, match: null, ruleAudit: [], ruleId: null, rulesVersion: null },
  ...{ reviewReason: null, isoRef: null, refund: null, caseId: null, resolution: null, reportedAt: null },
};

describe("an alert that comes in", () => {
  test("begins with nothing decided, and waits for people where its payment is not clear", () => {
    const unmatched = { ...born, status: "unmatched" };
    expect(receiveAlert(input, { candidates, bound: null }, noon)).toEqual([
      {
        ...{ next: born, from: null, to: "received", reason: "fraud alert from mock", follows: [] },
        events: [{ name: "alert.created", data: { ...facts, arn: "7401", descriptor: "ACME", respondBy: later(60) } }],
      },
      {
        ...{ next: unmatched, from: "received", to: "unmatched" },
        reason: "none of 2 payments is clearly the one",
        events: [{ name: "alert.unmatched", data: { ...facts, candidates: 2 } }],
      },
    ]);
    const without = receiveAlert(input, { candidates: [], bound: null }, noon);
    expect(lastOf(without).reason).toBe("no payment found");
  });

  test("is bound to its payment with the score that it has", () => {
    const bound = { paymentId: "pay_1", score: 95, method: "auto" } as const;
    const [, transition] = receiveAlert({ ...input, fetched: true }, { candidates: [], bound }, noon);
    const match = { score: 95, method: "auto", at: noon };
    expect(transition).toEqual({
      next: { ...born, fetched: true, candidates: [], status: "matched", paymentId: "pay_1", match },
      ...{ from: "received", to: "matched", reason: "bound to pay_1: score 95" },
      events: [
        { name: "alert.matched", data: { ...facts, paymentId: "pay_1", escrowId: null, score: 95, method: "auto" } },
      ],
    });
  });

  test("is bound by people in their own words, to an escrow too, and keeps the status that it ended with", () => {
    const byHand = { paymentId: "pay_1", score: 40, method: "operator" } as const;
    expect(bindAlert(born, byHand, later(1)).reason).toBe("bound to pay_1: by hand");
    expect(bindAlert(born, byHand, later(1), "the payer said so").reason).toBe("bound to pay_1: the payer said so");
    const escrow = bindAlert(born, { ...byHand, paymentId: null, escrowId: "esc_1" }, later(1));
    expect(escrow).toMatchObject({ reason: "bound to esc_1: by hand", next: { escrowId: "esc_1", paymentId: null } });
    const mirrored = { ...born, status: "auto_refunded" } as const;
    expect(bindAlert(mirrored, byHand, later(1))).toMatchObject({ from: "auto_refunded", to: "auto_refunded" });
  });
});

describe("an alert that ends", () => {
  const state = anAlert();
  const ended = (change: Partial<Alert>) => ({ ...state, ...change, updatedAt: later(9) });

  test("is resolved as somebody says, with their note", () => {
    const next = ended({ status: "resolved", resolution: "not_found" });
    expect(resolveAlert(state, { resolution: "not_found", note: null }, later(9))).toEqual([
      { next, from: "matched", to: "resolved", reason: "resolved as not_found", events: [], follows: [] },
    ]);
    const [noted] = agreed(resolveAlert(state, { resolution: "other", note: "settled by phone" }, later(9)));
    expect(noted?.reason).toBe("resolved as other: settled by phone");
    expect(agreed(resolveAlert(next as Alert, { resolution: "not_found", note: "again" }, later(9)))).toEqual([]);
  });

  test("is dismissed, with a note or without", () => {
    const next = ended({ status: "dismissed" });
    expect(dismissAlert(state, "no such order", later(9))).toEqual([
      { next, from: "matched", to: "dismissed", reason: "dismissed: no such order", events: [] },
    ]);
    expect(lastOf(agreed(dismissAlert(state, null, later(9)))).reason).toBe("dismissed");
  });

  test("goes on as a case, the same one once", () => {
    const next = ended({ status: "case_opened", caseId: "cas_1" });
    expect(openedCase(state, "cas_1", later(9))).toEqual([
      { next, from: "matched", to: "case_opened", reason: "goes on as case cas_1", events: [], follows: [] },
    ]);
    expect(openedCase(next as Alert, "cas_1", later(9))).toEqual([]);
    expect(openedCase(next as Alert, "cas_2", later(9))).toMatchObject({ code: "invalid_state_transition" });
  });

  test("expires with its time", () => {
    const next = ended({ status: "expired", updatedAt: later(60) });
    expect(expireAlert(state, later(60))).toEqual([
      {
        ...{ next: { ...next, updatedAt: later(60) }, from: "matched", to: "expired", events: [] },
        reason: "the time for an answer passed",
      },
    ]);
  });

  test("is refused in words where it has ended already", () => {
    const expired = anAlert({ status: "expired" });
    expect(dismissAlert(expired, null, later(9))).toMatchObject({
      ...{ message: "an alert cannot go from expired to dismissed", code: "invalid_state_transition" },
    });
  });
});

describe("the count of a chargeback", () => {
  const visa = { kind: "chargeback", network: "visa" } as const;
  const counted = (howMany: object) => [{ kind: "count", tenantId: "ten_1", at: noon, counts: howMany }];

  test("is taken back only where the case that it joins counts it", () => {
    const follows = (state: Alert, byCase: boolean) => {
      return lastOf(agreed(openedCase(state, "cas_1", later(9), byCase))).follows;
    };
    expect(follows(anAlert({ said: aReport(visa) }), true)).toEqual(
      counted({ visaChargebacks: -1, visaCents: -10_000 }),
    );
    expect(follows(anAlert({ said: aReport(visa) }), false)).toEqual([]);
    expect(follows(anAlert({ said: aReport({ ...visa, kind: "fraud_report" }) }), true)).toEqual([]);
  });

  test.each([
    ["verifi_cdrn", "refunded", { visaExcluded: 1, visaExcludedCents: 10_000 }],
    ["verifi_rdr", "previously_refunded", { visaExcluded: 1, visaExcludedCents: 10_000 }],
    ["verifi_rdr", "duplicate", null],
    ["ethoca", "refunded", null],
  ] as const)("leaves Visa's program where %s has it as %s: %j", (source, resolution, counts) => {
    const [resolved] = agreed(
      resolveAlert(anAlert({ source, said: aReport(visa) }), { resolution, note: null }, later(9)),
    );
    expect(resolved?.follows).toEqual(counts === null ? [] : counted(counts));
  });
});

/** What each reason to look at an alert says to people. */
const reasons: Readonly<Record<AlertReviewReason, string>> = {
  no_rule: "no rule says what to do",
  rule: "a rule asks for a person",
  refund_unsupported: "a rule would refund, and the rail has no leg for that",
  refund_refused: "a rule would refund, and this payment cannot be given back as it stands",
  double_loss: "a rule would refund money that was or may be taken back otherwise",
  rail_disabled: "a rule would refund, and the rail is switched off",
  tenant_suspended: "a rule would refund, and the tenant is suspended",
  deadline_passed: "a rule would open a case whose window has closed",
  no_iso: "a rule would tell the reseller of record, and there is none",
};

describe("an alert in the queue", () => {
  const inReview = (reviewReason: string | null) => anAlert({ status: "in_review", reviewReason });

  test.each(Object.entries(reasons))("says of %s: %s", (why, reason) => {
    expect(alertReviewReason(inReview(why))).toEqual({
      ...{ kind: "alert", reason, since: noon, deadline: later(60) },
    });
  });

  test("knows every reason, and shows one of a newer release as it is", () => {
    expect(Object.keys(reasons)).toEqual([...alertReviewReasons]);
    expect(alertReviewReason(inReview("newer words"))?.reason).toBe("newer words");
    expect(alertReviewReason(inReview(null))?.reason).toBe("it was sent to people");
  });

  test("says which payments it may be about, or who is to be told", () => {
    expect([
      alertReviewReason(anAlert({ status: "unmatched" }))?.reason,
      alertReviewReason(anAlert({ status: "unmatched", candidates }))?.reason,
      alertReviewReason(anAlert({ status: "notified_iso", isoRef: "iso-7" }))?.reason,
    ]).toEqual([
      "an alert that no payment was found for",
      "an alert that is about one of 2 payments, or none of them",
      "the reseller of record iso-7 is to be told, or to act",
    ]);
  });

  test("offers what may still be done", () => {
    expect(alertReviewOf(inReview("rule"))).toMatchObject({
      ...{ kind: "alert", actions: ["note", "assign", "dismiss_alert", "open_case"] },
    });
    expect(alertReviewOf(anAlert())).toBeNull();
  });
});
