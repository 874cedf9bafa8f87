import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { creationWrites, type RecordType } from "../../../functions/app/core/aggregate.ts";
import type { PageQuery, Row, Store } from "../../../functions/app/core/ports.ts";
import { TooLarge } from "../../../functions/app/core/time-budget.ts";
import { closeDay, closeDue } from "../../../functions/app/reconciliation/close.ts";
import { dailyClose, type ReportResult, trialBalance } from "../../../functions/app/reconciliation/reports.ts";
import { canonicalJson } from "../../../functions/domain/core/canonical-json.ts";
import { transfer } from "../../../functions/domain/core/ledger.ts";
import { BooksApi, type PaymentUnderTest } from "../../support/reconciliation/books-api.ts";

let api: BooksApi;
const date = "2026-11-21";

beforeEach(() => {
  api = new BooksApi();
});

async function made<T>(ask: Promise<ReportResult<T>>): Promise<T> {
  const reply = await ask;
  if ("export" in reply) throw new Error("made in the background");
  return reply.made;
}

async function completed(amountCents = 10_000): Promise<PaymentUnderTest> {
  return api.settle(await api.paid(amountCents));
}

const kept = () => api.store.rows().filter(({ type }) => type === "close");

/** The lines of the log about what is wrong. */
const told = () => api.log.lines.map((line) => JSON.parse(line)).filter(({ message }) => message === "recon breaks");

function digest(rows: readonly object[]): string {
  return createHash("sha256")
    .update(rows.map((row) => `${canonicalJson(row)}\n`).join(""))
    .digest("hex");
}

/** The store, whose lists are as `change` leaves them. */
function listing(change: (rows: readonly Row[], query: PageQuery) => readonly Row[]): Store {
  const { store } = api;
  return {
    read: (keys) => store.read(keys),
    write: (writes, nonce) => store.write(writes, nonce),
    page: async (query) => change(await store.page(query), query),
  };
}

describe("a close", () => {
  test("has the digest of its rows, one a line, each noun's apart, and wakes nobody where all of it agrees", async () => {
    await completed();
    await api.paid(2_000);
    api.toNextDay();
    const { rows, escrows, settlements, unbalanced } = await made(dailyClose(api.reports(), { date }));
    expect(rows).toEqual({ count: 2, sha256: digest(settlements ?? []) });
    expect(escrows.rows).toEqual({ count: 0, sha256: digest([]) });
    expect([unbalanced, told(), api.meter.values.ReconUnbalanced]).toEqual([0, [], undefined]);
  });

  test("that two make at once is one, and both have it", async () => {
    await completed();
    api.toNextDay();
    const [one, other] = await Promise.all([
      closeDay(api.reports(), null, date),
      closeDay(api.reports(), null, date).finally(() => api.pass(1)),
    ]);
    expect(other).toEqual(one);
    expect(kept()).toHaveLength(1);
  });

  test("of a tenant that was made when the day had ended is not kept, though others were there", async () => {
    await completed();
    api.toNextDay("00:00:00");
    const { id: tenantId } = await api.tenant({ slug: "late" });
    api.pass(3_600);
    const { sha256, ...report } = await made(dailyClose(api.reports(), { date, tenantId }));
    expect(report).toMatchObject({ tenantId, created: 0, preliminary: false, settlements: [] });
    expect(kept()).toEqual([]);
    const { id: early } = await api.owner();
    await made(dailyClose(api.reports(), { date, tenantId: early }));
    expect(kept().map(({ pk }) => pk)).toEqual([`close#${early}#${date}`]);
  });

  test("tells of an entry that was cut out of the list of the day, though every record balances", async () => {
    const { settlementId } = await completed();
    api.toNextDay();
    const store = listing((rows, { index }) =>
      index === "group" ? rows.filter(({ pk, sk }) => pk !== settlementId || sk !== "entry#00000003") : rows,
    );
    const { close } = await closeDay({ ...api.reports(), store }, null, date);
    expect(close.rows?.map(({ unbalanced }) => unbalanced)).toEqual([[]]);
    expect(close.figures.unbalanced).toBe(1);
    expect(told()).toEqual([
      {
        ...{ level: "ERROR", message: "recon breaks", report: `close of ${date}`, tenantId: null },
        ...{ unbalanced: 1, breaks: 0 },
      },
    ]);
    expect([api.meter.values.ReconUnbalanced, api.meter.values.ReconBreaks]).toEqual([[1], [0]]);
  });

  test("tells of an entry whose time was changed", async () => {
    const { settlementId } = await completed();
    const day = (body: { at: string }) => ({ ...body, at: body.at.replace(date, "2026-11-23") });
    await api.tamper("store", settlementId, "entry#00000003", day);
    api.toNextDay();
    const { close } = await closeDay(api.reports(), null, date);
    expect(close.rows?.map(({ unbalanced }) => unbalanced)).toEqual([["tenant_payable"]]);
    expect(close.figures.unbalanced).toBe(2);
  });
});

