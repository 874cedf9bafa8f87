import { beforeEach, describe, expect, test } from "vitest";
import { closeDue, digestOf } from "../../../functions/app/reconciliation/close.ts";
import { dailyClose, dailyCloseCsv } from "../../../functions/app/reconciliation/reports.ts";
import { closeFigures } from "../../../functions/domain/reconciliation/close.ts";
import type { CloseReport } from "../../../functions/domain/reconciliation/close-report.ts";
import { BooksApi, type PaymentUnderTest } from "../../support/reconciliation/books-api.ts";
import { csvRows } from "../../support/routes/csv-rows.ts";

let api: BooksApi;
const first = "2026-11-21";
const second = "2026-11-22";

beforeEach(() => {
  api = new BooksApi();
});

async function close(date: string, tenantId?: string): Promise<CloseReport> {
  const found = await dailyClose(api.reports(), { date, tenantId });
  if ("export" in found) throw new Error("made in the background");
  return found.made;
}

async function closeTable(date: string) {
  const found = await dailyCloseCsv(api.reports(), { date });
  if ("export" in found || "url" in found.made) throw new Error("not a table");
  return found.made;
}

async function completed(amountCents = 10_000): Promise<PaymentUnderTest> {
  return api.settle(await api.paid(amountCents));
}

/** Every kind of settlement, and the next day's noon. */
async function mixedDay() {
  const payments = {
    completed: await completed(),
    declined: await api.settle(await api.paid(2_000, { wallet: "0xLATEBLOCK" })),
    failed: await api.settle(await api.paid(3_000, { wallet: "0xFAILCONVERT" })),
    settling: await api.settle(await api.paid(4_000, { wallet: "0xNOPROOF" })),
    collecting: await api.paid(5_000, { source: "ach_push" }),
    returned: await completed(6_000),
  };
  await api.railSays(payments.returned.railRef, "returned", { return_code: "R10" });
  api.toNextDay();
  return payments;
}

function accountOf(report: CloseReport, account: string) {
  return report.accounts.find((each) => each.account === account);
}

function countOf(report: CloseReport, status: string) {
  return report.statuses.find((each) => each.status === status);
}

/** What an account's settlements moved, added up. */
function movedBy({ settlements }: CloseReport, account: string): number {
  return (settlements ?? []).reduce((sum, { movements }) => sum + (movements[account] ?? 0), 0);
}

describe("a day with every kind of settlement", () => {
  test("closes to the cent: opening, movements and closing, and its rows add up to them", async () => {
    await mixedDay();
    const report = await close(first);
    expect(report).toMatchObject({ created: 6, adjusted: 0, inFlight: 2, unbalanced: 0, preliminary: false });
    for (const line of report.accounts) {
      expect(line.closingCents).toBe(line.openingCents + line.debitCents - line.creditCents + line.lateCents);
      expect(movedBy(report, line.account), line.account).toBe(line.debitCents - line.creditCents);
    }
    expect(report.accounts.reduce((sum, { closingCents }) => sum + closingCents, 0)).toBe(0);
    expect(accountOf(report, "rail_clearing")).toMatchObject({
      debitCents: 25_000,
      creditCents: 8_775 + 5_265 + 6_000,
    });
    expect(accountOf(report, "return_shortfall")).toMatchObject({ closingCents: 5_415 });
    expect(countOf(report, "completed")).toMatchObject({ openingCount: 0, createdCount: 2, closingCount: 2 });
    expect(countOf(report, "collecting")).toMatchObject({ createdCount: 1, closingCount: 1 });
    expect(report.settlements?.map(({ record, status }) => `${record} ${status}`)).toEqual([
      "created completed",
      "created declined",
      "created failed",
      "created settling",
      "created collecting",
      "created completed",
    ]);
  });

  test("says the same as a table, whose digest anybody can make again from the figures", async () => {
    await mixedDay();
    const report = await close(first);
    const table = await closeTable(first);
    expect(table).toMatchObject({ filename: "sluice-close-2026-11-21-all.csv", sha256: report.sha256 });
    const rows = csvRows(table.text);
    for (const line of report.accounts) {
      const row = rows.find(({ record, account }) => record === "account" && account === line.account);
      for (const [name, value] of Object.entries(line)) expect(row?.[name]).toBe(String(value));
    }
    for (const each of report.settlements ?? []) {
      const row = rows.find(({ settlementId }) => settlementId === each.settlementId);
      expect(row).toMatchObject({ record: each.record, status: each.status, date: first });
      for (const [account, cents] of Object.entries(each.movements)) expect(row?.[account]).toBe(String(cents));
    }
    expect(digestOf(closeFigures.parse(report))).toBe(report.sha256);
  });

  test("is each tenant's alone where one is named", async () => {
    const { completed: one } = await mixedDay();
    const other = await api.tenant({ slug: "other" });
    expect(await close(first, one.tenantId)).toMatchObject({ tenantId: one.tenantId, created: 6 });
    expect(await close(first, other.id)).toMatchObject({ created: 0, settlements: [] });
  });
});

