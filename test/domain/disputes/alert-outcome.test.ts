import { describe, expect, test } from "vitest";
import { type Alert, type AlertStatus, alertStatuses } from "../../../functions/domain/disputes/alert.ts";
import {
  type AlertEnd,
  alertEnd,
  alertEnds,
  type EthocaAlertType,
  ethocaOutcome,
} from "../../../functions/domain/disputes/alert-outcome.ts";
import { reportOf } from "../../../functions/domain/disputes/alert-report.ts";
import {
  alertSources,
  isEnabled,
  isReachable,
  ownSources,
  respondBy,
  thirdPartySources,
} from "../../../functions/domain/disputes/alert-source.ts";
import { rdrCall, rdrMeaning, rdrReport } from "../../../functions/domain/disputes/verifi-rdr.ts";

type Ended = Parameters<typeof alertEnd>[0];

function alert(status: AlertStatus, more: Partial<Ended> = {}): Ended {
  return { status, resolution: null, refund: null, said: { amountCents: 10_000 }, ...more };
}

function refund(amountCents: number): Ended["refund"] {
  return { by: "service", amountCents, currency: "USD", arn: null, networkRef: null, at: "2026-11-21T00:00:00.000Z" };
}

describe("what an alert came to", () => {
  test.each(["received", "unmatched", "matched", "in_review", "notified_iso"] as const)(
    "is open while it is %s",
    (status) => expect(alertEnd(alert(status))).toBeNull(),
  );

  test.each<[AlertStatus, Partial<Ended>, AlertEnd | null]>([
    ["auto_refunded", {}, "previously_refunded"],
    ["case_opened", {}, "contested"],
    ["dismissed", {}, "contested"],
    ["expired", {}, "too_late"],
    ["resolved", { resolution: "refunded", refund: refund(10_000) }, "refunded"],
    ["resolved", { resolution: "refunded", refund: refund(9_999) }, "refunded_in_part"],
    ["resolved", { resolution: "previously_refunded" }, "previously_refunded"],
    ["resolved", { resolution: "not_found" }, "not_found"],
    ["resolved", { resolution: "duplicate" }, "duplicate"],
    ["resolved", { resolution: "informational" }, null],
    ["resolved", { resolution: "other" }, "other"],
  ])("of status %s with %j is %s", (status, more, end) => expect(alertEnd(alert(status, more))).toBe(end));

  test.each(["case_opened", "dismissed", "resolved"] as const)(
    "is that no money came in where the payment of a %s one brought none",
    (status) => expect(alertEnd(alert(status), { collected: false })).toBe("not_collected"),
  );

  test("is told for every status", () => {
    for (const status of alertStatuses) expect(() => alertEnd(alert(status))).not.toThrow();
  });
});

describe("what a source is told of an alert", () => {
  const reply = { externalId: "A1", kind: "fraud", amountCents: 10_000, currency: "USD" } as Alert["said"];
  const ended = { said: reply, paymentId: "pay_1", updatedAt: "2026-11-21T10:00:00.000Z" };

  test("is nothing while it is open", () => {
    expect(reportOf({ ...ended, ...alert("in_review"), said: reply })).toBeNull();
  });

  test("is its end with the refund that it came to, as of the refund", () => {
    const resolved = alert("resolved", { resolution: "refunded", refund: refund(10_000) });
    const at = "2026-11-21T00:00:00.000Z";
    expect(reportOf({ ...ended, ...resolved, said: reply })).toEqual({
      ...{ externalId: "A1", kind: "fraud", amountCents: 10_000, currency: "USD", end: "refunded", at },
      refund: { amountCents: 10_000, currency: "USD", arn: null, reference: "pay_1", at },
    });
  });

  test("names the network's own reference where the network gave it back", () => {
    const by = { ...refund(10_000), by: "network", networkRef: "net-1", arn: "7401" } as Ended["refund"];
    const mirrored = { ...ended, ...alert("auto_refunded", { refund: by }), said: reply };
    expect(reportOf(mirrored, { sentBack: "under_way" })).toMatchObject({
      ...{ end: "previously_refunded", refund: { reference: "net-1", arn: "7401" } },
    });
  });

  test("is nothing until our rail has said that the refund is gone, and no refund where it refused", () => {
    const resolved = {
      ...ended,
      ...alert("resolved", { resolution: "refunded", refund: refund(10_000) }),
      said: reply,
    };
    expect(reportOf(resolved, { sentBack: "under_way" })).toBeNull();
    expect(reportOf(resolved, { sentBack: "gone" })?.end).toBe("refunded");
    const refused = { end: "other", refund: null, at: "2026-11-21T10:00:00.000Z" };
    expect(reportOf(resolved, { sentBack: "refused" })).toMatchObject(refused);
    expect(reportOf(resolved, { sentBack: "refused", collected: false })?.end).toBe("not_collected");
  });

  test("is its end alone where no money went back", () => {
    expect(reportOf({ ...ended, ...alert("expired"), said: reply })).toMatchObject({
      ...{ end: "too_late", refund: null, at: "2026-11-21T10:00:00.000Z" },
    });
  });
});

