import { beforeEach, describe, expect, test } from "vitest";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { lastNightlyRuns } from "../../../functions/app/reconciliation/nightly-record.ts";
import { reconcile } from "../../../functions/app/reconciliation/reports.ts";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { approve } from "../../../functions/app/review/approvals.ts";
import { listReview } from "../../../functions/app/review/review.ts";
import { BooksApi, type PaymentUnderTest } from "../../support/reconciliation/books-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

let api: BooksApi;

beforeEach(() => {
  api = new BooksApi();
});

async function completed(amountCents = 10_000): Promise<PaymentUnderTest> {
  return api.settle(await api.paid(amountCents));
}

async function queued() {
  const { data } = await listReview(api.context, { kind: "recon_break", limit: 100 });
  return data;
}

async function lastRun() {
  const [run] = await lastNightlyRuns(api.context);
  return run ?? expect.fail("there is a run");
}

type Dossier = { moves: { kind: string; amountCents: number; amount: string; at: string; state: string }[] };

/** Changes what the rail lists of a payment's collection. */
function railLists(railRef: string, change: Partial<Dossier["moves"][number]>): Promise<void> {
  return api.tamper("railStore", railRef, "dossier", (dossier: Dossier) => ({
    ...dossier,
    moves: dossier.moves.map((move) => (move.kind === "collection" ? { ...move, ...change } : move)),
  }));
}

/** A collection at the rail of which we know nothing. */
function collectUnknown(amountCents = 777, settlementId = "stl_7ZZZZZZZZZZZZZZZZZZZZZZZZZ") {
  return api.rail.collect({
    ...{ key: "k", orderedAt: api.clock.now(), amountCents, currency: "USD", source: "ach", partnerCustomerId: "c" },
    ...{ feeCents: 0, stable: "USDT", chain: "base", wallet: "0xA" },
    reference: `${settlementId}.inv_7ZZZZZZZZZZZZZZZZZZZZZZZZZ`,
  });
}

const refused = () => Promise.reject(new Error("connect ECONNREFUSED"));
const away = (rail: Rail) => railThat(rail, { transfers: refused });

describe("a night after a day on which both sides agree", () => {
  test("finds no break, says what it has read, and wakes nobody", async () => {
    await completed();
    await completed(2_000);
    api.toNextDay("00:20:00");
    expect(await api.nightly()).toEqual({ finished: 1, opened: 0, failed: 0, done: true });
    expect(await lastRun()).toMatchObject({
      ...{ rail: "mock", date: "2026-11-21", status: "done", transfers: 4, records: 2, breaks: {}, failure: null },
      finishedAt: api.clock.now(),
    });
    expect(await queued()).toEqual([]);
    expect(api.meter.values).toMatchObject({ ReconFresh: [1] });
    expect(api.meter.values.ReconBreaks).toBeUndefined();
  });

  test("is done once: a second run has nothing to do until the next day is over", async () => {
    await completed();
    api.toNextDay("00:20:00");
    await api.nightly();
    api.pass(600);
    expect(await api.nightly()).toMatchObject({ finished: 0, done: true });
    api.toNextDay("00:05:00");
    expect(await api.nightly()).toMatchObject({ finished: 0, done: true });
    api.pass(600);
    expect(await api.nightly()).toMatchObject({ finished: 1, done: true });
    expect(await lastRun()).toMatchObject({ date: "2026-11-22", from: "2026-11-21T23:00:00.000Z" });
  });
});