describe("what happens after the day", () => {
  test("is the next day's adjustment: a return, a proof and late funds", async () => {
    const { completed: one, settling, collecting } = await mixedDay();
    const before = await close(first);
    await api.railSays(one.railRef, "returned", { return_code: "R10" });
    await api.railSays(settling.railRef, "payment_processed");
    await api.settle(await api.railSays(collecting.railRef, "funds_received").then(() => collecting));
    await completed(1_000);
    api.toNextDay();
    const after = await close(second);
    expect(await close(first), "the day itself does not change").toEqual(before);
    expect(after).toMatchObject({ created: 1, adjusted: 3, inFlight: 0, unbalanced: 0 });
    expect(accountOf(after, "return_shortfall")).toMatchObject({
      openingCents: 5_415,
      debitCents: 10_000,
      adjustmentDebitCents: 10_000,
      closingCents: 14_440,
    });
    // The day's own collection is not an adjustment, the earlier day's is.
    expect(accountOf(after, "rail_clearing")).toMatchObject({ debitCents: 6_000, adjustmentDebitCents: 5_000 });
    for (const line of after.accounts) {
      expect(line.openingCents).toBe(accountOf(before, line.account)?.closingCents);
      expect(movedBy(after, line.account)).toBe(line.debitCents - line.creditCents);
    }
    const adjusted = after.settlements?.filter(({ record }) => record === "adjustment");
    expect(adjusted?.map(({ settlementId }) => settlementId).toSorted()).toEqual(
      [one, settling, collecting].map(({ settlementId }) => settlementId).toSorted(),
    );
    expect(countOf(after, "completed")).toMatchObject({ openingCount: 2, createdCount: 1, closingCount: 5 });
  });

  test("never changes the close: not by a tampered entry, which the next close tells as late", async () => {
    const { completed: one } = await mixedDay();
    const before = await closeTable(first);
    await api.tamper("store", one.settlementId, "entry#00000003", (entry: { postings: { amountCents: number }[] }) => {
      for (const each of entry.postings) each.amountCents *= 2;
      return entry;
    });
    expect(await closeTable(first)).toEqual(before);
    api.toNextDay();
    expect(accountOf(await close(second), "rail_clearing")).toMatchObject({
      debitCents: 0,
      lateCents: 10_000,
      closingCents: 4_960 + 10_000,
    });
  });

  test("counts what was written late once, in the close of the next day alone", async () => {
    await mixedDay();
    await close(first);
    // A Lambda that went on with yesterday's clock.
    const midnight = api.nowMs;
    api.nowMs = Date.parse("2026-11-21T23:59:00.000Z");
    await completed(1_000);
    api.nowMs = midnight;
    api.toNextDay();
    const next = await close(second);
    expect(next).toMatchObject({ created: 0, adjusted: 0 });
    expect(accountOf(next, "fee_income")).toMatchObject({ creditCents: 0, lateCents: -25 });
    expect(countOf(next, "completed")).toMatchObject({ lateCount: 1, closingCount: 3 });
    api.toNextDay();
    expect(accountOf(await close("2026-11-23"), "fee_income")).toMatchObject({
      openingCents: -525,
      lateCents: 0,
      closingCents: -525,
    });
  });
});

