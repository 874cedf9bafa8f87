import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { archiveDue } from "../../../functions/app/audit/archive-audit.ts";
import { genesis, type StoredAggregate } from "../../../functions/app/audit/chain.ts";
import { dayRoot, type Part, type RootDocument, rootKey } from "../../../functions/app/audit/root.ts";
import { verifyAudit } from "../../../functions/app/audit/verify-audit.ts";
import type { Store } from "../../../functions/app/core/ports.ts";
import { recordAction } from "../../../functions/app/core/record-action.ts";
import { HeldStore, MemoryArchive } from "../../support/audit/audited.ts";
import { entryOf, fault, one, place, record, rowOf, sha256, two } from "../../support/audit/entries.ts";
import { TestApi } from "../../support/core/test-api.ts";

const day = 86_400;

/** What an operator did on a day, archived. */
async function archived(days = 1) {
  const api = new TestApi();
  for (let nth = 0; nth < days; nth += 1) {
    await recordAction({ ...api.context, actor: "operator:one" }, { reason: `day ${nth}` });
    api.pass(day);
  }
  const archive = new MemoryArchive();
  const done = await archiveDue({ ...api.context, archive }, "9999");
  return { api, archive, done, store: HeldStore.of(api.store.rows()) };
}

const first = rootKey("2026-11-21");
const read = (archive: MemoryArchive, key: string): RootDocument =>
  JSON.parse(Buffer.from(archive.objects.get(key) ?? []).toString());
const write = (archive: MemoryArchive, key: string, value: object) =>
  archive.objects.set(key, Buffer.from(JSON.stringify(value)));

/** Gives the first day other bytes for its first part, and makes the roots anew. */
function rewrite(archive: MemoryArchive, text: string, change: Partial<Part> = {}): void {
  const document = read(archive, first);
  const [part] = document.parts;
  if (!part) throw new Error("no part");
  const bytes = gzipSync(text);
  archive.objects.set(part.key, bytes);
  const made = { ...document, parts: [{ ...part, sha256: sha256(bytes), ...change }] };
  write(archive, first, { ...made, root: dayRoot(made) });
}

