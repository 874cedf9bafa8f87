import { describe, expect, test } from "vitest";
import { countedAt, countsOfAlert, exclusionCounts } from "../../../functions/domain/disputes/counters.ts";
import { later, noon } from "../../support/core/samples.ts";
import { aReport } from "../../support/disputes/alert-samples.ts";

describe("what an alert adds to the card programs", () => {
  test.each([
    ["chargeback", "visa", "13.1", { visaChargebacks: 1, visaCents: 10_000 }],
    ["fraud_report", "visa", "10.4", { visaFraudReports: 1, visaCents: 10_000 }],
    [
      "chargeback",
      "visa",
      "10.5",
      { visaChargebacks: 1, visaExcluded: 1, visaCents: 10_000, visaExcludedCents: 10_000 },
    ],
    [
      "fraud_report",
      "visa",
      "10.5",
      { visaFraudReports: 1, visaExcluded: 1, visaCents: 10_000, visaExcludedCents: 10_000 },
    ],
    ["chargeback", "visa", null, { visaChargebacks: 1, visaCents: 10_000 }],
    ["chargeback", "mastercard", "4853", { mastercardChargebacks: 1 }],
    ["fraud_report", "mastercard", "4837", { mastercardFraudReports: 1 }],
    ["chargeback", "amex", "10.5", { amexChargebacks: 1 }],
    ["fraud_report", "discover", null, { discoverFraudReports: 1 }],
    ["chargeback", "ach", "R10", {}],
    ["chargeback", null, "10.5", {}],
    ["dispute", "visa", "13.1", {}],
    ["fraud", "mastercard", "4837", {}],
  ] as const)("of a %s at %s for %s is %j", (kind, network, reasonCode, counts) => {
    expect(countsOfAlert(aReport({ kind, network, reasonCode }))).toEqual(counts);
  });

  test.each(["4837", "4863"])("of Mastercard's %s is fraud, with its money", (reasonCode) => {
    expect(countsOfAlert(aReport({ kind: "chargeback", network: "mastercard", reasonCode, amountCents: 700 }))).toEqual(
      { mastercardChargebacks: 1, mastercardFraudChargebacks: 1, mastercardFraudCents: 700 },
    );
  });

  test("does not count against Visa's limit what the network refunded, but a report of fraud", () => {
    const refunded = (kind: "chargeback" | "fraud_report", network: "visa" | "mastercard") =>
      countsOfAlert(aReport({ kind, network, refundedByNetwork: true }));
    expect(refunded("chargeback", "visa")).toEqual({
      visaChargebacks: 1,
      visaExcluded: 1,
      visaCents: 10_000,
      visaExcludedCents: 10_000,
    });
    expect(refunded("fraud_report", "visa")).toEqual({ visaFraudReports: 1, visaCents: 10_000 });
    expect(refunded("chargeback", "mastercard")).toEqual({ mastercardChargebacks: 1 });
  });

  test("is counted when its source had it, and never after we have it", () => {
    const at = (receivedAt: string) => countedAt({ said: aReport({ receivedAt }), createdAt: noon });
    expect([at(later(-5)), at(later(5)), at(noon)]).toEqual([later(-5), noon, noon]);
  });
});

describe("what leaves Visa's program again", () => {
  const visa = { network: "visa", reasonCode: "10.4", receivedAt: "2026-11-02T00:00:00.000Z" } as const;
  const [inMonth, nextMonth] = ["2026-11-30T23:59:59.999Z", "2026-12-01T00:00:00.000Z"];

  test.each([
    ["a chargeback within its month", "resolved", { kind: "chargeback" }, inMonth, 1],
    ["a chargeback of the month before", "resolved", { kind: "chargeback" }, nextMonth, 0],
    ["a report of fraud", "resolved", { kind: "fraud_report" }, inMonth, 0],
    ["a chargeback of 10.4, whenever", "compelling_evidence", { kind: "chargeback" }, nextMonth, 1],
    ["a chargeback for another reason", "compelling_evidence", { kind: "chargeback", reasonCode: "13.1" }, inMonth, 0],
    ["a chargeback for none", "compelling_evidence", { kind: "chargeback", reasonCode: null }, inMonth, 0],
    ["a report of fraud", "compelling_evidence", { kind: "fraud_report", reasonCode: null }, inMonth, 1],
    ["what was never in it", "compelling_evidence", { kind: "chargeback", reasonCode: "10.5" }, inMonth, 0],
    ["another network's", "compelling_evidence", { kind: "chargeback", network: "mastercard" }, inMonth, 0],
    ["what did not count", "compelling_evidence", { kind: "dispute" }, inMonth, 0],
  ] as const)("%s, %s", (_, why, change, at, excluded) => {
    expect(exclusionCounts(aReport({ ...visa, ...change }), why, at)).toEqual(
      excluded === 1 ? { visaExcluded: 1, visaExcludedCents: 10_000 } : {},
    );
  });
});