describe("a close of many rows", () => {
  const created = z.object({ id: z.string(), tenantId: z.string() });
  const kind: RecordType<z.infer<typeof created>> = {
    ...{ type: "settlement", schema: created },
    id: ({ id }) => id,
    tenantId: ({ tenantId }) => tenantId,
  };

  async function day(count: number): Promise<void> {
    const { id: tenantId } = await api.owner();
    for (let each = 0; each < count; each++) {
      api.nowMs += 1;
      const next = { id: api.newId("stl", api.clock.now()), tenantId };
      const postings = transfer("rail_clearing", "tenant_payable", 100 + each);
      const writes = creationWrites(kind, { next, from: null, to: "screening", reason: "test", postings }, api.context);
      await api.store.write(writes, next.id);
    }
    api.toNextDay();
  }

  test("keeps four hundred beside its figures", async () => {
    await day(400);
    const { close } = await closeDay({ ...api.reports(), files: null }, null, date);
    expect([close.rows?.length, close.fileKey]).toEqual([400, null]);
    expect(close.figures.rows).toEqual({ count: 400, sha256: digest(close.rows ?? []) });
  });

  test("writes more into a file of its own, with the same digest, and is refused without files", async () => {
    await day(401);
    const bare = { ...api.reports(), files: null };
    await expect(closeDay(bare, null, date)).rejects.toThrow(new TooLarge("more than 400 rows"));
    expect(await closeDue(bare)).toEqual({ closes: 0, done: false });
    const { close } = await closeDay(api.reports(), null, date);
    expect([close.rows, close.figures.created, close.figures.unbalanced]).toEqual([null, 401, 0]);
    expect(close.figures.rows.count).toBe(401);
    expect(close.fileKey).toMatch(/^closes\/all\/2026-11-21\/exp_[0-9A-Z]{26}\.csv$/);
    expect(api.files.types.get(close.fileKey ?? "")).toBe("text/csv; charset=utf-8");
    const { id: tenantId } = await api.owner();
    const own = await closeDay(api.reports(), { id: tenantId, createdAt: `${date}T12:00:00.000Z` }, date);
    expect(own.close.fileKey).toMatch(new RegExp(`^closes/${tenantId}/2026-11-21/exp_`));
    expect(own.close.figures.rows).toEqual(close.figures.rows);
  });
});

describe("the daily work", () => {
  test("closes nothing where there is nobody yet", async () => {
    expect(await closeDue(api.reports())).toEqual({ closes: 0, done: true });
    expect(kept()).toEqual([]);
  });

  test("leaves alone what somebody has closed before it", async () => {
    const { tenantId } = await completed();
    api.toNextDay();
    const before = await made(dailyClose(api.reports(), { date, tenantId }));
    expect(await closeDue(api.reports())).toEqual({ closes: 1, done: true });
    expect(await made(dailyClose(api.reports(), { date, tenantId }))).toEqual(before);
  });

  test("says how many it closed until its time ran out, and fails where the store does", async () => {
    await completed();
    const { id } = await api.tenant({ slug: "second" });
    api.toNextDay();
    let looks = 0;
    const isLate = () => {
      looks += 1;
      return looks > 6;
    };
    const first = await closeDue({ ...api.reports(), isLate });
    expect([first.done, first.closes, kept().length]).toEqual([false, 1, 1]);
    expect(kept().map(({ pk }) => pk)).not.toContain(`close#${id}#${date}`);
    const store = listing(() => {
      throw new Error("the store is away");
    });
    await expect(closeDue({ ...api.reports(), store })).rejects.toThrow("the store is away");
  });
});

describe("the trial balance after a close", () => {
  test("has what came to its day later, and accounts that there are not", async () => {
    await completed();
    const strange = await completed(4_000);
    const gone = (body: { postings: object[] }) => ({
      ...body,
      postings: [...body.postings, { account: "mine", amountCents: 7 }],
    });
    await api.tamper("store", strange.settlementId, "entry#00000003", gone);
    api.toNextDay();
    await made(dailyClose(api.reports(), { date }));
    const late = await completed(1_000);
    const yours = (body: { at: string; postings: object[] }) => ({
      ...body,
      postings: [...body.postings, { account: "yours", amountCents: -3 }],
    });
    await api.tamper("store", late.settlementId, "entry#00000003", yours);
    await api.tamper("store", strange.settlementId, "entry#00000004", (body: { postings: object[] }) => ({
      ...body,
      postings: [...body.postings, { account: "theirs", amountCents: 5 }],
    }));
    api.pass(1);
    const { accounts, total } = await made(trialBalance(api.reports(), {}));
    const some = (name: string) => accounts.find(({ account }) => account === name);
    expect(some("mine")).toEqual({ account: "mine", debitCents: 7, creditCents: 0, balanceCents: 7 });
    expect(some("yours")).toEqual({ account: "yours", debitCents: 0, creditCents: 3, balanceCents: -3 });
    expect(some("theirs")).toEqual({ account: "theirs", debitCents: 5, creditCents: 0, balanceCents: 5 });
    expect(some("fee_income")?.balanceCents).toBe(-375);
    expect(total.balanceCents).toBe(9);
    expect(total.debitCents - total.creditCents).toBe(9);
  });
});
