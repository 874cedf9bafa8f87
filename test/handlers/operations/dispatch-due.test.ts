import { beforeEach, describe, expect, test } from "vitest";
import { claimIndex, nextLookIndex } from "../../../functions/app/core/due-index.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { dispatchDue } from "../../../functions/app/operations/dispatch-due.ts";
import {
  type DueOrder,
  type DueQueue,
  type DueWorkType,
  dueWorkTypes,
} from "../../../functions/app/operations/due-work.ts";
import { type DueWorker, sideBySide, workOff } from "../../../functions/app/operations/work-off.ts";
import { noLog } from "../../support/core/memory-log.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";
import { TestApi } from "../../support/core/test-api.ts";

let api: TestApi;
let sent: DueOrder[];
let drained: boolean;
let broken: DueWorkType | undefined;
let deliveries: MemoryStore;

beforeEach(() => {
  api = new TestApi();
  sent = [];
  drained = true;
  broken = undefined;
  deliveries = new MemoryStore();
});

function context() {
  const queueOf = (kind: DueWorkType): DueQueue => ({
    send: async (orders) => {
      if (kind === broken && orders.length > 0) throw new Error("the queue is away");
      sent.push(...orders);
    },
    isDrained: async () => drained,
  });
  const dueQueues = Object.fromEntries(dueWorkTypes.map((kind) => [kind, queueOf(kind)])) as Record<
    DueWorkType,
    DueQueue
  >;
  return { ...api.context, deliveries, dueQueues, log: noLog, isLate: () => false };
}

async function put(row: Row): Promise<Row> {
  await api.store.write([{ put: row, expect: "absent" }], row.pk);
  return row;
}

/** A claim that is due now. */
function claim(name: string): Promise<Row> {
  const key = rowKey(`claim#${name}`);
  return put({ ...key, v: 1, type: "claim", body: null, index: { due: claimIndex(key, api.clock.now()) } });
}

/** A settlement whose rail is to be asked now. */
function lookUp(name: string): Promise<Row> {
  const key = rowKey(`stl_${name}`);
  const due = nextLookIndex(key, { at: api.clock.now(), asks: true });
  return put({ ...key, v: 1, type: "settlement", body: null, index: { due } });
}

async function handed(): Promise<string[]> {
  sent = [];
  await dispatchDue(context());
  return sent.flatMap(({ rows }) => rows.map(({ pk }) => pk)).toSorted();
}

describe("the sweep", () => {
  test("hands out what is due by kind and shard, so many rows a message, and nothing that is not due", async () => {
    for (let nth = 0; nth < 30; nth++) await claim(`${nth}`);
    await lookUp("a");
    const later = rowKey("claim#later");
    const due = claimIndex(later, "2999-01-01T00:00:00.000Z");
    await put({ ...later, v: 1, type: "claim", body: null, index: { due } });
    const { handedOut } = await dispatchDue(context());
    expect(handedOut).toEqual({ entries: 0, claims: 30, deadlines: 0, lookUps: 1, deliveries: 0, upkeep: 0 });
    for (const { kind, rows } of sent) expect(rows.length).toBeLessThanOrEqual(kind === "claims" ? 5 : 1);
    expect(new Set(sent.flatMap(({ rows }) => rows.map(({ pk }) => pk))).has("claim#later")).toBe(false);
  });

  test("costs no write where nothing is due", async () => {
    const before = api.store.commits;
    await dispatchDue(context());
    expect(api.store.commits).toBe(before);
  });

  test("hands a row out once while it waits in its queue, and again when the queue is drained and it is still due", async () => {
    await claim("a");
    api.pass(60);
    expect(await handed()).toEqual(["claim#a"]);
    drained = false;
    await claim("b");
    api.pass(60);
    expect(await handed()).toEqual(["claim#b"]);
    api.pass(60);
    expect(await handed()).toEqual([]);
    drained = true;
    expect(await handed()).toEqual(["claim#a", "claim#b"]);
  });

  test("begins anew after a quarter of an hour, whatever the queue says", async () => {
    await claim("a");
    api.pass(60);
    await handed();
    drained = false;
    api.pass(899);
    expect(await handed()).toEqual([]);
    api.pass(1);
    expect(await handed()).toEqual(["claim#a"]);
  });

  test("hands out once more what had only just become due: the index may have been a moment behind", async () => {
    await claim("a");
    expect(await handed()).toEqual(["claim#a"]);
    drained = false;
    api.pass(60);
    expect(await handed()).toEqual(["claim#a"]);
    api.pass(60);
    expect(await handed()).toEqual([]);
  });

  test("hands out the other kinds where one kind's queue is away, and says that it could not do all", async () => {
    await claim("a");
    await lookUp("b");
    broken = "claims";
    expect(await dispatchDue(context())).toMatchObject({ failedShards: 1, handedOut: { claims: 0, lookUps: 1 } });
    broken = undefined;
    expect(await handed()).toContain("claim#a");
  });

  test("hands out a backlog of several pages whole", async () => {
    for (let nth = 0; nth < 4_500; nth++) await lookUp(String(nth));
    const all = await handed();
    expect([all.length, new Set(all).size]).toEqual([4_500, 4_500]);
  });
});

