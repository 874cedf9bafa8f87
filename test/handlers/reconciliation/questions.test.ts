import { beforeEach, describe, expect, test } from "vitest";
import { closeDue } from "../../../functions/app/reconciliation/close.ts";
import { closeRecordType, dayBefore } from "../../../functions/app/reconciliation/close-record.ts";
import {
  feeSweepRecordType,
  fundsRecordType,
  sweepRunRecordType,
} from "../../../functions/app/reconciliation/fee-sweep-record.ts";
import { feeSweepSubject } from "../../../functions/app/reconciliation/fee-sweep-subject.ts";
import { lastNightlyRuns, nightlyRecordType } from "../../../functions/app/reconciliation/nightly-record.ts";
import {
  dailyClose,
  dailyCloseCsv,
  dailyCloseJournal,
  type ReportResult,
  reconcile,
  reconcileCsv,
  trialBalance,
} from "../../../functions/app/reconciliation/reports.ts";
import { ledgerAccounts } from "../../../functions/domain/core/ledger.ts";
import { type FeeSweep, openFeeSweep } from "../../../functions/domain/reconciliation/fee-sweep.ts";
import { newNightlyRun } from "../../../functions/domain/reconciliation/nightly-run.ts";
import { later, noon } from "../../support/core/samples.ts";
import { BooksApi } from "../../support/reconciliation/books-api.ts";

let api: BooksApi;
const day = 86_400;

beforeEach(() => {
  api = new BooksApi();
});

async function made<T>(ask: Promise<ReportResult<T>>): Promise<T> {
  const reply = await ask;
  if ("export" in reply) throw new Error("made in the background");
  return reply.made;
}

const no = (ask: Promise<unknown>) => ask.then(() => "none").catch(({ message, detail }) => [message, detail.fields]);

describe("a reconciliation that is asked for", () => {
  test("is of the last 24 hours of everything, where nothing is said", async () => {
    await api.settle(await api.paid(1_000));
    const { summary, settlements } = await made(reconcile(api.reports(), {}));
    const now = api.clock.now();
    expect(summary).toMatchObject({
      from: new Date(Date.parse(now) - day * 1_000).toISOString(),
      to: now,
      tenantId: null,
      type: "all",
    });
    expect(settlements).toHaveLength(0);
    api.pass(1);
    expect((await made(reconcile(api.reports(), {}))).settlements).toHaveLength(1);
    api.pass(day);
    expect((await made(reconcile(api.reports(), {}))).settlements).toHaveLength(0);
  });

  test("is refused for a stretch that makes no sense, or is too long", async () => {
    const from = (message: string) => [`from: ${message}`, [{ path: "from", message }]];
    expect(await no(reconcile(api.reports(), { from: later(1), to: noon }))).toEqual(from("later than to"));
    expect(await no(reconcile(api.reports(), { from: later(-1), to: later(92 * day) }))).toEqual(
      from("more than 92 days before to"),
    );
    expect(await no(reconcile(api.reports(), { from: noon, to: later(92 * day) }))).toBe("none");
    expect(await no(reconcile(api.reports(), { from: noon, to: noon }))).toBe("none");
  });

  test("tells whoever watches what is wrong, and nobody where nothing is", async () => {
    const subject = await api.settle(await api.paid(1_000));
    await made(reconcile(api.reports(), api.today));
    expect([api.meter.values.ReconBreaks, api.log.lines.join().includes("recon breaks")]).toEqual([undefined, false]);
    await api.tamper("railStore", subject.railRef, "dossier", (body: object) => ({ ...body, moves: [] }));
    api.pass(600);
    await made(reconcileCsv(api.reports(), { ...api.today, tenantId: subject.tenantId }));
    expect([api.meter.values.ReconBreaks, api.meter.values.ReconUnbalanced]).toEqual([[2], [0]]);
    const line = api.log.lines.map((each) => JSON.parse(each)).find(({ message }) => message === "recon breaks");
    expect(line).toMatchObject({ report: "recon", tenantId: subject.tenantId, unbalanced: 0, breaks: 2 });
  });
});