describe("an archive", () => {
  test("has a day's entries and a root of them, and its progress is on record", async () => {
    const { api, archive, done } = await archived();
    expect(done).toEqual({ days: 1, entries: 1, done: true });
    const document = read(archive, first);
    expect(document).toEqual({
      ...{ version: 1, date: "2026-11-21", previous: null, entries: 1, root: dayRoot(document) },
      parts: [
        {
          ...{ tenantId: "platform", number: 1, entries: 1, key: "entries/2026-11-21/platform/0001.jsonl.gz" },
          ...{ root: expect.stringMatching(/^[0-9a-f]{64}$/), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        },
      ],
    });
    const [head] = await api.store.read([{ pk: "archive#head", sk: "row" }]);
    expect(head).toMatchObject({
      ...{ v: 1, type: "archive", body: { root: { date: "2026-11-21", root: document.root }, through: "2026-11-21" } },
    });
    const [part] = api.store.rows().filter(({ type }) => type === "archive_part");
    expect(part).toMatchObject({
      pk: "archive#2026-11-21",
      sk: "part#000001",
      v: 1,
      body: { whole: true, owner: null },
    });
  });

  test("waits for five minutes after midnight, of the moment up to which all is written", async () => {
    const api = new TestApi();
    await recordAction({ ...api.context, actor: "operator:one" }, { reason: "r" });
    api.pass(5 * day);
    const archive = new MemoryArchive();
    const run = (settledAt: string) => archiveDue({ ...api.context, archive, settledAt }, "9999");
    expect(await run("2026-11-22T00:04:59.999Z")).toEqual({ days: 0, entries: 0, done: true });
    expect(await run("2026-11-22T00:05:00.000Z")).toEqual({ days: 1, entries: 1, done: true });
  });

  test("tells of each day while it has the time, and goes on with the next run", async () => {
    const api = new TestApi();
    for (let nth = 0; nth < 3; nth += 1) {
      await recordAction({ ...api.context, actor: "operator:one" }, { reason: "r" });
      api.pass(day);
    }
    const archive = new MemoryArchive();
    const run = (deadline: string) => archiveDue({ ...api.context, archive }, deadline);
    expect(await run(api.clock.now())).toEqual({ days: 0, entries: 0, done: false });
    expect(await run(api.clock.now())).toEqual({ days: 1, entries: 1, done: false });
    expect(await run("9999")).toEqual({ days: 2, entries: 2, done: true });
    expect(await run("9999")).toEqual({ days: 0, entries: 0, done: true });
  });

  test("leaves a part, and a day, to who was there first", async () => {
    const { api } = await archived();
    await recordAction({ ...api.context, actor: "operator:one" }, { reason: "r" });
    api.pass(day);
    const archive = new MemoryArchive();
    const losing = (nth: number): Store => {
      let writes = 0;
      const write: Store["write"] = async (input, nonce) => {
        writes += 1;
        return writes === nth ? { ok: false, rows: [] } : api.store.write(input, nonce);
      };
      return { read: (keys) => api.store.read(keys), page: (query) => api.store.page(query), write };
    };
    for (const nth of [1, 2])
      expect(await archiveDue({ ...api.context, store: losing(nth), archive }, "9999")).toEqual({
        ...{ days: 0, entries: 0, done: false },
      });
  });
});

describe("what is wrong with an archive", () => {
  const check = async (touch: (archive: MemoryArchive, store: HeldStore) => void, days = 1) => {
    const { archive, store } = await archived(days);
    touch(archive, store);
    return (await verifyAudit(store, archive)).fault;
  };

  test("is nothing, and how much it has is told", async () => {
    const { archive, store } = await archived(2);
    const lastRoot = { date: "2026-11-22", root: read(archive, rootKey("2026-11-22")).root };
    expect(await verifyAudit(store, archive)).toEqual({
      ...{ fault: null, aggregates: 2, entries: 2, days: 2, archivedEntries: 2, lastRoot },
    });
    expect(await verifyAudit(undefined, archive)).toMatchObject({ fault: null, aggregates: 0, days: 2, lastRoot });
    expect(await verifyAudit(store, undefined)).toMatchObject({ fault: null, entries: 2, days: 0, lastRoot: null });
    expect(await verifyAudit(undefined, undefined)).toEqual({
      ...{ fault: null, aggregates: 0, entries: 0, days: 0, archivedEntries: 0, lastRoot: null },
    });
  });

  test.each<[string, (archive: MemoryArchive) => void, string]>([
    ["no root of its day", (archive) => archive.objects.set(first, Buffer.from("{")), "is no root of that day"],
    [
      "a root of another day",
      (archive) => write(archive, first, { ...read(archive, first), date: "2026-11-20" }),
      "is no root of that day",
    ],
    [
      "a root that was changed",
      (archive) => write(archive, first, { ...read(archive, first), root: "f" }),
      "was changed: its root is another",
    ],
  ])("is %s", async (_, touch, what) => {
    expect(await check(touch)).toEqual({ aggregate: first, seq: null, what });
  });

  test("is a root that follows from another one", async () => {
    const second = rootKey("2026-11-22");
    const what = "follows the root of 2026-11-21, and before it lies that of no day";
    expect(await check((archive) => archive.objects.delete(first), 2)).toEqual({ aggregate: second, seq: null, what });
    const lone = (archive: MemoryArchive) => {
      const made = { ...read(archive, second), previous: null };
      write(archive, second, { ...made, root: dayRoot(made) });
    };
    expect(await check(lone, 2)).toMatchObject({
      what: "follows the root of no day, and before it lies that of 2026-11-21",
    });
  });

  test("is a last root that the table does not know", async () => {
    const gone = { aggregate: first, seq: null, what: "is not the last root of the archive, which is that of no day" };
    expect(await check((archive) => archive.objects.clear())).toEqual(gone);
    const other = await check((_, store) => Object.assign(store, { known: { date: "2026-11-21", root: "f" } }));
    expect(other).toMatchObject({ what: "is not the last root of the archive, which is that of 2026-11-21" });
    expect(await check((_, store) => Object.assign(store, { known: null }))).toBeNull();
  });

  test("is a part that is gone, was changed, or holds other entries than its root says", async () => {
    const key = "entries/2026-11-21/platform/0001.jsonl.gz";
    const about = (what: string) => ({ aggregate: key, seq: null, what });
    expect(await check((archive) => archive.objects.delete(key))).toEqual(about("is missing from the archive"));
    expect(await check((archive) => archive.objects.set(key, Buffer.from("x")))).toEqual(
      about("was changed: its SHA-256 is another"),
    );
    expect(await check((archive) => rewrite(archive, ""))).toEqual(about("holds other entries than its root says"));
    const line = `${JSON.stringify({ pk: "rec_1", sk: place(1), body: one })}\n`;
    const root = sha256(`rec_1 1 ${one.hash}\n`);
    expect(await check((archive) => rewrite(archive, line))).toEqual(about("holds other entries than its root says"));
    expect(await check((archive) => rewrite(archive, line, { root, entries: 2 }))).toEqual(
      about("holds other entries than its root says"),
    );
    const wrong = `${JSON.stringify({ pk: "rec_1", sk: "entry#x", body: one })}\n`;
    expect(await check((archive) => rewrite(archive, wrong))).toEqual({
      ...{ aggregate: "rec_1", seq: null, what: `says it is entry 1 (in ${key})` },
    });
  });

  test("is a table that lost what was archived, has it otherwise, or had something added to a closed day", async () => {
    const rows = [rowOf(one), record(one)];
    const { archive } = await archived();
    const line = `${JSON.stringify({ pk: "rec_1", sk: place(1), body: one })}\n`;
    rewrite(archive, line, { root: sha256(`rec_1 1 ${one.hash}\n`), entries: 1 });
    const verify = async (...held: StoredAggregate["rows"]) => {
      const store = new HeldStore();
      if (held.length > 0)
        store.aggregatesHeld.set(
          "rec_1",
          held.map(({ sk, body }) => ({ sk, text: JSON.stringify(body), listed: undefined })),
        );
      return (await verifyAudit(store, archive)).fault;
    };
    expect(await verify(...rows)).toBeNull();
    expect(await verify()).toEqual(fault(1, "was archived and is missing from the book"));
    const other = entryOf(1, genesis.hash, { reason: "other" });
    expect(await verify(rowOf(other), record(other))).toEqual(fault(1, "is not the entry that was archived"));
    expect(await verify(rowOf(one), rowOf(two), record(two))).toEqual(
      fault(2, "was added to 2026-11-21, which is closed"),
    );
    const next = entryOf(2, one.hash, { at: "2026-11-22T00:00:00.000Z" });
    expect(await verify(rowOf(one), rowOf(next), record(next))).toBeNull();
  });

  test("is none where a record was read while it was written", async () => {
    const { archive, store } = await archived();
    const [pk = ""] = [...store.aggregatesHeld.keys()].filter((key) => key.startsWith("act_"));
    const half = {
      aggregates: async function* () {
        yield { pk, rows: [{ sk: place(1), body: {} }] };
      },
      aggregate: (key: string) => store.aggregate(key),
      lastRoot: () => store.lastRoot(),
    };
    expect(await verifyAudit(half, archive)).toMatchObject({ fault: null, aggregates: 1, entries: 1 });
  });

  test("is not an error of ours: what cannot be read is thrown", async () => {
    const broken = { days: () => Promise.reject(new Error("no bucket")), read: async () => undefined };
    await expect(verifyAudit(undefined, broken)).rejects.toThrow("no bucket");
  });
});
