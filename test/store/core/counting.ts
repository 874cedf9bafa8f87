import { describe, expect, it } from "vitest";
import type { Key, Store, Write } from "../../../functions/app/core/ports.ts";
import { born, fresh, keep, nonce, readOne, row } from "./rows.ts";

/** A counter that nobody has added to. */
function counter(): Key {
  return { pk: fresh(), sk: "row" };
}

/** What every book promises of counters. */
export function countingPromises(store: () => Store): void {
  const add = (count: Key, most: number | null, by = 1) => store().write([{ count, by, most }], nonce());

  describe("counting", () => {
    it("begins at nothing and shows what it has come to", async () => {
      const count = counter();
      expect(await add(count, 5)).toEqual({ ok: true });
      expect(await add(count, null, 3)).toEqual({ ok: true });
      const is = { ...count, v: 2, type: "counter", body: null, index: {}, counted: 4 };
      expect(await readOne(store(), count)).toEqual(is);
      expect(await store().page({ pk: count.pk, limit: 1 })).toEqual([is]);
    });

    it("goes up to its most and not above, and shows the loser what is there", async () => {
      const count = counter();
      expect(await add(count, 2)).toEqual({ ok: true });
      expect(await add(count, 2, 2)).toMatchObject({ ok: false, rows: [{ counted: 1 }] });
      expect(await add(count, 2)).toEqual({ ok: true });
      expect(await add(count, 2)).toMatchObject({ ok: false, rows: [{ counted: 2 }] });
      expect(await readOne(store(), count)).toMatchObject({ v: 2, counted: 2 });
    });

    it("does not begin with more than its most", async () => {
      const count = counter();
      expect(await add(count, 2, 3)).toEqual({ ok: false, rows: [undefined] });
      expect(await add(count, 0)).toEqual({ ok: false, rows: [undefined] });
      expect(await readOne(store(), count)).toBeUndefined();
    });

    it("keeps the time after which it may be forgotten until another is named", async () => {
      const count = counter();
      await store().write([{ count, by: 1, most: null, ttl: 1_900_000_000 }], nonce());
      await add(count, null);
      expect(await readOne(store(), count)).toMatchObject({ counted: 2, ttl: 1_900_000_000 });
      await store().write([{ count, by: 1, most: null, ttl: 1_900_000_001 }], nonce());
      expect(await readOne(store(), count)).toMatchObject({ counted: 3, ttl: 1_900_000_001 });
    });

    it("leaves a row alone that is no counter", async () => {
      const other = row(fresh());
      await keep(store(), other);
      expect(await add(other, null)).toEqual({ ok: false, rows: [other] });
      expect(await add(other, 9)).toEqual({ ok: false, rows: [other] });
    });

    it("is all or nothing with what is written beside it", async () => {
      const count = counter();
      const [first, second] = [row(fresh()), row(fresh())];
      const beside = (put: Write) => store().write([put, { count, by: 1, most: 1 }], nonce());
      expect(await beside(born(first))).toEqual({ ok: true });
      expect(await beside(born(first))).toMatchObject({ ok: false, rows: [first, { counted: 1 }] });
      expect(await beside(born(second))).toMatchObject({ ok: false, rows: [{ counted: 1 }] });
      expect(await readOne(store(), second)).toBeUndefined();
    });

    it.each([0, 1])("with %i rows beside it is not counted again when repeated with its nonce", async (size) => {
      const count = counter();
      const rows = Array.from({ length: size }, () => born(row(fresh())));
      const own = nonce();
      expect(await store().write([...rows, { count, by: 1, most: 1 }], own)).toEqual({ ok: true });
      expect(await store().write([...rows, { count, by: 1, most: 1 }], own)).toEqual({ ok: true });
      expect(await readOne(store(), count)).toMatchObject({ counted: 1 });
    });

    it("lets exactly as many of many at once through as there is room for", async () => {
      const count = counter();
      await add(count, 100, 93);
      const response = await Promise.all(Array.from({ length: 30 }, () => settled(() => add(count, 100))));
      expect(response.filter(Boolean)).toHaveLength(7);
      expect(await readOne(store(), count)).toMatchObject({ counted: 100 });
    });
  });
}

/** Adds until told for sure: an answer without rows says that another came in the same instant. */
async function settled(add: () => ReturnType<Store["write"]>): Promise<boolean> {
  for (;;) {
    const reply = await add();
    if (reply.ok) return true;
    if (reply.rows.length > 0) return false;
  }
}
