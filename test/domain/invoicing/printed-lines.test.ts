import { describe, expect, test } from "vitest";
import { mostPrintedCost, printedTexts } from "../../../functions/domain/invoicing/printed-lines.ts";

/** Lines of these descriptions. */
function linesOf(descriptions: readonly string[]) {
  return descriptions.map((description, at) => ({ description, unitCents: at }));
}

/** Words that come once each, of these letters, up to a length. */
function newWords(length: number, from = 97, count = 26): string {
  let text = "";
  for (let nth = 0; text.length < length; nth += 1)
    text += `${Array.from({ length: 6 }, (_, at) => String.fromCodePoint(from + (Math.floor(nth / count ** at) % count))).join("")} `;
  return text.slice(0, length).toWellFormed();
}

function printed(descriptions: readonly string[], text = "", heads: readonly string[] = []) {
  return printedTexts({ heads, text, lines: linesOf(descriptions) });
}

describe("the lines of a PDF", () => {
  test("are printed whole up to what all may cost", () => {
    const lines = linesOf([newWords(mostPrintedCost - 100), "and some more"]);
    expect(printedTexts({ heads: [], text: "", lines })).toEqual({ lines, text: "", areCut: false });
  });

  test("are printed whole where there are 250 of a catalogue's", () => {
    const goods = [
      "Widget, blue, 12 cm, box of 24",
      "Travel expenses, receipts attached",
      "Consulting, senior engineer",
    ];
    const lines = Array.from({ length: 250 }, (_, at) => `${goods[at % 3]} (order no. 4711-${1_000 + at})`);
    expect(printed(lines, "Thank you for your business.", ["Acme", "Kestrel Ltd\n1 Main Street"]).areCut).toBe(false);
  });

  test("are cut to an equal share beyond it, the short ones left whole", () => {
    const { lines, areCut } = printed([newWords(mostPrintedCost), newWords(20_000, 0x3b1, 24), "short"]);
    expect(areCut).toBe(true);
    const lengths = lines.map(({ description }) => description.length);
    for (const each of lengths.slice(0, 2)) expect(Math.abs(each - mostPrintedCost / 2)).toBeLessThan(1_000);
    expect(lines[0]?.description.endsWith("…")).toBe(true);
    expect(lines[2]?.description).toBe("short");
    expect(lines.map(({ unitCents }) => unitCents)).toEqual([0, 1, 2]);
  });

  test.each([
    ["Latin", 97, 26, 9_000],
    ["Devanagari", 0x915, 37, 1_800],
    ["pictures", 0x1f600, 60, 4_000],
    ["line breaks", 10, 1, 2_000],
  ])("are never more than the limit in %s, and never cut within a character", (_, from, count, most) => {
    const { lines } = printed(Array.from({ length: 250 }, () => newWords(500, from, count)));
    const texts = lines.map(({ description }) => description);
    expect(texts.join("").length).toBeLessThanOrEqual(most);
    expect(texts.every((text) => text.isWellFormed())).toBe(true);
  });

  test("leave room for names, of which nothing is cut", () => {
    const long = newWords(1_000, 0x915, 37);
    const { lines } = printed([newWords(mostPrintedCost)], "", [long]);
    expect(lines[0]?.description.length).toBeLessThan(mostPrintedCost - 5_000);
    expect(printed([newWords(5_000)], "", [newWords(5_000, 0x915, 37)]).lines[0]?.description.length).toBeGreaterThan(
      1_900,
    );
  });
});

describe("the notes of a PDF", () => {
  test("are cut where they cost more than a quarter of all", () => {
    const { text, areCut } = printed(["work"], newWords(5_000));
    expect([text.length > 2_400, text.length < 3_000, text.at(-1), areCut]).toEqual([true, true, "…", true]);
  });

  test("are whole where their words come again and again", () => {
    const notes = "Payment is due within the term. ".repeat(156);
    expect(printed(["work"], notes)).toMatchObject({ text: notes, areCut: false });
  });
});
