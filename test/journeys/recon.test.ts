import { beforeAll, describe, expect, test } from "vitest";
import { askExport } from "../../functions/app/reconciliation/exports.ts";
import { reconOperations } from "../../functions/contract/reconciliation/recon.ts";
import { sandboxOperations } from "../../functions/contract/shared/sandbox.ts";
import type { CloseReport } from "../../functions/domain/reconciliation/close-report.ts";
import type { PaidView } from "../../functions/domain/settlement/view.ts";
import { operator, operators, reportAsRail, TestTenant, wallet } from "../support/journeys/journey.ts";
import { exportQueue, nextDay, tableOf, tamper } from "../support/journeys/tables.ts";
import { csvRows } from "../support/routes/csv-rows.ts";
import { until } from "../support/runner/until.ts";

const { reconcile, getDailyClose, getTrialBalance, getExport } = reconOperations;

/** Pays into a wallet of the mock's liking, or the one that the tenant has, until the settlement has the status. */
async function paid(tenant: TestTenant, cents: number, word: string | null, status: string): Promise<PaidView> {
  if (word !== null) await operators.changeTenant(tenant.id, { destWallet: wallet(word) });
  const body = status === "collecting" ? { source: { type: "ach_push" } } : undefined;
  const made = await tenant.payNew(cents, body);
  await tenant.reaches(made.settlement.id, status as "completed");
  return made;
}

/** A day of one tenant with every kind of settlement, whose first wallet does not pass its second screen: two people cannot agree to such a one later. */
async function dayOf(tenant: TestTenant) {
  const declined = await paid(tenant, 20_000, null, "declined");
  const returned = await paid(tenant, 60_000, "", "completed");
  await reportAsRail(returned, "returned", { return_code: "R10" });
  return {
    returned,
    completed: await paid(tenant, 100_000, "", "completed"),
    declined,
    failed: await paid(tenant, 30_000, "FAILCONVERT", "failed"),
    settling: await paid(tenant, 40_000, "NOPROOF", "settling"),
    collecting: await paid(tenant, 50_000, "", "collecting"),
  };
}

async function closeOf(date: string, tenantId: string): Promise<CloseReport> {
  return operator.call(getDailyClose, { query: { date, tenantId, format: "json" } });
}

async function closeTable(date: string, tenantId: string) {
  const answer = await operator.ask(getDailyClose, { query: { date, tenantId } });
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

function account(report: CloseReport, name: string) {
  return report.accounts.find((each) => each.account === name);
}

function toTheCent(report: CloseReport): void {
  expect(report.accounts.reduce((sum, { closingCents }) => sum + closingCents, 0)).toBe(0);
  for (const line of report.accounts) {
    expect(line.closingCents).toBe(line.openingCents + line.debitCents - line.creditCents + line.lateCents);
    const rows = (report.settlements ?? []).reduce((sum, { movements }) => sum + (movements[line.account] ?? 0), 0);
    expect(rows, line.account).toBe(line.debitCents - line.creditCents);
  }
}

let tenant: TestTenant;
let payments: Awaited<ReturnType<typeof dayOf>>;
let first: string;

beforeAll(async () => {
  await nextDay("06:00:00");
  tenant = await TestTenant.create({ destWallet: wallet("LATEBLOCK") });
  await tenant.feeRule({ bps: 100, reserveBps: 1_000, reserveDays: 90 });
  payments = await dayOf(tenant);
});

describe("a day with completed, declined, failed, returned and in-flight settlements", () => {
  test("agrees by the ledger, the records and the rail", async () => {
    const { summary, inFlight, unbalanced, breaks } = await operator.call(reconcile, {
      query: { tenantId: tenant.id },
    });
    expect([unbalanced, breaks]).toEqual([[], []]);
    expect(inFlight.map(({ status }) => status)).toEqual(["settling", "collecting"]);
    expect(summary.byStatus).toEqual({ completed: 2, declined: 1, failed: 1, settling: 1, collecting: 1 });
    expect(summary.totals).toMatchObject({
      ledgerCollectedCents: 250_000,
      railCollectedCents: 250_000,
      // 1 % fee; 10 % of the rest in reserve.
      ledgerFeeCents: 2_000,
      // Of the returned 600.00 the reserve of 59.40 was taken first.
      ledgerReserveCents: 13_860,
      ledgerPaidOutCents: 142_560,
      ledgerReturnedCents: 60_000,
      railReturnedCents: 60_000,
    });
  });

  test("closes to the cent once it is over, as figures and as a table, and is kept to the byte", async () => {
    ({ left: first } = await nextDay("00:10:00"));
    const report = await closeOf(first, tenant.id);
    expect(report).toMatchObject({ created: 6, adjusted: 0, inFlight: 2, unbalanced: 0, preliminary: false });
    toTheCent(report);
    expect(account(report, "return_shortfall")?.closingCents).toBe(54_060);
    const { text, headers } = await closeTable(first, tenant.id);
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="sluice-close-.*[.]csv"$/);
    expect(headers.get("x-close-sha256")).toBe(report.sha256);
    const rows = csvRows(text);
    for (const line of report.accounts)
      expect(rows.find((row) => row.record === "account" && row.account === line.account)).toMatchObject({
        openingCents: String(line.openingCents),
        closingCents: String(line.closingCents),
      });
    expect(rows.filter(({ record }) => record === "created")).toHaveLength(6);
    expect((await closeTable(first, tenant.id)).text).toBe(text);
    const journal = await operator.ask(getDailyClose, {
      query: { date: first, tenantId: tenant.id, format: "beancount", opening: "false" },
    });
    expect([journal.status, journal.headers.get("content-type"), journal.headers.get("x-close-sha256")]).toEqual([
      ...[200, "text/plain; charset=utf-8", report.sha256],
    ]);
    const filename = `sluice-close-${first}-${tenant.id}.beancount`;
    expect(journal.headers.get("content-disposition")).toBe(`attachment; filename="${filename}"`);
    expect(journal.text).toContain(`id: "${payments.returned.settlement.id}/`);
    expect(journal.text).not.toContain(" open Assets:");
    const everybody = await operator.call(getDailyClose, { query: { format: "json" } });
    expect(everybody).toMatchObject({ date: first, tenantId: null, preliminary: false });
    expect(everybody.created).toBeGreaterThanOrEqual(6);
  });
});

