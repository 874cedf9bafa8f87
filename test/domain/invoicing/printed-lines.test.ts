import { describe, expect, test } from "vitest";
import { mostPrintedCost, printedLines } from "../../../functions/domain/invoicing/printed-lines.ts";

/** Lines of descriptions of so many letters. */
function linesOf(counts: readonly number[], letter = "x") {
  return counts.map((count, at) => ({ description: letter.repeat(count), unitCents: at }));
}

describe("the lines of a PDF", () => {
  test("are printed whole up to what all may cost", () => {
    const lines = linesOf([mostPrintedCost - 1, 1]);
    expect(printedLines(lines)).toEqual({ lines, areCut: false });
    expect(printedLines(linesOf([mostPrintedCost / 5], "\u0915")).areCut).toBe(false);
  });

  test("are cut to an equal share beyond it, the short ones left whole", () => {
    const { lines, areCut } = printedLines(linesOf([mostPrintedCost, 10, 5]));
    expect(areCut).toBe(true);
    expect(lines.map(({ description }) => description.length)).toEqual([33_333, 10, 5]);
    expect(lines[0]?.description.endsWith("x…")).toBe(true);
    expect(lines.map(({ unitCents }) => unitCents)).toEqual([0, 1, 2]);
  });

  test.each([
    ["Latin", "x", 100_000],
    ["Devanagari", "\u0915", 20_000],
    ["pictures", "\u{1f600}", 100_000],
  ])("are never more than the limit in %s, and never cut within a character", (_, letter, most) => {
    const texts = printedLines(linesOf(Array(250).fill(500), letter)).lines.map(({ description }) => description);
    expect(texts.join("").length).toBeLessThanOrEqual(most);
    expect(texts.every((text) => text.isWellFormed() && text.length > 50)).toBe(true);
  });
});
