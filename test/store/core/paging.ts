import { describe, expect, it } from "vitest";
import type { Place, Row, Store, Write } from "../../../functions/app/core/ports.ts";
import { lanesKey, lanesRow } from "../../../functions/app/core/ports-lanes.ts";
import { born, fresh, keep, nonce, placeOf, readOne, row } from "./rows.ts";

function isWithin(sort = "", { from, upTo }: { readonly from: string; readonly upTo: string }): boolean {
  return sort >= from && sort <= upTo;
}

/** What every book promises of indexes, pages and handing on. */
export function pagingPromises(store: () => Store): void {
  describe("an index", () => {
    it("lists only rows that have a place in it", async () => {
      const list = fresh();
      const listed = row(fresh(), "row", { index: { status: [list, "1"] } });
      await keep(store(), listed, row(fresh(), "row", { index: { list: [list, "1"] } }), row(fresh()));
      expect(await store().page({ index: "status", pk: list, limit: 10 })).toEqual([listed]);
    });

    it("forgets a row that loses its place, and finds it at its new one", async () => {
      const list = fresh();
      const first = row(fresh(), "row", { index: { list: [list, "1"], status: [list, "1"] } });
      await keep(store(), first);
      const moved = { ...first, v: 2, index: { list: [list, "9"] as const } };
      await store().write([{ put: moved, expect: 1 }], nonce());
      expect(await store().page({ index: "status", pk: list, limit: 10 })).toEqual([]);
      expect(await store().page({ index: "list", pk: list, limit: 10 })).toEqual([moved]);
    });

    it("shows keys and places alone where no more is asked for", async () => {
      const [list, a] = [fresh(), fresh()];
      await keep(store(), row(a, "row", { index: { list: [list, "1"], status: [list, "2"] } }));
      expect(await store().page({ index: "list", keysOnly: true, pk: list, limit: 10 })).toEqual([
        { pk: a, sk: "row", v: 0, type: "", body: undefined, index: { list: [list, "1"] } },
      ]);
    });

    it("shows more rows than one read of the table takes, whole and in order", async () => {
      const list = fresh();
      const rows = Array.from({ length: 130 }, (_, at) =>
        row(fresh(), "row", { index: { list: [list, String(at).padStart(3, "0")] } }),
      );
      for (const each of rows) await keep(store(), each);
      expect(await store().page({ index: "list", pk: list, limit: 200 })).toEqual(rows);
      expect(await store().page({ index: "list", pk: list, limit: 120 })).toEqual(rows.slice(0, 120));
    });

    it("of what is due shows keys and places alone, up to a moment", async () => {
      const [due, a, b] = [fresh(), fresh(), fresh()];
      await keep(
        store(),
        row(a, "row", { index: { due: [due, "2026-01-01#a"] } }),
        row(b, "row", { index: { due: [due, "2026-01-02#b"] } }),
      );
      const input = { index: "due", pk: due, upTo: "2026-01-01~", limit: 10 } as const;
      expect(await store().page(input)).toEqual([
        { pk: a, sk: "row", v: 0, type: "", body: undefined, index: { due: [due, "2026-01-01#a"] } },
      ]);
    });
  });

  describe("a list of an owner who has lanes", () => {
    it.each([false, true])("is one list, in its order, page by page (newest first: %s)", async (newestFirst) => {
      const owner = `ten_${fresh()}`;
      const list = `${owner}#jar#2026-11`;
      await keep(store(), { ...lanesRow(owner, 4, undefined, "2020-01-01T00:00:00.000Z") });
      await readOne(store(), lanesKey(owner));
      const rows = Array.from({ length: 23 }, (_, at) =>
        row(fresh(), "row", { index: { list: [list, `2026-11-${String(at + 1).padStart(2, "0")}`] } }),
      );
      for (const each of rows) await keep(store(), each);
      const inOrder = newestFirst ? rows.toReversed() : rows;
      const seen: Row[] = [];
      for (let after: Place | undefined; ; ) {
        const page = await store().page({ index: "list", pk: list, limit: 4, newestFirst, after });
        seen.push(...page);
        const last = page.at(-1);
        if (!last || page.length < 4) break;
        after = placeOf(last, "list");
      }
      expect(seen).toEqual(inOrder);
      const stretch = { from: "2026-11-05", upTo: "2026-11-12" };
      const some = await store().page({ index: "list", pk: list, limit: 30, newestFirst, ...stretch });
      expect(some).toEqual(inOrder.filter(({ index }) => isWithin(index?.list?.[1], stretch)));
    });
  });

  describe("a page", () => {
    const sorts = ["a1", "a2", "b1", "b2", "b3"];

    async function filled(): Promise<{ list: string; rows: Row[] }> {
      const list = fresh();
      const rows = sorts.map((sort) => row(fresh(), "row", { index: { list: [list, sort] } }));
      await keep(store(), ...rows);
      return { list, rows };
    }

    it.each([
      ["oldest first", false],
      ["newest first", true],
    ])("continues from a place, %s, until there is no more", async (_, newestFirst) => {
      const { list, rows } = await filled();
      const seen: Row[] = [];
      for (let after: Place | undefined; ; ) {
        const page = await store().page({ index: "list", pk: list, limit: 2, newestFirst, after });
        seen.push(...page);
        const last = page.at(-1);
        if (!last || page.length < 2) break;
        after = placeOf(last, "list");
      }
      expect(seen).toEqual(newestFirst ? rows.toReversed() : rows);
    });

    it("continues from the place of a row that is gone by now", async () => {
      const { list, rows } = await filled();
      const [, second] = rows;
      if (!second) throw new Error("there are five rows");
      await store().write([{ remove: second, expect: 1 }], nonce());
      const after = placeOf(second, "list");
      expect(await store().page({ index: "list", pk: list, limit: 10, after })).toEqual(rows.slice(2));
      expect(await store().page({ index: "list", pk: list, limit: 10, after, newestFirst: true })).toEqual(
        rows.slice(0, 1),
      );
    });

    it("can be narrowed to a beginning", async () => {
      const { list, rows } = await filled();
      expect(await store().page({ index: "list", pk: list, prefix: "b", limit: 2 })).toEqual(rows.slice(2, 4));
      expect(await store().page({ index: "list", pk: list, prefix: "a", limit: 9, newestFirst: true })).toEqual(
        rows.slice(0, 2).toReversed(),
      );
    });

    it.each([
      ["oldest first", false],
      ["newest first", true],
    ])("can be narrowed to a stretch, %s", async (_, newestFirst) => {
      const { list, rows } = await filled();
      const order = (some: Row[]) => (newestFirst ? some.toReversed() : some);
      const page = (more: object) => store().page({ index: "list", pk: list, limit: 9, newestFirst, ...more });
      expect(await page({ from: "a2" })).toEqual(order(rows.slice(1)));
      expect(await page({ from: "a2", upTo: "b2" })).toEqual(order(rows.slice(1, 4)));
      expect(await page({ from: "a3", upTo: "b" })).toEqual([]);
      const [first] = order(rows.slice(1, 4));
      if (!first) throw new Error("there are three rows");
      const rest = await page({ from: "a2", upTo: "b2", after: placeOf(first, "list") });
      expect(rest).toEqual(order(rows.slice(1, 4)).slice(1));
    });

    it("of a partition shows its rows by sort key", async () => {
      const pk = fresh();
      const rows = ["entry#00000001", "entry#00000002", "row"].map((sk) => row(pk, sk));
      await keep(store(), ...rows);
      expect(await store().page({ pk, limit: 10 })).toEqual(rows);
      expect(await store().page({ pk, prefix: "entry#", limit: 10 })).toEqual(rows.slice(0, 2));
      const after = { pk, sk: "entry#00000001", sort: "entry#00000001" };
      expect(await store().page({ pk, limit: 1, after })).toEqual(rows.slice(1, 2));
    });

    it("of a partition that nobody has written to is empty", async () => {
      expect(await store().page({ pk: fresh(), limit: 1 })).toEqual([]);
    });
  });

  describe("handing on", () => {
    it("takes a row off the outbox and out of what is due, and changes nothing else", async () => {
      const due = fresh();
      const entry = row(fresh(), "entry#00000001", { outbox: "pending", index: { due: [due, "1"], list: [due, "1"] } });
      await keep(store(), entry);
      expect(await store().write([{ handedOn: entry }], nonce())).toEqual({ ok: true });
      const { outbox: _, ...rest } = entry;
      const handedOn = { ...rest, index: { list: [due, "1"] } };
      expect(await readOne(store(), entry)).toEqual(handedOn);
      expect(await store().page({ index: "due", pk: due, limit: 1 })).toEqual([]);
      expect(await store().write([{ handedOn: entry }], nonce())).toEqual({ ok: true });
    });

    it("later moves a row within what is due, once, and changes nothing else of it", async () => {
      const due = fresh();
      const waiting = row(fresh(), "row", { index: { due: [due, "1"], list: [due, "1"] }, workflow: true });
      await keep(store(), waiting);
      const move: Write = { postpone: waiting, from: "1", to: "2" };
      expect(await store().write([move], nonce())).toEqual({ ok: true });
      const moved = { ...waiting, index: { due: [due, "2"], list: [due, "1"] } };
      expect(await readOne(store(), waiting)).toEqual(moved);
      expect(await store().page({ index: "due", pk: due, upTo: "1~", limit: 1 })).toEqual([]);
      expect(await store().write([move], nonce())).toEqual({ ok: false, rows: [moved] });
    });

    it("of a row that is not there is lost, alone and with others", async () => {
      const [missing, other] = [row(fresh()), row(fresh())];
      expect(await store().write([{ handedOn: missing }], nonce())).toEqual({ ok: false, rows: [undefined] });
      const both: Write[] = [{ handedOn: missing }, born(other)];
      expect(await store().write(both, nonce())).toEqual({ ok: false, rows: [undefined] });
      expect(await readOne(store(), missing)).toBeUndefined();
    });
  });
}