/** The words that the published outcome API takes, by the type of the alert. */
const published: Record<EthocaAlertType, readonly string[]> = {
  fraud: ["STOPPED", "PARTIALLY_STOPPED", "PREVIOUSLY_CANCELLED", "MISSED", "NOT_FOUND", "ACCOUNT_SUSPENDED", "OTHER"],
  dispute: ["RESOLVED", "RESOLVED_PREVIOUSLY_REFUNDED", "UNRESOLVED_DISPUTE", "NOT_FOUND", "OTHER"],
};

describe.each(["fraud", "dispute"] as const)("an end of a %s alert at Ethoca", (kind) => {
  test.each(alertEnds)("%s has a final outcome of the published list", (end) => {
    const { outcome, comments } = ethocaOutcome(kind, end);
    expect(published[kind]).toContain(outcome);
    if (outcome === "OTHER") expect(comments).toMatch(/^.{1,1024}$/);
  });

  test.each(alertEnds)("%s says REFUNDED only where money went back", (end) => {
    const wentBack = ["refunded", "refunded_in_part", "previously_refunded"].includes(end);
    expect(ethocaOutcome(kind, end).refundStatus === "REFUNDED").toBe(wentBack);
  });
});

const noAnswer = "Not answered within the time for it.";
const another = "Another alert about the same payment was answered.";
const closed = "Closed by the merchant without a refund.";
const genuine = "The merchant has reason to believe the payment genuine.";

describe("Ethoca's table", () => {
  test.each<[EthocaAlertType, AlertEnd, string, string, string | null]>([
    ["fraud", "refunded", "STOPPED", "REFUNDED", null],
    ["fraud", "refunded_in_part", "PARTIALLY_STOPPED", "REFUNDED", null],
    ["fraud", "previously_refunded", "PREVIOUSLY_CANCELLED", "REFUNDED", null],
    ["fraud", "not_collected", "PREVIOUSLY_CANCELLED", "NOT_SETTLED", null],
    ["fraud", "not_found", "NOT_FOUND", "NOT_REFUNDED", null],
    ["fraud", "contested", "OTHER", "NOT_REFUNDED", genuine],
    ["fraud", "too_late", "MISSED", "NOT_REFUNDED", null],
    ["fraud", "duplicate", "OTHER", "NOT_REFUNDED", another],
    ["fraud", "other", "OTHER", "NOT_REFUNDED", closed],
    ["dispute", "refunded", "RESOLVED", "REFUNDED", null],
    ["dispute", "refunded_in_part", "RESOLVED", "REFUNDED", "Refunded in part."],
    ["dispute", "previously_refunded", "RESOLVED_PREVIOUSLY_REFUNDED", "REFUNDED", null],
    ["dispute", "not_collected", "RESOLVED", "NOT_SETTLED", null],
    ["dispute", "not_found", "NOT_FOUND", "NOT_REFUNDED", null],
    ["dispute", "contested", "UNRESOLVED_DISPUTE", "NOT_REFUNDED", null],
    ["dispute", "too_late", "OTHER", "NOT_REFUNDED", noAnswer],
    ["dispute", "duplicate", "OTHER", "NOT_REFUNDED", another],
    ["dispute", "other", "OTHER", "NOT_REFUNDED", closed],
  ])("tells a %s alert that is %s as %s, %s", (kind, end, outcome, refundStatus, comments) =>
    expect(ethocaOutcome(kind, end)).toEqual({ outcome, refundStatus, comments }),
  );
});