describe("a close that is asked for", () => {
  test("is yesterday's of everybody, where nothing is said, under its day's name", async () => {
    const { tenantId } = await api.paid(1_000);
    api.toNextDay();
    const close = await made(dailyClose(api.reports(), {}));
    expect(close).toMatchObject({ date: "2026-11-21", tenantId: null, preliminary: false, download: null, created: 1 });
    expect([close.settlements?.length, close.escrowRows]).toEqual([1, []]);
    const { sha256 } = close;
    expect(await made(dailyCloseCsv(api.reports(), {}))).toMatchObject({
      ...{ sha256, preliminary: false, filename: "sluice-close-2026-11-21-all.csv" },
    });
    expect(await made(dailyCloseJournal(api.reports(), {}))).toMatchObject({
      ...{ sha256, preliminary: false, filename: "sluice-close-2026-11-21-all.beancount" },
    });
    const own = await made(dailyCloseJournal(api.reports(), { tenantId, opening: false }));
    expect(own.filename).toBe(`sluice-close-2026-11-21-${tenantId}.beancount`);
    expect(own.text).not.toContain("open ");
    expect(own.text).toContain("2026-11-21 *");
  });

  test("is refused for a day that has not ended", async () => {
    const message = "not a day that has ended in UTC";
    for (const date of ["2026-11-21", "2026-11-22"])
      for (const ask of [dailyClose, dailyCloseCsv, dailyCloseJournal])
        expect(await no(ask(api.reports(), { date }))).toEqual([`date: ${message}`, [{ path: "date", message }]]);
    expect(await no(dailyClose(api.reports(), { date: "2026-11-20" }))).toBe("none");
  });

  test("is kept from five minutes after its day on, with its digest on the trail", async () => {
    await api.paid(1_000);
    api.toNextDay("00:04:59");
    expect(await made(dailyClose(api.reports(), {}))).toMatchObject({ preliminary: true });
    expect(await made(dailyCloseCsv(api.reports(), {}))).toMatchObject({ preliminary: true });
    api.pass(1);
    const { preliminary, sha256 } = await made(dailyClose(api.reports(), {}));
    expect(preliminary).toBe(false);
    const [entry] = (await api.store.page({ pk: "close#all#2026-11-21", limit: 9 })).filter(({ sk }) => sk !== "row");
    expect(entry?.body).toMatchObject({
      from: null,
      to: "closed",
      reason: `closed 2026-11-21 as ${sha256}`,
      tenantId: "platform",
    });
  });

  test("is made for seven missed days, and not for older ones", async () => {
    await api.paid(1_000);
    api.toNextDay();
    expect(await closeDue(api.reports())).toEqual({ closes: 2, done: true });
    expect(await closeDue(api.reports())).toEqual({ closes: 0, done: true });
    api.pass(9 * day);
    expect(await closeDue(api.reports())).toEqual({ closes: 7, done: true });
    const rows = await api.store.page({ index: "list", pk: "all#close", limit: 20 });
    expect(rows.map(({ index }) => index?.list?.[1])).toEqual([
      ...[
        "2026-11-21",
        "2026-11-24",
        "2026-11-25",
        "2026-11-26",
        "2026-11-27",
        "2026-11-28",
        "2026-11-29",
        "2026-11-30",
      ],
    ]);
    api.isLate = true;
    api.pass(day);
    expect(await closeDue(api.reports())).toEqual({ closes: 0, done: false });
    expect(dayBefore("2026-03-01")).toBe("2026-02-28");
  });

  test("shows on its trail its day, whose it is and its digest, and not its figures", async () => {
    await api.paid(1_000);
    api.toNextDay();
    const { sha256, date, tenantId } = await made(dailyClose(api.reports(), {}));
    const [row] = await api.store.read([{ pk: "close#all#2026-11-21", sk: "row" }]);
    expect(closeRecordType.shown?.((row?.body as { state: never } | undefined)?.state ?? ({} as never))).toEqual({
      sha256,
      date,
      tenantId,
    });
  });
});

describe("a trial balance", () => {
  test("has every account, on the side that it stands on", async () => {
    const { tenantId } = await api.paid(1_000);
    api.pass(1);
    const at = api.clock.now();
    const { accounts, total, ...rest } = await made(trialBalance(api.reports(), { tenantId }));
    expect(rest).toEqual({ at, tenantId, currency: "USD" });
    expect(accounts.map(({ account }) => account)).toEqual(ledgerAccounts);
    const some = accounts.filter(({ balanceCents }) => balanceCents !== 0);
    expect(some).toEqual([
      { account: "rail_clearing", debitCents: 1_000, creditCents: 0, balanceCents: 1_000 },
      { account: "tenant_payable", debitCents: 0, creditCents: 1_000, balanceCents: -1_000 },
    ]);
    expect(total).toEqual({ debitCents: 1_000, creditCents: 1_000, balanceCents: 0 });
    expect((await made(trialBalance(api.reports(), { at: noon }))).total.debitCents).toBe(0);
  });
});

