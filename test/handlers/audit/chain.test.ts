import { describe, expect, test } from "vitest";
import { checkEntry, genesis, type StoredAggregate, verifyChain } from "../../../functions/app/audit/chain.ts";
import { dayRoot, PartRoot } from "../../../functions/app/audit/root.ts";
import { entryOf, fault, one, place, record, rowOf, sha256, three, trail, two } from "../../support/audit/entries.ts";

describe("an entry", () => {
  test("follows from the one before it, and says which one it is", () => {
    expect(checkEntry(genesis, place(1), one)).toEqual({ seq: 1, hash: one.hash });
    expect(checkEntry(one, place(2), two)).toEqual({ seq: 2, hash: two.hash });
  });

  test.each<[string, unknown, typeof genesis, string, unknown]>([
    ["nothing", undefined, genesis, place(1), "is no audit entry"],
    ["null", null, genesis, place(1), "is no audit entry"],
    ["something else", { seq: 1 }, genesis, place(1), "is no audit entry"],
    ["one at another's place", one, genesis, place(2), "says it is entry 1"],
    ["one behind a gap", three, one, place(3), "entry 2 is missing"],
    ["one that was there", two, two, place(2), "comes twice"],
    ["one that was changed", { ...two, reason: "other" }, one, place(2), "was changed: its hash is another"],
    ["one of another trail", entryOf(2, "f"), one, place(2), "does not follow from the entry before it"],
  ])("is not %s", (_, body, before, sk, what) => {
    expect(checkEntry(before, sk, body)).toBe(what);
  });
});

describe("a trail", () => {
  test("is whole where it ends as its record says, and none where nothing keeps one", () => {
    const links = [one, two].map(({ seq, hash }) => ({ seq, hash }));
    expect(verifyChain(trail(rowOf(one), rowOf(two), record(two)))).toEqual({ links });
    expect(verifyChain(trail({ sk: "row", body: { state: {} } }))).toBeUndefined();
    expect(verifyChain(trail())).toBeUndefined();
    expect(verifyChain(trail(record(genesis)))).toEqual({ links: [] });
  });

  const listed = ["ten_1#audit#2026-11", `${one.at}#rec_1#${place(1)}`] as const;

  test("is listed where it belongs", () => {
    expect(verifyChain(trail(rowOf(one, { listed }), record(one)))).toMatchObject({ links: [{ seq: 1 }] });
  });

  test.each<[string, StoredAggregate["rows"], number | null, string]>([
    ["an entry is broken", [rowOf(one), rowOf({ ...two, x: 1 }), record(two)], 2, "was changed: its hash is another"],
    [
      "an entry is another record's",
      [rowOf(entryOf(1, genesis.hash, { aggregateId: "rec_2" }))],
      1,
      "belongs to another record",
    ],
    ["an entry names no record", [rowOf(entryOf(1, genesis.hash, { aggregateId: 7 }))], 1, "belongs to another record"],
    [
      "its month is another",
      [rowOf(one, { listed: ["ten_1#audit#2026-10", listed[1]] })],
      1,
      "is not listed where it belongs",
    ],
    ["its place is another", [rowOf(one, { listed: [listed[0], "x"] })], 1, "is not listed where it belongs"],
    ["its record is gone", [rowOf(one)], null, "has a trail and no record that ends it"],
    ["its end is gone", [rowOf(one), record(three)], 2, "is missing: the record stands at entry 3"],
    ["it goes on behind its end", [rowOf(one), rowOf(two), record(one)], 2, "was added: the record stands at entry 1"],
    [
      "its end is another",
      [rowOf(one), record({ seq: 1, hash: "f" })],
      1,
      "is not the entry that the record stands at",
    ],
  ])("is faulty where %s", (_, rows, seq, what) => {
    expect(verifyChain(trail(...rows))).toEqual(fault(seq, what));
  });
});

describe("a root", () => {
  test("is a hash of lines of text that anybody can make", () => {
    const sum = new PartRoot();
    sum.add("rec_1", one);
    sum.add("rec_1", two);
    expect([sum.entries, sum.root, sum.root]).toEqual([
      ...[
        2,
        sha256(`rec_1 1 ${one.hash}\nrec_1 2 ${two.hash}\n`),
        sha256(`rec_1 1 ${one.hash}\nrec_1 2 ${two.hash}\n`),
      ],
    ]);
    const part = { tenantId: "ten_1", number: 1, entries: 2, root: "r", key: "k", sha256: "s" };
    const lines = (previous: string) => sha256(`sluice audit root 1 2026-11-21\n${previous}\nten_1 1 2 r s\n`);
    expect(dayRoot({ date: "2026-11-21", previous: null, parts: [part] })).toBe(lines("previous none none"));
    const previous = { date: "2026-11-20", root: "p" };
    expect(dayRoot({ date: "2026-11-21", previous, parts: [part] })).toBe(lines("previous 2026-11-20 p"));
  });
});
