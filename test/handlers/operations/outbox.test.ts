import { describe, expect, test } from "vitest";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import type { Row, Store } from "../../../functions/app/core/ports.ts";
import { dispatchEntries, dispatchEntry } from "../../../functions/app/operations/outbox.ts";
import { startEach } from "../../../functions/app/operations/start-workflows.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
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

describe("a batch of entries", () => {
  test("is counted with one write for each counter", async () => {
    const api = await RatioApi.open();
    const rows = await payments(api, 60);
    const { store, puts } = watched(api.store);
    expect(await dispatchEntries(api.dispatchContext(store), rows)).toEqual([]);
    expect(puts.map(({ type }) => type)).toEqual(["tally"]);
    expect(await api.program("vamp")).toMatchObject({ base: 60 });
    expect(api.pending()).toEqual([]);
  });

  test("that is larger than a transaction takes as many as it fills", async () => {
    const api = await RatioApi.open();
    const rows = await payments(api, 230);
    const { store, puts } = watched(api.store);
    expect(await dispatchEntries(api.dispatchContext(store), rows)).toEqual([]);
    expect(puts).toHaveLength(3);
    expect(await api.program("vamp")).toMatchObject({ base: 230 });
  });

  test("that comes twice, or in parts to several at once, counts each of its entries once", async () => {
    const api = await RatioApi.open();
    const rows = await payments(api, 40);
    const parts = [rows.slice(0, 25), rows.slice(10), rows.slice(5, 30), rows];
    await Promise.all(parts.map((part) => dispatchEntries(api.dispatchContext(), part)));
    expect(await dispatchEntries(api.dispatchContext(), rows)).toEqual([]);
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
    expect(api.pending().map(({ sk }) => sk)).toEqual([second?.sk, third?.sk]);
    expect(await api.program("vamp")).toMatchObject({ base: 1 });
  });

  test("is not held up by a queue of webhooks that never answers, nor is anything lost", async () => {
    const api = await RatioApi.open();
    const [row] = await payments(api, 1);
    const away = { send: () => Promise.reject(new Error("the queue is away")) };
    await dispatchEntry({ ...api.dispatchContext(), queue: away }, row as Row);
    expect(api.pending()).toEqual([]);
  });
});

describe("an entry that counts against a tenant", () => {
  const late = "2026-10-31T12:00:00.000Z";
  const tallies = (api: RatioApi) => api.store.rows().filter(({ type }) => type === "tally");
  /** Whether counters wait for a look at the programs. */
  const waiting = (api: RatioApi) => new Set(tallies(api).map(({ index }) => index?.due !== undefined));

  /** A book whose reads of what programs have come to end like this. */
  function without(store: Store, programs: () => Promise<never>): Store {
    const isProgram = ({ pk }: { readonly pk: string }) => pk.startsWith("programs#");
    return {
      read: (keys) => (keys.some(isProgram) ? programs() : store.read(keys)),
      page: (query) => store.page(query),
      write: (writes, nonce) => store.write(writes, nonce),
    };
  }

  test("has its programs looked at, also in the month that it is late for, in the service's own name", async () => {
    const api = await RatioApi.open();
    await api.counts({ debits: 1000, payments: 1000 });
    expect(waiting(api)).toEqual(new Set([false]));
    await dispatchEntry(api.dispatchContext(), await api.happens({ returnsUnauthorized: 100 }));
    await dispatchEntry(api.dispatchContext(), await api.happens({ returnsUnauthorized: 1 }, late));
    expect(tallies(api).map(({ body }) => (body as { month: string }).month)).toContain("2026-10");
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
