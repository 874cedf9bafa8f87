import { beforeEach, describe, expect, test } from "vitest";
import { closeDue } from "../../../functions/app/reconciliation/close.ts";
import { getExport, runExport } from "../../../functions/app/reconciliation/exports.ts";
import { makeExport } from "../../../functions/app/reconciliation/make-export.ts";
import type { ReportResult } from "../../../functions/app/reconciliation/reports.ts";
import {
  dailyClose,
  dailyCloseCsv,
  dailyCloseJournal,
  reconcile,
  reconcileCsv,
  trialBalance,
} from "../../../functions/app/reconciliation/reports.ts";
import { later } from "../../support/core/samples.ts";
import { BooksApi } from "../../support/reconciliation/books-api.ts";
import { csvRows } from "../../support/routes/csv-rows.ts";

let api: BooksApi;
const date = "2026-11-21";

beforeEach(() => {
  api = new BooksApi();
});

/** Asks while there is no time for an answer: what comes back is an export. */
async function inBackground(ask: () => Promise<ReportResult<unknown>>): Promise<string> {
  api.isLate = true;
  const reply = await ask();
  api.isLate = false;
  if (!("export" in reply)) throw new Error("answered at once");
  return reply.export.id;
}

async function made<T>(ask: Promise<ReportResult<T>>): Promise<T> {
  const reply = await ask;
  if ("export" in reply) throw new Error("made in the background");
  return reply.made;
}

function run(id: string) {
  return runExport(api.reports(), id, (state) => makeExport(api.reports(), state));
}

function fileOf(url: string | null): string {
  return api.files.texts.get(new URL(url ?? "").pathname.slice(1)) ?? "";
}