describe("the sources of alerts", () => {
  test("of our own doors are always taken", () => {
    for (const source of ownSources) expect(isEnabled(source, [])).toBe(true);
  });

  test("of third parties are off until a stage names them", () => {
    for (const source of thirdPartySources) {
      expect(isEnabled(source, [])).toBe(false);
      expect(isEnabled(source, [source])).toBe(true);
    }
    expect(alertSources).toHaveLength(7);
  });

  test("can be talked to at Ethoca alone", () => {
    expect(thirdPartySources.filter(isReachable)).toEqual(["ethoca"]);
  });

  test("give 24 hours at Ethoca, 72 at CDRN, and wait for nobody at RDR", () => {
    const at = "2026-11-20T22:11:05.000Z";
    expect(respondBy("ethoca", at)).toBe("2026-11-21T22:11:05.000Z");
    expect(respondBy("verifi_cdrn", at)).toBe("2026-11-23T22:11:05.000Z");
    expect(respondBy("verifi_rdr", at)).toBeNull();
  });
});

describe("a decision of Verifi's RDR", () => {
  const call = rdrCall.parse({
    ...{ decisionId: "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d", caseType: "DISPUTE", source: "VMPI" },
    ...{ caseDate: "2026-11-20", caseAmount: "1237.50", reasonCode: "13.1", acquirerBin: "400000" },
    ...{ cardAcceptorId: "ACME01", cardLast4: "4242", arn: "74208476305000000000001" },
  });
  const at = "2026-11-20T22:11:05.000Z";

  test("that was accepted mirrors the network's refund", () => {
    expect(rdrReport(call, "accept", at)).toMatchObject({
      ...{ kind: "rdr", refundedByNetwork: true, externalId: call.decisionId, amountCents: 123_750 },
      ...{ network: "visa", networkRef: call.decisionId, respondBy: null, raw: call },
    });
  });

  test("says what the call said, and nothing that it did not", () => {
    const said = {
      ...{ externalId: call.decisionId, amountCents: 123_750, currency: "USD", network: "visa", reasonCode: "13.1" },
      ...{ arn: "74208476305000000000001", authCode: null, cardLast4: "4242", cardBin: null, descriptor: null },
      ...{ transactionDate: null, paymentId: null, railRef: null, purchaseIdentifier: null, receivedAt: at },
      ...{ respondBy: null, isoRef: null, raw: call },
    };
    const declined = { ...said, kind: "chargeback", refundedByNetwork: false, networkRef: null };
    expect(rdrReport(call, "decline", at)).toEqual(declined);
    const told = { authCode: "A1", cardBin: "424242", transactionDate: "2026-11-18", purchaseIdentifier: "INV-1" };
    const full = { ...call, ...told, paymentDescriptor: "ACME" };
    expect(rdrReport(full, "decline", at)).toEqual({ ...declined, ...told, descriptor: "ACME", raw: full });
    expect(rdrReport({ ...call, caseAmount: "0.01" }, "accept", at)?.amountCents).toBe(1);
  });

  test("that was declined is a chargeback on its way, and no refund", () => {
    expect(rdrMeaning("decline")).toEqual({ kind: "chargeback", refundedByNetwork: false });
    expect(rdrReport(call, "decline", at)).toMatchObject({ kind: "chargeback", networkRef: null });
  });

  test.each(["0", "0.00", "1.005", "99999999999999"])("about %s is no alert", (caseAmount) => {
    expect(rdrReport({ ...call, caseAmount }, "accept", at)).toBeNull();
  });
});
