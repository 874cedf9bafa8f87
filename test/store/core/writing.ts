import { describe, expect, it } from "vitest";
import type { Key, Row, Store, Write } from "../../../functions/app/core/ports.ts";
import { born, fresh, keep, nonce, readOne, row } from "./rows.ts";

/** What every book promises of reads, conditions and writes. */
export function writingPromises(store: () => Store): void {
  describe("reading", () => {
    it("gives rows in the order asked for, with nothing where there is none", async () => {
      const [a, b] = [row(fresh()), row(fresh())];
      await keep(store(), a, b);
      expect(await store().read([b, { pk: "none", sk: "row" }, a].map(({ pk, sk }) => ({ pk, sk })))).toEqual([
        b,
        undefined,
        a,
      ]);
    });

    it("gives a row back whole: body, index places, time to live and outbox", async () => {
      const body = { text: "äöü \u0000 \ud83d\ude00 \"'", none: null, deep: [{ a: 1.5 }, []], big: 999_999_999_999 };
      const full = row(fresh(), "row", {
        body,
        ttl: 1_900_000_000,
        outbox: "pending",
        index: { list: ["l", "1"], due: ["d", "2"] },
      });
      await keep(store(), full);
      expect(await readOne(store(), full)).toEqual(full);
    });

    it("keeps the order of a body's names, since what was hashed must come back to the byte", async () => {
      const stored = row(fresh(), "row", { body: { z: 1, a: { y: 1, b: 2 } } });
      await keep(store(), stored);
      expect(JSON.stringify((await readOne(store(), stored))?.body)).toBe('{"z":1,"a":{"y":1,"b":2}}');
    });

    it("reads nothing for no keys, a hundred at once, and refuses more", async () => {
      const keys = Array.from({ length: 101 }, (_, at) => ({ pk: `many${at}`, sk: "row" }));
      expect(await store().read([])).toEqual([]);
      expect(await store().read(keys.slice(0, 100))).toEqual(Array.from({ length: 100 }, () => undefined));
      await expect(store().read(keys)).rejects.toThrow();
    });

    it("refuses to read one key twice in a call", async () => {
      await expect(store().read([row("twice"), row("twice")])).rejects.toThrow();
    });
  });

  describe("a pointer", () => {
    const pointerTo = (sk: string): Row => ({ pk: `find#${fresh()}`, sk, v: 1, type: "pointer", body: {}, index: {} });

    it("is put before the record that it finds, and stays where that is lost", async () => {
      const first = row(fresh());
      await keep(store(), first);
      const put = pointerTo(first.pk);
      const written = await store().write([born(first), { put, expect: "any" }, born(row(fresh()))], nonce());
      expect(written).toEqual({ ok: false, rows: [first] });
      expect(await store().page({ pk: put.pk, limit: 5 })).toEqual([put]);
    });

    it("is the same where its record is written once more, with others or alone", async () => {
      const [first, put] = [row(fresh()), pointerTo("it")];
      const same = nonce();
      for (const repeat of [1, 2])
        expect(await store().write([born(first), { put, expect: "any" }], same), `time ${repeat}`).toEqual({
          ok: true,
        });
      expect(await store().write([{ put, expect: "any" }], nonce())).toEqual({ ok: true });
      expect(await store().page({ pk: put.pk, limit: 5 })).toEqual([put]);
      expect(await readOne(store(), first)).toEqual(first);
    });

    it("that must be the first of its kind is part of the transaction", async () => {
      const first = row(fresh());
      await keep(store(), first);
      const put = pointerTo("it");
      const written = await store().write([born(first), { put, expect: "absent" }], nonce());
      expect(written).toEqual({ ok: false, rows: [first] });
      expect(await store().page({ pk: put.pk, limit: 5 })).toEqual([]);
    });
  });

  describe("a row that many read", () => {
    /** What forty readers find of a row, the same texts once. */
    async function found(key: Key): Promise<unknown[]> {
      const rows = await Promise.all(Array.from({ length: 40 }, () => readOne(store(), key)));
      return [...new Set(rows.map((each) => JSON.stringify(each)))].map((text) => JSON.parse(text ?? "null"));
    }

    const index = { list: ["all#tenant", "1"], outbox: ["outbox#1", "2026#a"] } as const;

    it("is the same to all of them, and listed once", async () => {
      const first = row(`ten_${fresh()}`, "row", { body: { z: 1, a: { y: 1, b: 2 } }, index });
      await keep(store(), first);
      expect(await found(first)).toEqual([first]);
      expect(JSON.stringify((await readOne(store(), first))?.body)).toBe('{"z":1,"a":{"y":1,"b":2}}');
      const second = { ...first, v: 2, body: { z: 2 } };
      expect(await store().write([{ put: second, expect: 1 }, born(row(fresh()))], nonce())).toEqual({ ok: true });
      expect(await found(first)).toEqual([second]);
      const listed = await store().page({ index: "list", pk: "all#tenant", prefix: "1", limit: 10, keysOnly: true });
      expect(listed.map(({ pk, sk }) => ({ pk, sk }))).toEqual([{ pk: first.pk, sk: "row" }]);
    });

    it("is what it was to all of them where another writer was faster", async () => {
      const first = row(`acc_${fresh()}`);
      await keep(store(), first);
      expect(await store().write([{ put: { ...first, v: 3 }, expect: 2 }], nonce())).toEqual({
        ok: false,
        rows: [first],
      });
      expect(await found(first)).toEqual([first]);
    });

    it("is marked anew, and has its mark taken off, for all of them", async () => {
      const first = row(`whe_${fresh()}`, "row", { index });
      await keep(store(), first);
      const { pk, sk } = first;
      expect(await store().write([{ mark: { pk, sk }, to: "2027#a", expect: 1 }], nonce())).toEqual({ ok: true });
      expect(await found(first)).toEqual([{ ...first, v: 2, index: { ...index, outbox: ["outbox#1", "2027#a"] } }]);
      expect(await store().write([{ mark: { pk, sk }, to: null, expect: 2 }], nonce())).toEqual({ ok: true });
      expect(await found(first)).toEqual([{ ...first, v: 3, index: { list: index.list } }]);
      const late = await store().write([{ mark: { pk, sk }, to: null, expect: 2 }], nonce());
      expect(late).toEqual({ ok: false, rows: [{ ...first, v: 3, index: { list: index.list } }] });
    });
  });

  describe("a condition", () => {
    it("lets a row come into being once, and shows the loser what is there", async () => {
      const first = row(fresh());
      await keep(store(), first);
      const second = { ...first, body: "other" };
      expect(await store().write([born(second)], nonce())).toEqual({ ok: false, rows: [first] });
      expect(await readOne(store(), first)).toEqual(first);
    });

    it("lets a row be replaced over the version that was seen, and only over that", async () => {
      const first = row(fresh());
      await keep(store(), first);
      const second = { ...first, v: 2, body: "second" };
      expect(await store().write([{ put: second, expect: 1 }], nonce())).toEqual({ ok: true });
      expect(await store().write([{ put: { ...second, body: "late" }, expect: 1 }], nonce())).toEqual({
        ok: false,
        rows: [second],
      });
    });

    it("is not put where whatever is there may be written over", async () => {
      const first = row(fresh());
      for (const body of ["first", "second"])
        expect(await store().write([{ put: { ...first, body }, expect: "any" }, born(row(fresh()))], nonce())).toEqual({
          ok: true,
        });
      expect(await readOne(store(), first)).toEqual({ ...first, body: "second" });
    });

    it("tells a row that is gone from one that has moved on", async () => {
      const gone = row(fresh());
      expect(await store().write([{ put: { ...gone, v: 2 }, expect: 1 }], nonce())).toEqual({
        ok: false,
        rows: [undefined],
      });
    });

    it("guards a removal", async () => {
      const first = row(fresh());
      await keep(store(), first);
      expect(await store().write([{ remove: first, expect: 2 }], nonce())).toEqual({ ok: false, rows: [first] });
      expect(await store().write([{ remove: first, expect: 1 }], nonce())).toEqual({ ok: true });
      expect(await readOne(store(), first)).toBeUndefined();
    });

    it("can be asked about a row that is not written", async () => {
      const [guard, other] = [row(fresh()), row(fresh())];
      await keep(store(), guard);
      const stale: Write[] = [{ check: guard, expect: 2 }, born(other)];
      expect(await store().write(stale, nonce())).toEqual({ ok: false, rows: [guard] });
      const missing: Write[] = [{ check: guard, expect: "absent" }, born(other)];
      expect(await store().write(missing, nonce())).toEqual({ ok: false, rows: [guard] });
      expect(await store().write([{ check: guard, expect: 1 }, born(other)], nonce())).toEqual({ ok: true });
    });
  });

  describe("a write", () => {
    it("of several rows is all or nothing, and shows each row that stood in the way", async () => {
      const [a, b, c] = [row(fresh()), row(fresh()), row(fresh())];
      await keep(store(), a, c);
      const lost = await store().write([born(a), born(b), { put: { ...c, v: 3 }, expect: 2 }], nonce());
      expect(lost).toEqual({ ok: false, rows: [a, c] });
      expect(await readOne(store(), b)).toBeUndefined();
    });

    it("of nothing is done", async () => {
      expect(await store().write([], nonce())).toEqual({ ok: true });
    });

    it.each([1, 3])("of %i rows that is repeated with its nonce is recognised as done", async (size) => {
      const rows = Array.from({ length: size }, () => row(fresh()));
      const own = nonce();
      expect(await store().write(rows.map(born), own)).toEqual({ ok: true });
      expect(await store().write(rows.map(born), own)).toEqual({ ok: true });
      expect(await store().write(rows.map(born), nonce())).toEqual({ ok: false, rows });
    });

    it("may be of a hundred rows, and no more", async () => {
      const pk = fresh();
      const rows = Array.from({ length: 101 }, (_, at) => row(pk, `r${String(at).padStart(3, "0")}`));
      await keep(store(), ...rows.slice(0, 100));
      expect(await store().page({ pk, limit: 200 })).toHaveLength(100);
      await expect(
        store().write(
          rows.map(({ sk }) => born(row(fresh(), sk))),
          nonce(),
        ),
      ).rejects.toThrow();
    });

    it("takes an entry off the outbox once where it must still be there, and shows the loser what is", async () => {
      const entry = row(fresh(), "row", { outbox: "pending", index: { due: ["d", "1"] } });
      await keep(store(), entry);
      const off: Write[] = [{ handedOn: entry, expect: "pending" }];
      expect(await store().write(off, nonce())).toEqual({ ok: true });
      const { outbox: _, ...done } = { ...entry, index: {} };
      expect(await readOne(store(), entry)).toEqual(done);
      expect(await store().write(off, nonce())).toEqual({ ok: false, rows: [done] });
      expect(await store().write([{ handedOn: entry }], nonce())).toEqual({ ok: true });
    });

    it("beside an entry that is off the outbox already does not happen, unless it is the same write again", async () => {
      const [entry, counter] = [row(fresh(), "row", { outbox: "pending" }), row(fresh())];
      await keep(store(), entry);
      const own = nonce();
      const counted: Write[] = [born(counter), { handedOn: entry, expect: "pending" }];
      expect(await store().write(counted, own)).toEqual({ ok: true });
      expect(await store().write(counted, own)).toEqual({ ok: true });
      const more: Write[] = [
        { put: { ...counter, v: 2 }, expect: 1 },
        { handedOn: entry, expect: "pending" },
      ];
      expect(await store().write(more, nonce())).toMatchObject({ ok: false });
      expect(await readOne(store(), counter)).toEqual(counter);
      const missing: Write[] = [{ handedOn: row(fresh()), expect: "pending" }];
      expect(await store().write(missing, nonce())).toEqual({ ok: false, rows: [undefined] });
    });

    it("moves an aggregate's mark, or takes it off, where the row is as it was read, and changes nothing else of it", async () => {
      const marked = row(fresh(), "row", { index: { outbox: ["o", "1"], list: ["l", "1"] } });
      await keep(store(), marked);
      expect(await store().write([{ mark: marked, to: "2", expect: 1 }], nonce())).toEqual({ ok: true });
      const moved = { ...marked, v: 2, index: { outbox: ["o", "2"] as const, list: ["l", "1"] as const } };
      expect(await readOne(store(), marked)).toEqual(moved);
      expect(await store().write([{ mark: marked, to: null, expect: 1 }], nonce())).toEqual({
        ok: false,
        rows: [moved],
      });
      const counter = row(fresh());
      const counted: Write[] = [born(counter), { mark: marked, to: null, expect: 2 }];
      expect(await store().write(counted, nonce())).toEqual({ ok: true });
      expect(await readOne(store(), marked)).toEqual({ ...marked, v: 3, index: { list: ["l", "1"] } });
      expect(await store().page({ index: "outbox", pk: "o", limit: 9 })).toEqual([]);
      const missing: Write[] = [{ mark: row(fresh()), to: null, expect: 1 }];
      expect(await store().write(missing, nonce())).toEqual({ ok: false, rows: [undefined] });
    });

    it("lets one of many at once win", async () => {
      const first = row(fresh());
      await keep(store(), first);
      const racers = Array.from({ length: 20 }, (_, at) =>
        store().write([{ put: { ...first, v: 2, body: at }, expect: 1 }], nonce()),
      );
      const response = await Promise.all(racers);
      expect(response.filter(({ ok }) => ok)).toHaveLength(1);
      expect((await readOne(store(), first))?.body).toBe(response.findIndex(({ ok }) => ok));
    });
  });
}