describe("a close", () => {
  test("is kept once, with its digest on the audit trail, and found when days are left out", async () => {
    await mixedDay();
    const one = await close(first);
    const rows = api.store.rows().filter(({ type }) => type === "close");
    expect(rows).toHaveLength(1);
    expect(await close(first)).toEqual(one);
    const trail = api.store.rows().filter(({ pk, type }) => pk === "close#all#2026-11-21" && type === "entry");
    expect(trail).toMatchObject([{ body: { to: "closed", reason: `closed 2026-11-21 as ${one.sha256}` } }]);
    api.toNextDay();
    api.toNextDay();
    api.toNextDay();
    const later = await close("2026-11-24");
    expect(accountOf(later, "fee_income")).toMatchObject({ openingCents: -500, closingCents: -500 });
  });

  test("within five minutes after midnight is preliminary and not kept", async () => {
    await completed();
    api.toNextDay("00:04:59");
    expect(await close(first)).toMatchObject({ preliminary: true, created: 1 });
    expect(api.store.rows().filter(({ type }) => type === "close")).toEqual([]);
    api.pass(1);
    expect(await close(first)).toMatchObject({ preliminary: false });
  });

  test("of a day before there was any tenant is empty and not kept", async () => {
    await completed();
    expect(await close("2026-11-20")).toMatchObject({ created: 0, settlements: [], inFlight: 0 });
    expect(api.store.rows().filter(({ type }) => type === "close")).toEqual([]);
  });

  test("has what a tampered ledger shows, and tells whoever watches", async () => {
    const { settlementId } = await completed();
    await api.tamper("store", settlementId, "entry#00000003", (entry: { postings: { amountCents: number }[] }) => {
      const [one] = entry.postings;
      if (one) one.amountCents += 1;
      return entry;
    });
    api.toNextDay();
    const report = await close(first);
    expect(report.unbalanced).toBe(1);
    expect(report.settlements?.[0]?.unbalanced).toEqual(["entry_3_unbalanced"]);
    expect(api.meter.values.ReconUnbalanced).toEqual([1]);
  });

  test("that takes longer than a request is made in the background", async () => {
    await completed();
    api.toNextDay();
    api.isLate = true;
    expect(await dailyClose(api.reports(), { date: first })).toMatchObject({ export: { report: "close" } });
  });

  test.each(["2026-11-21", "2026-11-22", "2999-01-01"])("of %s is refused before the day has ended", async (date) => {
    await expect(dailyClose(api.reports(), { date })).rejects.toMatchObject({
      code: "validation_error",
      detail: { fields: [{ path: "date" }] },
    });
  });
});

describe("the daily work", () => {
  test("closes yesterday for each tenant that moved and for everybody, once", async () => {
    const { tenantId } = await completed();
    await api.tenant({ slug: "idle" });
    api.toNextDay("00:04:00");
    expect(await closeDue(api.reports())).toEqual({ closes: 0, done: true });
    api.pass(60);
    expect(await closeDue(api.reports())).toEqual({ closes: 2, done: true });
    expect(await closeDue(api.reports())).toEqual({ closes: 0, done: true });
    const closed = api.store.rows().filter(({ type }) => type === "close");
    expect(closed.map(({ pk }) => pk).toSorted()).toEqual(
      ["close#all#2026-11-21", `close#${tenantId}#2026-11-21`].toSorted(),
    );
  });

  test("goes on with the days that were missed, a week at most, from where its time ran out", async () => {
    await completed();
    api.toNextDay();
    await closeDue(api.reports());
    for (const _ of Array(10)) api.toNextDay();
    api.isLate = true;
    expect(await closeDue(api.reports())).toMatchObject({ done: false });
    api.isLate = false;
    expect(await closeDue(api.reports())).toMatchObject({ closes: 7, done: true });
  });
});