describe("what comes after a day was closed", () => {
  test("is the next day's adjustment and leaves the close as it was", async () => {
    const before = await closeTable(first, tenant.id);
    await reportAsRail(payments.completed, "returned", { return_code: "R10" });
    await reportAsRail(payments.settling, "payment_processed");
    await tenant.reaches(payments.settling.settlement.id, "completed");
    const fresh = await paid(tenant, 10_000, "", "completed");
    const { left: second } = await nextDay("00:10:00");
    const report = await closeOf(second, tenant.id);
    toTheCent(report);
    expect(report).toMatchObject({ created: 1, adjusted: 2, inFlight: 1, unbalanced: 0 });
    expect(account(report, "return_shortfall")).toMatchObject({
      openingCents: 54_060,
      debitCents: 100_000,
      adjustmentDebitCents: 100_000,
      // The reserve of 99.00 was taken first.
      closingCents: 144_160,
    });
    const adjusted = report.settlements?.filter(({ record }) => record === "adjustment") ?? [];
    expect(adjusted.map(({ settlementId, returnedCents }) => [settlementId, returnedCents]).sort()).toEqual(
      [
        [payments.completed.settlement.id, 100_000],
        [payments.settling.settlement.id, 0],
      ].sort(),
    );
    expect(report.settlements?.filter(({ record }) => record === "created")).toMatchObject([
      { settlementId: fresh.settlement.id, status: "completed" },
    ]);
    const after = await closeTable(first, tenant.id);
    expect([after.text, after.headers.get("x-close-sha256")]).toEqual([
      before.text,
      before.headers.get("x-close-sha256"),
    ]);
    const balance = await operator.call(getTrialBalance, { query: { tenantId: tenant.id } });
    expect(balance.total).toMatchObject({ balanceCents: 0, debitCents: balance.total.creditCents });
    for (const { account: name, balanceCents } of balance.accounts)
      expect(balanceCents, name).toBe(account(report, name)?.closingCents);
  });
});

