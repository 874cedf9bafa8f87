import { describe, expect, test } from "vitest";
import {
  type Change,
  type Item,
  indexUnits,
  itemBytes,
  projectItem,
  readUnits,
  tableUnits,
} from "../../../bin/sandbox/cost/units.ts";

/** An item of exactly so many bytes. */
function item(bytes: number, more: Item = {}): Item {
  const bare = { pk: { S: "k" }, sk: { S: "row" }, body: { S: "" }, ...more };
  return { ...bare, body: { S: "x".repeat(bytes - itemBytes(bare)) } };
}

function change(before: Item | undefined, after: Item | undefined, isTransaction = false): Change {
  return { before, after, isTransaction };
}

const listed = (place: string) => ({ listPk: { S: "ten_1" }, listSk: { S: place } });

describe("an item's size", () => {
  test("is its names and values, two digits of a number to the byte and one more", () => {
    expect(itemBytes({ pk: { S: "ä" }, v: { N: "12345" }, zip: { B: new Uint8Array(7) } })).toBe(4 + 1 + 4 + 3 + 7);
    expect(itemBytes(undefined)).toBe(0);
  });
});

describe("a write to a table", () => {
  test.each([
    [1, 1],
    [1024, 1],
    [1025, 2],
    [3072, 3],
  ])("of %i bytes is %i units, and twice that in a transaction", (bytes, units) => {
    const after = item(Math.max(bytes, 20));
    expect(tableUnits(change(undefined, after))).toBe(units);
    expect(tableUnits(change(undefined, after, true))).toBe(2 * units);
  });

  test("is paid for by the larger of what was there and what comes, a removal by what was there", () => {
    expect(tableUnits(change(item(2500), item(100)))).toBe(3);
    expect(tableUnits(change(item(2500), undefined))).toBe(3);
  });

  test("that only checks is paid for like a write, even where nothing is", () => {
    const same = item(1500);
    expect(tableUnits(change(same, same, true))).toBe(4);
    expect(tableUnits(change(undefined, undefined, true))).toBe(2);
  });
});

describe("an index", () => {
  test("costs nothing for an item that has no place in it", () => {
    expect(indexUnits(change(item(900), item(1900)), "list", "ALL")).toBe(0);
  });

  test("costs a write when an item comes and when it goes, never twice in a transaction", () => {
    const held = item(1500, listed("1"));
    expect(indexUnits(change(undefined, held, true), "list", "ALL")).toBe(2);
    expect(indexUnits(change(held, item(1500), true), "list", "ALL")).toBe(2);
  });

  test("costs a write in its place, and two where the item moves", () => {
    const [small, large] = [item(900, listed("1")), item(2100, listed("1"))];
    expect(indexUnits(change(small, large), "list", "ALL")).toBe(3);
    expect(indexUnits(change(small, item(2100, listed("2"))), "list", "ALL")).toBe(1 + 3);
  });

  test("of keys alone costs nothing while they stay, and one unit each way when they move", () => {
    const [small, large] = [item(900, listed("1")), item(2100, listed("1"))];
    expect(indexUnits(change(small, large), "list", "KEYS_ONLY")).toBe(0);
    expect(indexUnits(change(large, item(2100, listed("2"))), "list", "KEYS_ONLY")).toBe(2);
  });

  test("of named attributes holds those and its keys", () => {
    const held = item(900, { ...listed("1"), outbox: { S: "pending" }, duePk: { S: "due#1" } });
    expect(Object.keys(projectItem(held, "list", ["body"]) ?? {}).toSorted()).toEqual(
      ["body", "listPk", "listSk", "pk", "sk"].toSorted(),
    );
    const { outbox: _, duePk: __, ...after } = held;
    expect(indexUnits(change(held, after), "list", ["body"])).toBe(0);
    expect(indexUnits(change(held, after), "list", "ALL")).toBe(1);
  });
});

describe("a read", () => {
  test("by key is a unit for 4 KB of each item, and one for what is not there", () => {
    expect(readUnits({ bytes: [4096, 4097, 0], isPage: false, isIndex: false })).toBe(1 + 2 + 1);
  });

  test("of a page is rounded up once, and half the price in an index", () => {
    expect(readUnits({ bytes: [3000, 3000], isPage: true, isIndex: false })).toBe(2);
    expect(readUnits({ bytes: [3000, 3000], isPage: true, isIndex: true })).toBe(1);
    expect(readUnits({ bytes: [], isPage: true, isIndex: true })).toBe(0.5);
  });
});
