import { beforeEach, describe, expect, test } from "vitest";
import { digestOf } from "../../../functions/app/reconciliation/close.ts";
import { dailyClose, dailyCloseCsv, trialBalance } from "../../../functions/app/reconciliation/reports.ts";
import { closeFigures } from "../../../functions/domain/reconciliation/close.ts";
import type { CloseReport } from "../../../functions/domain/reconciliation/close-report.ts";
import { EscrowApi } from "../../support/escrow/escrow-api.ts";
import { mixedDay, reportsOf } from "../../support/escrow/escrow-reports.ts";
import { csvRows } from "../../support/routes/csv-rows.ts";

let api: EscrowApi;
const first = "2026-11-21";
const second = "2026-11-22";

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

async function close(date: string): Promise<CloseReport> {
  const found = await dailyClose(reportsOf(api), { date });
  if ("export" in found) throw new Error("made in the background");
  return found.made;
}

/** The test's clock at noon of the day after. */
function toNextDay(): void {
  api.pass(86_400);
}

describe("the close of a day with escrows", () => {
  test("has a row each, their statuses, and what is held", async () => {
    await mixedDay(api);
    toNextDay();
    const report = await close(first);
    expect(report).toMatchObject({ created: 0, unbalanced: 0, preliminary: false, settlements: [] });
    expect(report.escrows).toMatchObject({ created: 6, adjusted: 0, open: 4, heldCents: 20_000, rows: { count: 6 } });
    const snapshot = report.escrows.statuses.filter(({ closingCount }) => closingCount > 0);
    expect(snapshot.map(({ status, closingCount }) => [status, closingCount])).toEqual([
      ["awaiting_funds", 2],
      ["funded", 1],
      ["release_pending", 1],
      ["released", 1],
      ["refunded", 1],
    ]);
    expect(
      report.escrowRows?.map(({ status, collectedCents, paidOutCents }) => [status, collectedCents, paidOutCents]),
    ).toEqual([
      ["released", 10_000, 10_000],
      ["refunded", 10_000, 10_000],
      ["release_pending", 10_000, 0],
      ["awaiting_funds", 4_000, 0],
      ["funded", 10_000, 0],
      ["awaiting_funds", 0, 0],
    ]);
    for (const { account, debitCents, creditCents } of report.accounts) {
      const moved = (report.escrowRows ?? []).reduce((sum, row) => sum + (row.movements[account] ?? 0), 0);
      expect(moved, account).toBe(debitCents - creditCents);
    }
    expect(digestOf(closeFigures.parse(report))).toBe(report.sha256);
  });

  test("says the same as a table", async () => {
    await mixedDay(api);
    toNextDay();
    const { escrowRows } = await close(first);
    const found = await dailyCloseCsv(reportsOf(api), { date: first });
    if ("export" in found || "url" in found.made) throw new Error("not a table");
    const rows = csvRows(found.made.text);
    for (const each of escrowRows ?? [])
      expect(rows.find(({ escrowId }) => escrowId === each.escrowId)).toMatchObject({
        ...{ record: each.record, status: each.status, settlementId: "" },
        escrow_held: String(each.movements.escrow_held ?? ""),
      });
    expect(rows.find(({ record, status }) => record === "escrow_status" && status === "released")?.closingCount).toBe(
      "1",
    );
  });

  test("takes what comes later as an adjustment of its own day, and the trial balance agrees", async () => {
    const { unproven } = await mixedDay(api);
    toNextDay();
    const before = await close(first);
    await api.callback(unproven, { state: "payment_processed" });
    toNextDay();
    const after = await close(second);
    expect(await close(first), "the day itself does not change").toEqual(before);
    expect(after.escrows).toMatchObject({ created: 0, adjusted: 1, open: 3, heldCents: 10_000 });
    expect(after.escrowRows).toMatchObject([{ record: "adjustment", escrowId: unproven, paidOutCents: 10_000 }]);
    const found = await trialBalance(reportsOf(api), {});
    if ("export" in found) throw new Error("made in the background");
    expect(found.made.accounts.find(({ account }) => account === "escrow_held")).toMatchObject({ creditCents: 10_000 });
  });
});