describe("an export", () => {
  test("of a reconciliation is the file that the reply would have been", async () => {
    for (const cents of [1_000, 2_000, 3_000]) await api.settle(await api.paid(cents));
    const id = await inBackground(() => reconcile(api.reports(), api.today));
    expect(await getExport(api.reports(), id)).toMatchObject({ status: "queued", url: null });
    await run(id);
    const done = await getExport(api.reports(), id);
    expect(done).toMatchObject({ status: "done", format: "json", url: expect.stringContaining("for=900") });
    expect(JSON.parse(fileOf(done.url))).toEqual(await made(reconcile(api.reports(), api.today)));
    expect(done.bytes).toBe(fileOf(done.url).length);

    const table = await inBackground(() => reconcileCsv(api.reports(), api.today));
    await run(table);
    const { url } = await getExport(api.reports(), table);
    expect(fileOf(url)).toBe((await made(reconcileCsv(api.reports(), api.today))).text);
  });

  test("of a close leaves the close kept, where it was asked for", async () => {
    await api.paid(1_000);
    api.toNextDay();
    const id = await inBackground(() => dailyClose(api.reports(), { date }));
    await run(id);
    const href = `/admin/recon/daily?date=${date}&format=json`;
    expect(await getExport(api.reports(), id)).toMatchObject({ status: "done", url: null, href });
    expect(await made(dailyClose(api.reports(), { date }))).toMatchObject({ created: 1 });
  });

  test("is begun again when its maker dies, three times, and then has failed", async () => {
    await api.paid(1_000);
    const id = await inBackground(() => reconcile(api.reports(), api.today));
    const dies = () => runExport(api.reports(), id, () => Promise.reject(new Error("gone")));
    await expect(dies()).rejects.toThrow("gone");
    expect(await getExport(api.reports(), id)).toMatchObject({ status: "queued", reason: "it failed" });
    await expect(dies()).rejects.toThrow("gone");
    await dies();
    expect(await getExport(api.reports(), id)).toMatchObject({ status: "failed", url: null });
    await run(id);
    expect(api.files.texts.size, "what has failed is not made any more").toBe(0);
    expect(await inBackground(() => reconcile(api.reports(), api.today))).not.toBe(id);
  });

  test("made twice by two makers is one file", async () => {
    await api.paid(1_000);
    const id = await inBackground(() => reconcile(api.reports(), api.today));
    await Promise.all([run(id), run(id)]);
    expect(api.files.texts.size).toBe(1);
    expect(await getExport(api.reports(), id)).toMatchObject({ status: "done" });
  });

  test("that takes longer than one run says what to do instead of trying again", async () => {
    await api.paid(1_000);
    const id = await inBackground(() => reconcile(api.reports(), api.today));
    api.isLate = true;
    await run(id);
    const reason = expect.stringContaining("shorter time");
    expect(await getExport(api.reports(), id)).toMatchObject({ status: "failed", reason });
  });

  test("that nobody has touched for an hour counts as failed", async () => {
    await api.paid(1_000);
    const id = await inBackground(() => reconcile(api.reports(), api.today));
    api.pass(3_601);
    expect(await getExport(api.reports(), id)).toMatchObject({ status: "failed" });
  });

  test("is told whole: what it is of, how far, and where it lies for how long", async () => {
    const { tenantId } = await api.paid(1_000);
    const id = await inBackground(() => reconcile(api.reports(), { ...api.today, tenantId }));
    const now = api.clock.now();
    const asked = {
      ...{ id, report: "recon", format: "json", tenantId, status: "queued", bytes: null, url: null, reason: null },
      ...{ urlExpiresAt: null, href: `/admin/exports/${id}`, createdAt: now, updatedAt: now },
    };
    expect(await getExport(api.reports(), id)).toEqual(asked);
    const trail = api.store.rows().filter(({ pk, type }) => pk === id && type === "entry");
    expect(trail).toMatchObject([{ body: { from: null, to: "queued", reason: "recon asked for", tenantId } }]);
    api.pass(60);
    await run(id);
    api.pass(60);
    const name = `sluice-recon-2026-11-21-2026-11-22-${tenantId}.json`;
    const url = `https://files.example.test/exports/${id}.json?as=${name}&for=900`;
    const done = { url, urlExpiresAt: later(1_021), status: "done", updatedAt: later(61), bytes: expect.any(Number) };
    expect(await getExport(api.reports(), id)).toEqual({ ...asked, ...done });
  });

  test("is the same for a quarter of an hour, and another for another question", async () => {
    const { tenantId } = await api.paid(1_000);
    const ask = () => inBackground(() => reconcile(api.reports(), api.today));
    const id = await ask();
    expect(await inBackground(() => reconcile(api.reports(), { ...api.today, tenantId }))).not.toBe(id);
    expect(await inBackground(() => reconcileCsv(api.reports(), api.today))).not.toBe(id);
    api.pass(899);
    expect(await ask()).toBe(id);
    api.pass(1);
    const next = await ask();
    expect(next).not.toBe(id);
    api.pass(1);
    expect(await ask(), "the newest of them counts").toBe(next);
    expect([api.orders.length, api.orders.at(-1)]).toEqual([4, next]);
  });

  test("says in words why there is no file", async () => {
    const ask = () => inBackground(() => reconcile(api.reports(), api.today));
    const reason = async (id: string) => (await getExport(api.reports(), id)).reason;
    const long = await ask();
    api.isLate = true;
    await run(long);
    expect(await reason(long)).toBe("too much for one run: ask for a shorter time or for one tenant");
    const lost = await ask();
    expect(await reason(lost)).toBeNull();
    api.pass(3_601);
    expect(await reason(lost)).toBe("it ended without a word; ask for it again");
  });

  test("of a close or a trial balance has a name of its own, and a tenant's close its own address", async () => {
    const { tenantId } = await api.paid(1_000);
    api.toNextDay();
    const at = api.clock.now();
    const journal = await inBackground(() => dailyCloseJournal(api.reports(), { date, tenantId }));
    const close = await inBackground(() => dailyClose(api.reports(), { date, tenantId }));
    const balance = await inBackground(() => trialBalance(api.reports(), { at }));
    const table = await inBackground(() => reconcileCsv(api.reports(), api.today));
    const view = (id: string) => getExport(api.reports(), id);
    expect((await view(close)).href, "it is not kept yet").toBe(`/admin/exports/${close}`);
    for (const id of [journal, close, balance, table]) await run(id);
    expect((await view(journal)).url).toContain(`${journal}.beancount?as=sluice-close-${date}-${tenantId}.beancount`);
    expect((await view(close)).href).toBe(`/admin/recon/daily?date=${date}&tenantId=${tenantId}&format=json`);
    expect((await view(balance)).url).toContain(`${balance}.json?as=sluice-trial-balance-${at}.json`);
    expect(JSON.parse(fileOf((await view(balance)).url))).toMatchObject({ at, currency: "USD" });
    expect(fileOf((await view(journal)).url)).toContain('option "title"');
    expect(Object.fromEntries(api.files.types)).toEqual({
      [`exports/${journal}.beancount`]: "text/plain; charset=utf-8",
      [`exports/${balance}.json`]: "application/json",
      [`exports/${table}.csv`]: "text/csv; charset=utf-8",
    });
  });

  test("that is not there is not found", async () => {
    const id = "exp_7ZZZZZZZZZZZZZZZZZZZZZZZZZ";
    await expect(getExport(api.reports(), id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a close with more settlements than the book keeps beside it", () => {
  test("is a file from the first time on, and its figures are answered at once", async () => {
    for (let count = 0; count < 401; count++) await api.paid(100 + count);
    api.toNextDay();
    const input = await dailyClose(api.reports(), { date });
    expect(input, "a request writes no file").toMatchObject({ export: { report: "close" } });
    await closeDue(api.reports());
    const report = await made(dailyClose(api.reports(), { date }));
    expect(report).toMatchObject({ created: 401, unbalanced: 0, settlements: null, rows: { count: 401 } });
    const table = await made(dailyCloseCsv(api.reports(), { date }));
    expect(table).toEqual({ sha256: report.sha256, preliminary: false, url: report.download?.url });
    const rows = csvRows(fileOf(report.download?.url ?? null));
    const created = rows.filter(({ record }) => record === "created");
    expect(created).toHaveLength(401);
    const clearing = report.accounts.find(({ account }) => account === "rail_clearing");
    expect(created.reduce((sum, row) => sum + Number(row.rail_clearing), 0)).toBe(clearing?.debitCents);
  });
});
