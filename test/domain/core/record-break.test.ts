import { describe, expect, test } from "vitest";
import { breakCount, lastSeenAt, type RecordBreak, withBreak } from "../../../functions/domain/core/record-break.ts";
import { later, noon } from "../../support/core/samples.ts";

function broken(kinds: readonly string[]): RecordBreak[] {
  return kinds.reduce<RecordBreak[]>((breaks, kind, at) => withBreak(breaks, kind, later(at)), []);
}

describe("something that does not add up", () => {
  test("is written down once, with its moment", () => {
    expect(withBreak([], "overpaid", noon)).toEqual([{ kind: "overpaid", at: noon }]);
  });

  test("and comes again is the same one, with how often and when last", () => {
    const breaks = broken(["overpaid", "late", "overpaid", "overpaid"]);
    expect(breaks).toEqual([
      { kind: "overpaid", at: later(0), count: 3, lastAt: later(3) },
      { kind: "late", at: later(1) },
    ]);
    expect(breaks.map(lastSeenAt)).toEqual([later(3), later(1)]);
    expect([breakCount(breaks, ["overpaid"]), breakCount(breaks, ["overpaid", "late"])]).toEqual([3, 4]);
    expect(breakCount(breaks, [])).toBe(0);
  });

  test("after it was resolved is open again, and all that were resolved stay one", () => {
    const resolved = { kind: "late", at: later(0), resolvedAt: later(1) };
    const open = withBreak([resolved], "late", later(2));
    expect(open).toEqual([resolved, { kind: "late", at: later(2) }]);
    const both = open.map((each) => ({ ...each, resolvedAt: each.resolvedAt ?? later(3) }));
    expect(withBreak(both, "other", later(4))).toEqual([
      { kind: "late", at: later(0), resolvedAt: later(3), count: 2, lastAt: later(2) },
      { kind: "other", at: later(4) },
    ]);
  });

  test("is told by its kind for sixty kinds, and as another for more; a known one stays itself", () => {
    const many = broken(Array.from({ length: 60 }, (_, at) => `R${at}`));
    expect(many).toHaveLength(60);
    const more = withBreak(withBreak(many, "R60", later(60)), "R61", later(61));
    expect(more).toHaveLength(61);
    expect(more.at(-1)).toEqual({ kind: "other_breaks", at: later(60), count: 2, lastAt: later(61) });
    expect(withBreak(more, "R7", later(62)).find(({ kind }) => kind === "R7")?.count).toBe(2);
  });
});