describe("a sweep of fees as a record", () => {
  const opened = openFeeSweep(
    {
      ...{ id: "fsw_1", tenantId: "ten_1", date: "2026-11-20", toAddress: "0xOURS", units: "45.000000" },
      ...{ amountCents: 4_500, floatUnits: "5.000000", rail: "bridge", customer: "c", chain: "base", stable: "USDC" },
    },
    noon,
  ).next;
  const declined: FeeSweep = { ...opened, status: "declined", reason: "no", lookAt: null };

  test("is listed, due while it is looked at, and in the queue while it waits for operators", () => {
    const places = (state: FeeSweep) => {
      const { due, review } = feeSweepRecordType.index?.(state) ?? {};
      return [due?.[1].includes(noon) ?? false, review];
    };
    expect(places(opened)).toEqual([true, undefined]);
    expect(places(declined)).toEqual([false, [expect.stringContaining("fee_sweep"), `${noon}#fsw_1`]]);
    expect(places({ ...opened, status: "proven", lookAt: null })).toEqual([false, undefined]);
    expect(feeSweepRecordType.index?.(opened).list).toEqual(["all#fee_sweep", `${noon}#fsw_1`]);
    expect(sweepRunRecordType.tenantId({ id: "fee_sweeps#run", date: "2026-11-20" })).toBe("platform");
    const funds = { id: "x", tenantId: "ten_1", through: noon, wallets: {}, sweeps: {}, draws: [] };
    expect(fundsRecordType.tenantId(funds)).toBe("ten_1");
  });

  test("is a subject of the queue", async () => {
    const rowOf = (state: FeeSweep, type = "fee_sweep") => ({
      pk: "fsw_1",
      sk: "row",
      v: 1,
      type,
      body: { state, head: { seq: 1, hash: "h" } },
    });
    const subject = feeSweepSubject(rowOf(declined));
    expect(subject).toMatchObject({ id: "fsw_1", tenantId: "ten_1", status: "declined" });
    expect(subject?.review(noon)).toMatchObject({
      kind: "fee_sweep",
      actions: ["note", "assign", "retry_screen", "fail"],
    });
    expect([subject?.needsSecond("fail"), subject?.needsSecond("retry_screen")]).toEqual([true, false]);
    expect([subject?.amountAtStake("fail"), subject?.cameUpSince("fail", "")]).toEqual([null, false]);
    expect(await subject?.ask({} as never, "retry_screen")).toBeNull();
    const act = (action: string) =>
      subject?.decide(api.context, { action, input: {}, by: "apr_1", screen: null } as never);
    expect(await act("fail")).toMatchObject({ after: { status: "canceled" } });
    expect(await act("resolve")).toMatchObject({ code: "action_not_available" });
    expect(feeSweepSubject(rowOf(declined, "break"))).toBeUndefined();
  });
});

describe("nightly runs as records", () => {
  test("are listed by day, by rail, and by rail where they are done", async () => {
    const run = newNightlyRun({ id: "nightly#bridge#2026-11-20", rail: "bridge", last: undefined }, noon).next;
    const list = { list: ["all#nightly", "2026-11-20#bridge"], status: ["bridge#nightly", "2026-11-20"] };
    expect(nightlyRecordType.index?.(run)).toEqual(list);
    expect(nightlyRecordType.index?.({ ...run, status: "done" })).toEqual({
      ...list,
      ref: ["bridge#nightly", "2026-11-20"],
    });
    expect(nightlyRecordType.tenantId(run)).toBe("platform");
    expect(await lastNightlyRuns(api.context)).toEqual([]);
    await api.nightly();
    api.pass(day);
    await api.nightly();
    expect(await lastNightlyRuns(api.context)).toMatchObject([{ rail: "mock", date: "2026-11-21", status: "done" }]);
  });
});
