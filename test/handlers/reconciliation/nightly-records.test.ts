import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { creationWrites, type RecordType } from "../../../functions/app/core/aggregate.ts";
import { reconcileNightly } from "../../../functions/app/reconciliation/nightly.ts";
import { matchItem } from "../../../functions/app/reconciliation/nightly-pages.ts";
import { lastNightlyRuns } from "../../../functions/app/reconciliation/nightly-record.ts";
import type { BreakItem } from "../../../functions/domain/reconciliation/break-item.ts";
import type { TestApi } from "../../support/core/test-api.ts";
import { EscrowApi } from "../../support/escrow/escrow-api.ts";
import { releasedEscrow } from "../../support/escrow/escrow-reports.ts";
import { BooksApi } from "../../support/reconciliation/books-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

let api: BooksApi;

beforeEach(() => {
  api = new BooksApi();
});

async function lastRun(of: TestApi = api) {
  const [run] = await lastNightlyRuns(of.context);
  return run ?? expect.fail("there is a run");
}

/** Breaks on record, whatever became of them. */
function items(of: TestApi = api): BreakItem[] {
  const rows = of.store.rows().filter(({ type }) => type === "break");
  return rows.map(({ body }) => (body as { state: BreakItem }).state);
}

/** What was said about one thing, as the log has it. */
function told(wanted: string) {
  return api.log.lines.map((line) => JSON.parse(line)).filter(({ message }) => message === wanted);
}

function collectUnknown() {
  return api.rail.collect({
    ...{ key: "k", orderedAt: api.clock.now(), amountCents: 777, currency: "USD", source: "ach" },
    ...{ feeCents: 0, stable: "USDT", chain: "base", wallet: "0xA", partnerCustomerId: "c" },
    reference: "stl_7ZZZZZZZZZZZZZZZZZZZZZZZZZ.inv_7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
  });
}

describe("the ledger's part of a night", () => {
  const noted = z.object({ id: z.string(), tenantId: z.string() });
  const kind: RecordType<z.infer<typeof noted>> = {
    ...{ type: "note", schema: noted },
    id: ({ id }) => id,
    tenantId: ({ tenantId }) => tenantId,
  };

  test("reconciles a record once, with the last of its entries, though they are pages apart", async () => {
    const subject = await api.paid(10_000);
    for (let each = 0; each < 500; each++) {
      api.nowMs += 1;
      const next = { id: `note_${each}`, tenantId: subject.tenantId };
      const transition = { next, from: null, to: "made", reason: "test" };
      await api.store.write(creationWrites(kind, transition, api.context), next.id);
    }
    api.pass(1);
    await api.settle(subject);
    api.toNextDay("00:20:00");
    expect(await api.nightly()).toMatchObject({ finished: 1 });
    expect(await lastRun()).toMatchObject({ records: 1, transfers: 2, breaks: {} });
  });

  test("has what moved from its beginning on, and not what moved at its end", async () => {
    api.nowMs = Date.parse("2026-11-20T22:59:59.000Z");
    const first = await api.paid(1_000);
    const second = await api.paid(2_000);
    api.nowMs = Date.parse("2026-11-22T00:00:00.000Z");
    await api.settle(second);
    await api.settle(first);
    api.pass(1_200);
    expect(await api.nightly()).toMatchObject({ finished: 1 });
    expect(await lastRun()).toMatchObject({ from: "2026-11-20T23:00:00.000Z", records: 2, breaks: {} });
    api.toNextDay("00:20:00");
    await api.nightly();
    expect(await lastRun()).toMatchObject({ from: "2026-11-21T23:00:00.000Z", records: 2, breaks: {} });
  });

  test("leaves to the record what it holds open itself", async () => {
    const short = await api.paid(10_000, { source: "ach_push" });
    await api.railSays(short.railRef, "funds_received", { amountCents: 9_000 });
    api.toNextDay("00:20:00");
    await api.nightly();
    expect(await lastRun()).toMatchObject({ records: 1, opened: 0, breaks: {} });
    expect(items()).toEqual([]);
  });

  test("counts a record whose ledger does not balance, and tells whoever watches", async () => {
    const { settlementId } = await api.settle(await api.paid(10_000));
    await api.tamper("store", settlementId, "row", (body: { state: object }) => ({
      ...body,
      state: { ...body.state, feeCents: 251 },
    }));
    api.toNextDay("00:20:00");
    await api.nightly();
    expect([api.meter.values.ReconUnbalanced, api.meter.values.ReconBreaks]).toEqual([[1], [0]]);
    expect(told("recon breaks")).toMatchObject([{ report: "nightly mock", tenantId: null, unbalanced: 1, breaks: 0 }]);
  });
});