describe("a worker", () => {
  const orderOf = (...rows: Row[]): DueOrder => ({
    kind: "claims",
    rows: rows.map(({ pk, sk, index }) => ({ pk, sk, place: index?.due?.[1] ?? "" })),
  });
  const fails: DueWorker = sideBySide(1, () => Promise.reject(new Error("no answer")));
  const work = (order: DueOrder, by: DueWorker) => workOff({ ...api.context, log: noLog }, api.store, order, by);

  async function placeOf({ pk, sk }: Row): Promise<string> {
    const [row] = await api.store.read([{ pk, sk }]);
    return row?.index?.due?.[1] ?? "";
  }

  async function secondsLeft(row: Row): Promise<number> {
    const [at = ""] = (await placeOf(row)).split("#", 1);
    return (Date.parse(at) - Date.parse(api.clock.now())) / 1000;
  }

  test("leaves alone what somebody else has dealt with since it was handed out", async () => {
    const row = await claim("a");
    const order = orderOf(row);
    await api.store.write([{ put: { ...row, v: 2, index: {} }, expect: 1 }], "done");
    const asked: string[] = [];
    const result = await work(
      order,
      sideBySide(1, async ({ pk }) => asked.push(pk) > 0),
    );
    expect([result, asked]).toEqual([{ done: 0, failed: 0, skipped: 1 }, []]);
  });

  test("puts off what fails, twice as long each time, an hour at most, and the row itself stays as it is", async () => {
    const row = await claim("a");
    const waits: number[] = [];
    for (let round = 0; round < 10; round++) {
      const [current] = await api.store.read([{ pk: row.pk, sk: row.sk }]);
      expect(await work(orderOf(current as Row), fails)).toEqual({ done: 0, failed: 1, skipped: 0 });
      waits.push(await secondsLeft(row));
      api.pass(waits.at(-1) ?? 0);
    }
    for (const [at, seconds] of waits.entries()) {
      const middle = Math.min(3600, 60 * 2 ** at);
      expect(seconds).toBeGreaterThanOrEqual(middle * 0.75 - 1);
      expect(seconds).toBeLessThanOrEqual(middle * 1.25 + 1);
    }
    const [after] = await api.store.read([{ pk: row.pk, sk: row.sk }]);
    expect(after).toMatchObject({ v: 1, type: "claim" });
  });

  test("does not put off together what failed together", async () => {
    const rows = [];
    for (let nth = 0; nth < 20; nth++) rows.push(await claim(`${nth}`));
    await work(orderOf(...rows), fails);
    expect(new Set(await Promise.all(rows.map(secondsLeft))).size).toBeGreaterThan(5);
  });

  test("puts off what its work has not moved, which would be handed out every minute", async () => {
    const row = await claim("a");
    await work(
      orderOf(row),
      sideBySide(1, async () => false),
    );
    expect(await secondsLeft(row)).toBeGreaterThan(40);
  });

  test("leaves a later place that the work itself has chosen, also where it failed then", async () => {
    const row = await claim("a");
    const due = claimIndex(row, "2999-01-01T00:00:00.000Z");
    const postpones = sideBySide(1, async () => {
      await api.store.write([{ put: { ...row, v: 2, index: { due } }, expect: 1 }], "later");
      throw new Error("no answer");
    });
    await work(orderOf(row), postpones);
    expect(await placeOf(row)).toBe(due[1]);
  });

  test("does the others of a message where one fails", async () => {
    const rows = [await claim("a"), await claim("b"), await claim("c")];
    const done: string[] = [];
    const result = await work(
      orderOf(...rows),
      sideBySide(1, async ({ pk }) => {
        if (pk === "claim#b") throw new Error("no answer");
        return done.push(pk) > 0;
      }),
    );
    expect(result).toEqual({ done: 2, failed: 1, skipped: 0 });
    expect(done).toEqual(["claim#a", "claim#c"]);
  });
});