describe("a break", () => {
  test.each([
    ["of the rail's that we do not know", null, "that the ledger does not have (ours none, theirs 7.77)"],
    ["of ours that the rail does not have", { state: "pending" }, "does not know of (ours 100.00, theirs none)"],
    ["of amounts", { amountCents: 9_999 }, "than the ledger has (ours 100.00, theirs 99.99)"],
  ])("%s is an item of the queue, and wakes somebody unprompted", async (_, change, text) => {
    if (change === null) await collectUnknown();
    else await railLists((await completed()).railRef, change);
    api.toNextDay("00:20:00");
    await api.nightly();
    const [item, ...others] = await queued();
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      ...{ kind: "recon_break", status: "open", since: api.clock.now(), deadline: null },
      actions: ["note", "assign", "resolve"],
    });
    expect(item?.reason).toContain(text);
    expect(api.meter.values.ReconBreaks).toEqual([1]);
    expect((await lastRun()).opened).toBe(1);
  });

  test("is one item with its age and its notes, however many nights it lasts", async () => {
    await collectUnknown();
    api.toNextDay("00:20:00");
    const since = api.clock.now();
    await api.nightly();
    const [item] = await queued();
    await takeReviewAction(api.context, item?.id ?? "", { action: "note", note: "asked the rail" });
    api.toNextDay("00:20:00");
    await api.nightly();
    expect(await queued()).toMatchObject([{ id: item?.id, since, notes: [{ text: "asked the rail" }] }]);
    expect(await lastRun()).toMatchObject({ opened: 0, breaks: { missing_on_our_side: 1 } });
  });

  test("leaves the queue by itself once a later night finds both sides agree, and comes back if they do not", async () => {
    const { railRef } = await completed();
    await railLists(railRef, { amountCents: 9_999 });
    api.toNextDay("00:20:00");
    await api.nightly();
    const [item] = await queued();
    await railLists(railRef, { amountCents: 10_000 });
    api.toNextDay("00:20:00");
    await api.nightly();
    expect(await queued()).toEqual([]);
    expect(await lastRun()).toMatchObject({ matched: 1, breaks: {} });
    await railLists(railRef, { amountCents: 9_998, at: api.clock.now() });
    api.toNextDay("00:20:00");
    await api.nightly();
    expect(await queued()).toMatchObject([{ id: item?.id, since: api.clock.now() }]);
  });

  test("that two operators have resolved stays away, unless its amounts change", async () => {
    const { railRef } = await completed();
    await railLists(railRef, { amountCents: 9_999 });
    api.toNextDay("00:20:00");
    await api.nightly();
    const [item] = await queued();
    const input = { action: "resolve", note: null, reference: "case 7" } as const;
    const asked = await takeReviewAction({ ...api.context, actor: "operator:one" }, item?.id ?? "", input);
    if (!("approvalId" in asked)) throw new Error("it needs a second operator");
    await approve({ ...api.context, actor: "operator:two" }, asked.approvalId, null);
    expect(await queued()).toEqual([]);
    api.toNextDay("00:20:00");
    await api.nightly();
    expect(await queued()).toEqual([]);
    await railLists(railRef, { amountCents: 5_000, at: api.clock.now() });
    api.toNextDay("00:20:00");
    await api.nightly();
    expect(await queued()).toHaveLength(1);
  });

  test("that was only late is gone the next night", async () => {
    const { railRef } = await completed();
    await railLists(railRef, { at: "2026-11-21T10:00:00.000Z" });
    api.toNextDay("00:20:00");
    await api.nightly();
    expect(await queued()).toMatchObject([{ reason: expect.stringContaining("more than an hour") }]);
    api.toNextDay("00:20:00");
    await api.nightly();
    expect(await queued()).toEqual([]);
  });

  test("of money that came back at the rail long after, unheard, is found when nothing can come back any more", async () => {
    const { railRef } = await completed();
    api.toNextDay("00:20:00");
    await api.nightly();
    api.pass(40 * 86_400);
    await api.rail.does(railRef, { kind: "returned", code: "R10" });
    api.pass(31 * 86_400);
    await api.nightly();
    expect(await queued()).toMatchObject([{ reason: expect.stringContaining("return at mock") }]);
  });
});

describe("a run that dies half way", () => {
  test("is gone on with where it was, once its lease is over, and finds each break once", async () => {
    for (let each = 0; each < 150; each++) await collectUnknown(777, api.newId("stl", api.clock.now()));
    await completed();
    api.toNextDay("00:20:00");
    const calls: (string | null)[] = [];
    const died = Promise.withResolvers<void>();
    const dies = railThat(api.rail, {
      transfers: (input) => {
        calls.push(input.cursor);
        if (calls.length !== 2) return api.rail.transfers(input);
        died.resolve();
        return new Promise(() => undefined);
      },
    });
    void api.nightly(dies);
    await died.promise;
    expect(await api.nightly(dies), "it is somebody's").toMatchObject({ finished: 0 });
    expect(calls).toHaveLength(2);
    api.pass(301);
    expect(await api.nightly(dies)).toMatchObject({ finished: 1 });
    expect(calls[2]).toBe(calls[1]);
    expect((await lastRun()).breaks).toEqual({ missing_on_our_side: 150 });
  });

  test("is left to the next call where time runs out", async () => {
    await collectUnknown();
    await completed();
    api.toNextDay("00:20:00");
    let calls = 0;
    for (; calls < 20 && !(await api.nightly(api.rail, isLateAfter(1))).done; ) calls += 1;
    expect(calls).toBeGreaterThan(3);
    expect(await lastRun()).toMatchObject({ status: "done", opened: 1, transfers: 3, records: 1 });
    expect(await queued()).toHaveLength(1);
  });
});