describe("a break of an escrow", () => {
  let door: EscrowApi;

  async function night() {
    door.nowMs = Date.parse(`${door.clock.now().slice(0, 10)}T00:20:00.000Z`) + 86_400_000;
    const { log, meter, holding } = door;
    const context = { ...door.context, actor: "system:nightly", log, meter, isLate: () => false };
    await reconcileNightly({ ...context, rails: [holding] });
    return items(door).flatMap(({ escrowId, kind, status, ours, theirs }) =>
      escrowId === null ? [] : [[escrowId, kind, status, ours, theirs]],
    );
  }

  async function tamper(store: "store" | "railStore", pk: string, sk: string, change: (body: never) => unknown) {
    const [row] = await door[store].read([{ pk, sk }]);
    if (!row) throw new Error(`no row ${pk}`);
    const put = { ...row, v: row.v + 1, body: change(structuredClone(row.body) as never) };
    await door[store].write([{ put, expect: row.v }], `tamper-${pk}-${row.v}`);
    return () => tamper(store, pk, sk, () => row.body);
  }

  test("is an item until both sides agree, and stays one while its record cannot be read", async () => {
    door = await EscrowApi.withTenant();
    const id = await releasedEscrow(door);
    type Dossier = { moves: { kind: string; amountCents: number }[] };
    const mend = await tamper("railStore", `mock_${id}`, "dossier", (dossier: Dossier) => ({
      ...dossier,
      moves: dossier.moves.map((move) => (move.kind === "collection" ? { ...move, amountCents: 9_999 } : move)),
    }));
    const item = [id, "amount_mismatch", "open", "100.00", "99.99"];
    expect(await night()).toEqual([item]);
    const restore = await tamper("store", id, "row", (body: object) => ({ ...body, state: { id: "x" } }));
    await mend();
    expect(await night()).toEqual([item]);
    expect(await lastRun(door)).toMatchObject({
      ...{ matched: 0, breaks: { amount_mismatch: 1, missing_on_our_side: 2 } },
    });
    await restore();
    expect(await night()).toEqual([[id, "amount_mismatch", "matched", "100.00", "99.99"]]);
    expect(await lastRun(door)).toMatchObject({ matched: 3, breaks: {} });
  });
});

describe("a break that is over", () => {
  test("is taken out of the queue once, and not where somebody was faster", async () => {
    await collectUnknown();
    api.toNextDay("00:20:00");
    await api.nightly();
    const [item] = items();
    if (!item) throw new Error("there is a break");
    const commits = api.store.commits;
    expect(await matchItem(api.reports(), { ...item, id: "brk_0" })).toBe(false);
    expect(api.store.commits).toBe(commits);
    expect(await matchItem(api.reports(), item)).toBe(true);
    expect(await matchItem(api.reports(), item)).toBe(false);
    expect([api.store.commits, items()[0]?.status]).toEqual([commits + 1, "matched"]);
  });
});

describe("a night over two rails", () => {
  test("goes on with the one where the other cannot be reached, and is not fresh until both are", async () => {
    await collectUnknown();
    api.toNextDay("00:20:00");
    const { log, meter, rail } = api;
    const transfers = () => Promise.reject(new Error("connect ECONNREFUSED"));
    const context = { ...api.context, actor: "system:nightly", log, meter, isLate: () => false };
    const rails = [rail, railThat(rail, { name: "other", transfers })];
    expect(await reconcileNightly({ ...context, rails })).toEqual({ finished: 1, opened: 1, failed: 1, done: false });
    expect(meter.values).toEqual({ ReconUnbalanced: [0], ReconBreaks: [1], ReconStopped: [1] });
    const runs = await lastNightlyRuns(api.context);
    const failure = "it stopped at rail_list: the rail or the store did not answer";
    expect(runs.find((run) => run.rail === "other")).toMatchObject({ status: "running", failure });
    expect(told("nightly reconciliation stopped")).toMatchObject([
      { operation: "nightly", correlationId: "nightly#other#2026-11-21", part: "rail_list" },
    ]);
    expect(told("recon breaks")).toMatchObject([{ report: "nightly mock", tenantId: null, unbalanced: 0, breaks: 1 }]);
    const empty = railThat(rail, { name: "other", transfers: async () => ({ transfers: [], nextCursor: null }) });
    expect(await reconcileNightly({ ...context, rails: [rail, empty] })).toEqual({
      ...{ finished: 1, opened: 0, failed: 0, done: true },
    });
    expect(meter.values.ReconFresh).toEqual([1]);
  });

  test("tells at once what it has found, though it goes on later", async () => {
    await collectUnknown();
    api.toNextDay("00:20:00");
    let looks = 0;
    const isLate = () => {
      looks += 1;
      return looks > 1;
    };
    expect(await api.nightly(api.rail, isLate)).toEqual({ finished: 0, opened: 1, failed: 0, done: false });
    expect(told("recon breaks")).toMatchObject([{ report: "nightly mock", unbalanced: 0, breaks: 1 }]);
    expect(api.meter.values).toEqual({ ReconUnbalanced: [0], ReconBreaks: [1] });
    await api.nightly();
    expect(api.meter.values.ReconBreaks).toEqual([1, 1]);
  });
});
