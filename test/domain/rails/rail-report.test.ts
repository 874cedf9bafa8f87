import { describe, expect, test } from "vitest";
import { type RailReport, railReportEvent } from "../../../functions/domain/rails/rail-report.ts";

const report = (change: Partial<RailReport>): RailReport => ({ railRef: "tr_1", state: "funds_received", ...change });

describe("what a person reports of a rail", () => {
  test.each<[Partial<RailReport>, object]>([
    [{ amountCents: 4_000 }, { kind: "funds_received", amountCents: 4_000 }],
    [{}, { kind: "funds_received", amountCents: undefined }],
    [
      { state: "payment_processed", txHash: "0xabc" },
      { kind: "payment_processed", txHash: "0xabc" },
    ],
    [
      { state: "failed", return_code: "R03" },
      { kind: "failed", code: "R03" },
    ],
    [{ state: "failed" }, { kind: "failed", code: "rail_failed" }],
    [
      { state: "returned", return_code: "R29" },
      { kind: "returned", code: "R29" },
    ],
    [
      { state: "notification_of_change", return_code: "C01" },
      { kind: "notification_of_change", code: "C01" },
    ],
  ])("as %j is that event", (change, event) => {
    expect(railReportEvent(report(change))).toEqual(event);
  });

  test.each<Partial<RailReport>>([
    { state: "payment_processed" },
    { state: "payment_processed", amountCents: 10_000 },
    { state: "returned", txHash: "0xabc" },
    { state: "notification_of_change" },
    { state: "in_orbit", return_code: "R29", txHash: "0xabc" },
    { state: "" },
  ])("as %j proves nothing", (change) => {
    const { state } = report(change);
    expect(railReportEvent(report(change))).toEqual({ kind: "unknown", state });
  });
});
