import { beforeEach, describe, expect, test } from "vitest";
import { claimIndex, upkeepIndex } from "../../../functions/app/core/due-index.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { continueClaim } from "../../../functions/app/operations/continue-claim.ts";
import { type DueDispatchContext, dispatchDue } from "../../../functions/app/operations/dispatch-due.ts";
import { type DueOrder, type DueQueue, dueWork, dueWorkTypes } from "../../../functions/app/operations/due-work.ts";
import { sendDueDeliveries } from "../../../functions/app/operations/send-due-deliveries.ts";
import { sideBySide, workOff } from "../../../functions/app/operations/work-off.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { later, noon } from "../../support/core/samples.ts";
import { SweepApi } from "../../support/operations/sweep-api.ts";

let api: SweepApi;
let sent: DueOrder[];

beforeEach(() => {
  api = new SweepApi();
  sent = [];
});

function context(change: Partial<DueQueue> = {}, isLate = () => false): DueDispatchContext {
  const queue: DueQueue = { send: async (orders) => void sent.push(...orders), isDrained: async () => true, ...change };
  const dueQueues = Object.fromEntries(dueWorkTypes.map((kind) => [kind, queue])) as DueDispatchContext["dueQueues"];
  const { deliveries, log } = api;
  return { ...api.context, deliveries, dueQueues, log, isLate };
}

/** A claim that fell due at a moment. */
function claim(name: string, at = noon): Promise<Row> {
  const key = rowKey(`claim#${name}`);
  return api.put({ ...key, v: 1, type: "claim", body: null, index: { due: claimIndex(key, at) } });
}

const handed = () => sent.flatMap(({ rows }) => rows.map(({ pk }) => pk)).toSorted();
const logged = () => api.log.lines.map((line) => JSON.parse(line));
const progress = async () => (await api.rowAt(rowKey("sweep")))?.body;

describe("kinds of due work", () => {
  test("have queues, messages and seconds of their own", () => {
    const terms = dueWorkTypes.map((kind) => {
      const { store, partitions, rowsPerOrder, seconds } = dueWork[kind];
      return [kind, store, partitions[0], partitions.length, rowsPerOrder, seconds];
    });
    expect(terms).toEqual([
      ["entries", "store", "entry#0", 128, 25, 20],
      ["claims", "store", "claim#0", 16, 5, 40],
      ["deadlines", "store", "due#0", 64, 25, 20],
      ["lookUps", "store", "look_up#0", 32, 10, 45],
      ["deliveries", "deliveries", "due#0", 64, 100, 20],
      ["upkeep", "deliveries", "upkeep#0", 4, 5, 45],
    ]);
  });
});

describe("an order of due work", () => {
  test("names rows of one kind with their places, five claims at a time", async () => {
    const rows = [];
    for (let nth = 0; nth < 60; nth += 1) rows.push(await claim(`${nth}`));
    await dispatchDue(context());
    expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(["claims"]));
    const byShard = Map.groupBy(rows, ({ index }) => index?.due?.[0]);
    const sizes = [...byShard.values()].flatMap(({ length }) => [
      ...Array<number>(Math.floor(length / 5)).fill(5),
      ...(length % 5 > 0 ? [length % 5] : []),
    ]);
    expect(sent.map(({ rows: some }) => some.length).toSorted()).toEqual(sizes.toSorted());
    expect(sent.flatMap(({ rows: some }) => some).toSorted((one, other) => (one.pk < other.pk ? -1 : 1))).toEqual(
      rows
        .map(({ pk, sk, index }) => ({ pk, sk, place: index?.due?.[1] }))
        .toSorted((one, other) => (one.pk < other.pk ? -1 : 1)),
    );
  });

  test("of the deliveries' store is read there", async () => {
    const key = rowKey("health#1");
    await api.put(
      { ...key, v: 1, type: "endpoint_health", body: {}, index: { due: upkeepIndex(key, noon) } },
      api.deliveries,
    );
    expect((await dispatchDue(context())).handedOut).toMatchObject({ upkeep: 1, deadlines: 0 });
    expect(sent.map(({ kind }) => kind)).toEqual(["upkeep"]);
  });
});