describe("a list of 100,000 transfers", () => {
  test("is read page by page over as many calls as it takes, each page once", async () => {
    const { railRef } = await completed();
    const [known] = await api.rail.transfersOf([railRef]);
    if (!known) throw new Error("the rail has the collection");
    const strange = { ...known, railRef: "mock_strange", reference: null };
    const pages: (string | null)[] = [];
    const long = railThat(api.rail, {
      transfers: async ({ cursor, to }) => {
        if (to < api.clock.now().slice(0, 10)) return { transfers: [], nextCursor: null };
        pages.push(cursor);
        const page = Number(cursor ?? 0);
        const transfers = Array.from({ length: 100 }, (_, at) => (page === 777 && at === 7 ? strange : known));
        return { transfers, nextCursor: page === 999 ? null : String(page + 1) };
      },
    });
    api.toNextDay("00:20:00");
    let calls = 1;
    while (!(await api.nightly(long, isLateAfter(150))).done) calls += 1;
    expect([calls, pages.length, new Set(pages).size]).toEqual([7, 1000, 1000]);
    expect(await lastRun()).toMatchObject({ transfers: 100_000, records: 1, opened: 1 });
    expect(await queued()).toMatchObject([{ reason: expect.stringContaining("mock_strange") }]);
  });
});

/** Out of time after so many pages. */
function isLateAfter(pages: number): () => boolean {
  let looked = 0;
  return () => {
    looked += 1;
    return looked > pages;
  };
}

describe("two runs at once", () => {
  test("are one: the other leaves it alone", async () => {
    await collectUnknown();
    api.toNextDay("00:20:00");
    const results = await Promise.all([api.nightly(), api.nightly(), api.nightly()]);
    expect(results.map(({ finished }) => finished).toSorted()).toEqual([0, 0, 1]);
    expect(await queued()).toHaveLength(1);
    expect((await lastRun()).opened).toBe(1);
  });
});

describe("a reconciliation that somebody asks for", () => {
  test("says when each rail's last nightly run was, and what it found", async () => {
    await collectUnknown();
    api.toNextDay("00:20:00");
    await api.nightly();
    const found = await reconcile(api.reports(), api.today);
    if ("export" in found) throw new Error("made in the background");
    expect(found.made.summary.nightly).toEqual([await lastRun()]);
    expect(found.made.summary.nightly).toMatchObject([
      { rail: "mock", status: "done", finishedAt: api.clock.now(), breaks: { missing_on_our_side: 1 } },
    ]);
  });
});

describe("a rail that cannot be reached", () => {
  test("leaves the run open with its reason, counts for the alarm, and is asked again", async () => {
    await collectUnknown();
    api.toNextDay("00:20:00");
    expect(await api.nightly(away(api.rail))).toEqual({ finished: 0, opened: 0, failed: 1, done: false });
    expect(api.meter.values).toEqual({ ReconStopped: [1] });
    expect(await lastRun()).toMatchObject({ status: "running", failure: expect.stringContaining("rail_list") });
    expect(api.log.lines.join()).toContain("nightly reconciliation stopped");
    api.pass(600);
    expect(await api.nightly()).toMatchObject({ finished: 1, failed: 0 });
    expect(await queued()).toHaveLength(1);
  });

  test("for days is caught up with in one run", async () => {
    api.toNextDay("00:20:00");
    await api.nightly();
    await completed();
    await collectUnknown();
    for (let nights = 0; nights < 3; nights++) {
      api.toNextDay("00:20:00");
      await api.nightly(away(api.rail));
    }
    expect(api.meter.values.ReconFresh, "the heartbeat stops after 26 hours").toEqual([1, 1]);
    await api.nightly();
    await api.nightly();
    expect(await lastRun()).toMatchObject({ date: "2026-11-24", status: "done" });
    expect(await queued()).toHaveLength(1);
  });
});