describe("books that somebody wrote to past every door", () => {
  const query = () => ({ tenantId: tenant.id, from: first, format: "json" });

  test("show a changed ledger row as unbalanced", async () => {
    const { id } = payments.declined.settlement;
    const key = { pk: id, sk: "entry#00000003" };
    const undo = await tamper(await tableOf("BookRecords"), key, (entry: { postings: { amountCents: number }[] }) => {
      for (const each of entry.postings) each.amountCents -= Math.min(0, each.amountCents) / 2;
      return entry;
    });
    const { unbalanced } = await operator.call(reconcile, { query: query() });
    await undo();
    expect(unbalanced).toMatchObject([
      { settlementId: id, status: "declined", unbalanced: ["entry_3_unbalanced", "tenant_payable"] },
    ]);
    expect((await operator.call(reconcile, { query: query() })).unbalanced).toEqual([]);
  });

  test("show what the rail does not know, and what it knows otherwise, as breaks", async () => {
    const { railRef } = payments.failed.payment;
    const key = { pk: railRef ?? "", sk: "dossier" };
    const rail = await tableOf("BookMockRail");
    const lost = await tamper(rail, key, (dossier: { moves: object[] }) => ({ ...dossier, moves: [] }));
    const missing = await operator.call(reconcile, { query: query() });
    await lost();
    const changed = await tamper(rail, key, (dossier: { moves: object[] }) => ({
      ...dossier,
      moves: dossier.moves.map((move) => ({ ...move, amountCents: 29_999 })),
    }));
    const other = await operator.call(reconcile, { query: query() });
    await changed();
    expect(missing.breaks).toMatchObject([{ kind: "missing_on_theirs", about: "collection", ours: "300.00" }]);
    expect(other.breaks).toMatchObject([{ kind: "amount_mismatch", ours: "300.00", theirs: "299.99" }]);
  });
});

describe("an export", () => {
  test("is made in the background and fetched by its link, the same as the reply", async () => {
    const store = await tableOf("BookRecords");
    const { now } = await operator.call(sandboxOperations.readClock);
    const context = {
      store,
      clock: { now: () => now },
      newId: (prefix: string) => `${prefix}_${payments.completed.settlement.id.slice(4)}`,
      actor: "test",
      requestId: "req_journey",
      files: { write: () => Promise.reject(new Error("not here")), link: async () => "" },
      exportQueue: await exportQueue(),
    };
    const range = { from: `${first}T00:00:00.000Z`, to: `${first}T23:59:59.999Z`, tenantId: tenant.id };
    const { id } = await askExport(context, { report: "recon", ...range, type: "all", format: "csv" });
    const done = await until(
      () => operator.call(getExport, { params: { id } }),
      ({ status }) => status === "done",
      "never made",
    );
    const file = await fetch(done.url ?? "");
    expect(file.headers.get("content-disposition")).toContain("attachment; filename=");
    const reply = await operator.ask(reconcile, { query: { ...range, format: "csv" } });
    expect(await file.text()).toBe(reply.text);
    expect(done.bytes).toBe(Buffer.byteLength(reply.text));
  });
});

describe("a question that makes no sense", () => {
  test.each([
    ["a day that does not exist", { from: "2026-02-30T00:00:00Z" }, "from"],
    ["a month that does not exist", { to: "2026-13-01" }, "to"],
    ["from after to", { from: "2026-11-02", to: "2026-11-01" }, "from"],
    ["more than 92 days", { from: "2026-01-01", to: "2026-06-01" }, "from"],
    ["an unknown type", { type: "refunds" }, "type"],
    ["an unknown format", { format: "xlsx" }, "format"],
    ["an unknown tenant", { tenantId: "ten_7ZZZZZZZZZZZZZZZZZZZZZZZZZ" }, "tenantId"],
    ["a tenant that is none", { tenantId: "acme" }, "tenantId"],
  ])("%s is refused with its field", async (_, query, path) => {
    const { fields } = await operator.refused(reconcile, "validation_error", { query });
    expect(fields?.map((each) => each.path)).toEqual([path]);
  });

  test.each([
    ["today", { date: "2999-12-31" }, "date"],
    ["a day that does not exist", { date: "2026-02-29" }, "date"],
    ["a moment", { date: "2026-02-01T00:00:00Z" }, "date"],
    ["an unknown format", { format: "pdf" }, "format"],
    ["an unknown tenant", { tenantId: "ten_7ZZZZZZZZZZZZZZZZZZZZZZZZZ" }, "tenantId"],
  ])("a close of %s is refused with its field", async (_, query, path) => {
    const { fields } = await operator.refused(getDailyClose, "validation_error", { query });
    expect(fields?.map((each) => each.path)).toEqual([path]);
  });
});