describe("how far the sweep has come", () => {
  test("is kept by kind and shard, and forgotten once nothing is due", async () => {
    const { index } = await claim("a", later(-60));
    const [shard = "", place] = index?.due ?? [];
    await dispatchDue(context());
    expect(await progress()).toEqual({ passes: { [`claims ${shard}`]: { place: `${place}!`, since: noon } } });
    const row = await api.rowAt(rowKey("claim#a"));
    await api.store.write([{ remove: rowKey("claim#a"), expect: row?.v ?? 0 }], "gone");
    api.pass(60);
    await dispatchDue(context());
    expect([await progress(), (await api.rowAt(rowKey("sweep")))?.v]).toEqual([{ passes: {} }, 2]);
    const { commits } = api.store;
    await dispatchDue(context());
    expect(api.store.commits).toBe(commits);
  });

  test("is no further than a quarter of a minute ago", async () => {
    const { index } = await claim("a", later(-10));
    await dispatchDue(context());
    const passes = { [`claims ${index?.due?.[0]}`]: { place: later(-15), since: noon } };
    expect(await progress()).toEqual({ passes });
  });

  test("stays where another machine's clock was ahead", async () => {
    const { index } = await claim("a", later(-60));
    await dispatchDue(context());
    const before = await progress();
    api.pass(-120);
    sent = [];
    await dispatchDue(context({ isDrained: async () => false }));
    expect([handed(), await progress()]).toEqual([[], before]);
    expect(index?.due).toBeDefined();
  });

  test("is gone on from where nobody can say whether the queue is drained, which is logged", async () => {
    await claim("a", later(-60));
    await dispatchDue(context());
    sent = [];
    await dispatchDue(context({ isDrained: () => Promise.reject(new Error("no depth")) }));
    expect(handed()).toEqual([]);
    expect(logged()).toMatchObject([
      {
        message: "queue depth unknown",
        operation: "sweep",
        correlationId: "claims",
        error: expect.stringContaining("no depth"),
      },
    ]);
  });

  test("is a page of each shard where time is over", async () => {
    for (let nth = 0; nth < 4_500; nth += 1) {
      const key = rowKey(`health#${nth}`);
      const index = { due: upkeepIndex(key, later(-60)) };
      await api.put({ ...key, v: 1, type: "endpoint_health", body: {}, index }, api.deliveries);
    }
    const { handedOut } = await dispatchDue(context({}, () => true));
    expect(handedOut.upkeep).toBe(4_000);
  });

  test("is as it was where a queue takes nothing, which is logged by shard", async () => {
    const { index } = await claim("a", later(-60));
    const away = context({
      send: (orders) => (orders.length > 0 ? Promise.reject(new Error("away")) : Promise.resolve()),
    });
    expect(await dispatchDue(away)).toMatchObject({ failedShards: 1, handedOut: { claims: 0 } });
    expect(await progress()).toBeUndefined();
    expect(logged()).toMatchObject([
      { message: "sweep failed", operation: "sweep", correlationId: index?.due?.[0], kind: "claims" },
    ]);
  });
});

describe("what fails in a worker", () => {
  const order = (row: Row): DueOrder => ({
    kind: "claims",
    rows: [{ pk: row.pk, sk: row.sk, place: row.index?.due?.[1] ?? "" }],
  });
  const failing = (error: unknown) => sideBySide(1, () => Promise.reject(error));

  test("is logged with its row, unless it is a refusal", async () => {
    const row = await claim("a");
    await workOff({ ...api.context, log: api.log }, api.store, order(row), failing(new Error("no answer")));
    expect(logged()).toMatchObject([
      { message: "due work failed", operation: "sweep", correlationId: "claim#a", kind: "claims" },
    ]);
    const other = await claim("b");
    const refusal = new Refusal("version_conflict", "others were faster");
    expect(await workOff({ ...api.context, log: api.log }, api.store, order(other), failing(refusal))).toEqual({
      ...{ done: 0, failed: 1, skipped: 0 },
    });
    expect(logged()).toHaveLength(1);
  });

  test("is put off from the moment at which it failed, not from that at which it was due", async () => {
    const row = await claim("a");
    api.pass(600);
    await workOff({ ...api.context, log: api.log }, api.store, order(row), failing(new Error("no answer")));
    const place = (await api.rowAt(row))?.index?.due?.[1] ?? "";
    expect(place > later(600) && place < later(700)).toBe(true);
  });

  test("and is gone meanwhile is put off no more", async () => {
    const row = await claim("a");
    const removes = sideBySide(1, async () => {
      await api.store.write([{ remove: rowKey("claim#a"), expect: 1 }], "gone");
      throw new Error("no answer");
    });
    expect(await workOff({ ...api.context, log: api.log }, api.store, order(row), removes)).toEqual({
      ...{ done: 0, failed: 1, skipped: 0 },
    });
    expect(await api.rowAt(row)).toBeUndefined();
  });
});

describe("what is nobody's work any more", () => {
  test("is a claim that is done, and a row that is none", async () => {
    const body = {
      ...{ operation: "nobody's", tenantId: "ten_1", fingerprint: "f", status: "done", leaseUntil: noon, command: {} },
      ...{ outcome: null, createdAt: noon },
    };
    const row = { ...rowKey("claim#a"), v: 1, type: "claim", body };
    const { commits } = api.store;
    await continueClaim(api.sweepContext(), row);
    expect(api.store.commits).toBe(commits);
    await expect(continueClaim(api.sweepContext(), { ...row, body: { ...body, status: "running" } })).rejects.toThrow(
      "nobody carries nobody's on",
    );
  });

  test("is a delivery that is gone", async () => {
    const orders: DueOrder[] = [{ kind: "deliveries", rows: [{ ...rowKey("dlv_1"), place: noon }] }];
    const queue = { send: () => expect.fail("nothing is due") };
    expect(await sendDueDeliveries({ deliveries: api.deliveries, queue }, orders)).toBe(0);
  });
});
