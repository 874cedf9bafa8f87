import { describe, expect, test } from "vitest";
import { entriesIn, loadAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import type { Row, Store } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { completeAggregates, dispatchEntries, dispatchEntry } from "../../../functions/app/operations/outbox.ts";
import { startEach } from "../../../functions/app/operations/start-workflows.ts";
import { tenantRecordType } from "../../../functions/app/tenants/records.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { markedRows } from "../../support/core/outbox.ts";
import { RatioApi } from "../../support/disputes/ratio-api.ts";
import { workflows } from "../../support/settlement/reserve-api.ts";

/** So many entries that each count a payment. */
async function payments(api: RatioApi, howMany: number): Promise<Row[]> {
  const rows = [];
  for (let nth = 0; nth < howMany; nth++) rows.push(await api.happens({ payments: 1 }));
  return rows;
}

/** A book that says which rows were put. */
function watched(store: Store): { store: Store; puts: Row[] } {
  const puts: Row[] = [];
  return {
    puts,
    store: {
      read: (keys) => store.read(keys),
      page: (query) => store.page(query),
      write: (writes, nonce) => {
        puts.push(...writes.flatMap((write) => ("put" in write ? [write.put] : [])));
        return store.write(writes, nonce);
      },
    },
  };
}

function broken({ body, ...row }: Row): Row {
  return { ...row, body: { ...(body as object), follows: "nothing that can be read" } };
}

/** Takes every aggregate off the outbox, as the sweep does with those that it finds there. */
async function complete(api: RatioApi, store: Store = api.store, rows = markedRows(api.store.rows())) {
  return (await completeAggregates(api.dispatchContext(store), rows)).failures;
}

const tallies = (puts: readonly Row[]) => puts.filter(({ type }) => type === "tally");

describe("a batch of entries", () => {
  test("counts with one write for each counter, when its aggregates are taken off the outbox", async () => {
    const api = await RatioApi.open();
    const rows = await payments(api, 60);
    const { store, puts } = watched(api.store);
    expect(await dispatchEntries(api.dispatchContext(store), rows)).toEqual([]);
    expect(puts).toEqual([]);
    expect(await complete(api, store)).toEqual([]);
    expect(tallies(puts)).toHaveLength(1);
    expect(await api.program("vamp")).toMatchObject({ base: 60 });
    expect(api.pending()).toEqual([]);
  });

  test("that is larger than a page of entries is completed a page at a time", async () => {
    const api = await RatioApi.open();
    await payments(api, 230);
    const { store, puts } = watched(api.store);
    for (const left of [140, 50, 0]) {
      expect(await complete(api, store)).toEqual([]);
      expect(api.pending()).toHaveLength(left);
    }
    expect(tallies(puts)).toHaveLength(3);
    expect(await api.program("vamp")).toMatchObject({ base: 230 });
  });

  test("that comes twice, or in parts to several at once, counts each of its entries once", async () => {
    const api = await RatioApi.open();
    const rows = await payments(api, 40);
    await Promise.all([complete(api), complete(api), dispatchEntries(api.dispatchContext(), rows), complete(api)]);
    expect(await dispatchEntries(api.dispatchContext(), rows)).toEqual([]);
    expect(await complete(api)).toEqual([]);
    expect(await api.program("vamp")).toMatchObject({ base: 40 });
    expect(api.pending()).toEqual([]);
  });

  test("gives back the entry that fails and those after it of the same aggregate, and no other", async () => {
    const api = await RatioApi.open();
    const [first, second, third] = await payments(api, 3);
    const other = await api.tenant({ slug: "other" });
    const others = api.pending().filter(({ pk }) => pk === other.id);
    expect(others.length).toBeGreaterThan(0);
    const batch = [first, broken(second as Row), third, ...others] as Row[];
    const failures = await dispatchEntries(api.dispatchContext(), batch);
    expect(failures.map(({ row }) => row.sk)).toEqual([second?.sk, third?.sk]);
  });

  test("is not held up by a queue of webhooks that never answers, nor is anything lost", async () => {
    const api = await RatioApi.open();
    const [row] = await payments(api, 1);
    const away = { send: () => Promise.reject(new Error("the queue is away")) };
    await dispatchEntry({ ...api.dispatchContext(), queue: away }, row as Row);
    expect(await complete(api)).toEqual([]);
    expect(api.pending()).toEqual([]);
  });
});

describe("an aggregate on the outbox", () => {
  test("whose entry fails keeps its mark from there on and counts what came before, and holds up no other", async () => {
    const api = await RatioApi.open();
    const [, second] = await payments(api, 3);
    const other = await api.tenant({ slug: "other" });
    const store: Store = {
      read: (keys) => api.store.read(keys),
      write: (writes, nonce) => api.store.write(writes, nonce),
      page: async (query) =>
        (await api.store.page(query)).map((row) => (row.pk === second?.pk && row.sk === second.sk ? broken(row) : row)),
    };
    const failures = await complete(api, store);
    expect(failures.map(({ row }) => row.pk)).toEqual([api.tenantId]);
    expect(new Set(api.pending().map(({ pk }) => pk))).toEqual(new Set([api.tenantId]));
    expect(api.pending().filter(({ pk }) => pk === other.id)).toEqual([]);
    expect(await api.program("vamp")).toMatchObject({ base: 1 });
  });

  test("that moved on after it was read keeps its mark, and what came is counted with the rest, once", async () => {
    const api = await RatioApi.open();
    await payments(api, 2);
    const before = markedRows(api.store.rows());
    await payments(api, 1);
    expect(await complete(api, api.store, before)).toEqual([]);
    expect(await api.program("vamp")).toMatchObject({ base: 0 });
    expect(await complete(api)).toEqual([]);
    expect(await api.program("vamp")).toMatchObject({ base: 3 });
  });

  test("is written by nobody who read it before the mark was taken off", async () => {
    const api = await RatioApi.open();
    await payments(api, 1);
    const [row] = await api.store.read([rowKey(api.tenantId)]);
    const found = loadAggregate(tenantRecordType, row);
    if (!found) throw new Error("no tenant");
    await complete(api);
    const { state } = found;
    const late = { next: state, from: state.status, to: state.status, reason: "late" };
    const { writes } = transitionWrites(found, [late], api.context);
    expect(await api.store.write(writes, "late")).toMatchObject({ ok: false });
    expect(markedRows(api.store.rows())).toEqual([]);
  });
});

describe("an entry that counts against a tenant", () => {
  const late = "2026-10-31T12:00:00.000Z";
  /** Whether counters wait for a look at the programs. */
  const waiting = (api: RatioApi) => new Set(tallies(api.store.rows()).map(({ index }) => index?.due !== undefined));

  /** A book whose reads of what programs have come to end like this. */
  function without(store: Store, programs: () => Promise<never>): Store {
    const isProgram = ({ pk }: { readonly pk: string }) => pk.startsWith("programs#");
    return {
      read: (keys) => (keys.some(isProgram) ? programs() : store.read(keys)),
      page: (query) => store.page(query),
      write: (writes, nonce) => store.write(writes, nonce),
    };
  }

  test("counts at once with all of its aggregate, though that moves on meanwhile", async () => {
    const api = await RatioApi.open();
    await payments(api, 2);
    const entry = await api.happens({ returnsUnauthorized: 1 });
    let moves = 2;
    const page: Store["page"] = async (query) => {
      const rows = await api.store.page(query);
      if (moves-- > 0) await payments(api, 1);
      return rows;
    };
    const store: Store = { page, read: (keys) => api.store.read(keys), write: (...all) => api.store.write(...all) };
    await dispatchEntry(api.dispatchContext(store), entry);
    expect(await api.program("vamp")).toMatchObject({ base: 4 });
    expect(api.pending().filter(({ pk }) => pk === api.tenantId)).toEqual([]);
  });

  test("has its programs looked at, also in the month that it is late for, in the service's own name", async () => {
    const api = await RatioApi.open();
    await api.counts({ debits: 1000, payments: 1000 });
    expect(waiting(api)).toEqual(new Set([false]));
    await dispatchEntry(api.dispatchContext(), await api.happens({ returnsUnauthorized: 100 }));
    await dispatchEntry(api.dispatchContext(), await api.happens({ returnsUnauthorized: 1 }, late));
    expect(tallies(api.store.rows()).map(({ body }) => (body as { month: string }).month)).toContain("2026-10");
    expect(waiting(api)).toEqual(new Set([false]));
    const trail = entriesIn(api.store.rows()).filter(({ aggregateType }) => aggregateType === "programs");
    expect(new Set(trail.map(({ actor, requestId }) => `${actor} ${requestId.slice(0, 4)}`))).toEqual(
      new Set(["system:programs req_"]),
    );
    expect(api.told()).not.toEqual([]);
  });

  test("comes again where its programs cannot be looked at, and not where others look at the same time", async () => {
    const api = await RatioApi.open();
    const away = new Error("no answer");
    for (const [error, again] of [
      [away, true],
      [new Refusal("version_conflict", "others were faster"), false],
    ] as const) {
      const row = await api.happens({ returnsUnauthorized: 1 });
      const store = without(api.store, () => Promise.reject(error));
      expect(await dispatchEntries(api.dispatchContext(store), [row])).toEqual(again ? [{ row, error }] : []);
      expect(waiting(api)).toEqual(new Set([true]));
    }
  });

  test("is looked at once for all entries of a tenant's month", async () => {
    const api = await RatioApi.open();
    const rows = [];
    for (let nth = 0; nth < 3; nth += 1) rows.push(await api.happens({ returnsUnauthorized: 1 }));
    const looks: number[] = [];
    const store = without(api.store, () => {
      looks.push(1);
      return Promise.reject(new Refusal("version_conflict", "others were faster"));
    });
    expect(await dispatchEntries(api.dispatchContext(store), rows)).toEqual([]);
    expect(looks).toHaveLength(1);
  });
});

describe("what starts workflows", () => {
  const entry = (pk: string, seq: number, token: string): Row => ({
    ...{ pk, sk: `entry#${seq}`, v: 1, type: "entry", outbox: "pending", workflow: true },
    body: {
      ...{ aggregateId: pk, aggregateType: "settlement", tenantId: "ten_1", seq, from: null, to: "x", reason: "r" },
      ...{ actor: "a", requestId: "q", at: "2026-11-21T12:00:00.000Z", postings: [], events: [] },
      ...{ follows: [{ kind: "answer_token", token }], prevHash: "0", hash: "1" },
    },
  });

  test("goes on with other aggregates where one fails, and keeps each one's order", async () => {
    const answered: string[] = [];
    const some = {
      ...workflows,
      answer: async (token: string) => {
        if (token === "stuck") throw new Error("throttled");
        answered.push(token);
      },
    };
    const rows = [
      entry("stl_a", 1, "a1"),
      entry("stl_b", 1, "stuck"),
      entry("stl_a", 2, "a2"),
      entry("stl_b", 2, "b2"),
    ];
    const failures = await startEach(some, rows);
    expect(failures.map(({ row }) => [row.pk, row.sk])).toEqual([
      ["stl_b", "entry#1"],
      ["stl_b", "entry#2"],
    ]);
    expect(answered).toEqual(["a1", "a2"]);
  });
});
