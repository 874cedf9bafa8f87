import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dictionaries } from "../../../functions/adapters/aws/body-dictionaries.ts";
import { itemOf, rowOf } from "../../../functions/adapters/aws/dynamo-item.ts";
import { storedBody, storedText, textOf } from "../../../functions/adapters/aws/stored-text.ts";

const kinds = [...Object.keys(dictionaries[1] ?? {}), "flags"];
const long = JSON.stringify({ state: { id: "stl_1", notes: "Ünïcode “quoted” \\ text\n".repeat(40) } });

function read(type: string, text: string): string {
  return textOf(type, storedBody.parse(storedText(type, text)));
}

describe("a row's body", () => {
  it("stays text while it is short", () => {
    expect(storedText("settlement", '{"a":1}')).toEqual({ S: '{"a":1}' });
  });

  it.each(kinds)("of a %s is stored in fewer bytes where it is long, and comes back to the byte", (kind) => {
    expect(storedText(kind, long).B?.byteLength).toBeLessThan(Buffer.byteLength(long) / 4);
    expect(read(kind, long)).toBe(long);
  });

  it("comes back whatever it says", () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.json({ maxDepth: 4 }), (kind, text) => {
        const padded = JSON.stringify([JSON.parse(text), "x".repeat(400)]);
        expect(read(kind, padded)).toBe(padded);
      }),
      { numRuns: 300 },
    );
  });

  it("of an earlier release, which is text of any length, is read", () => {
    const row = { pk: "stl_1", sk: "row", v: 3, type: "settlement", body: JSON.parse(long), index: {} };
    expect(rowOf({ ...itemOf(row), body: { S: long } })).toEqual(row);
  });

  it("is read from a stream's record, which has its bytes as base64", () => {
    const { B = new Uint8Array() } = storedText("entry", long);
    const record = storedBody.parse({ B: Buffer.from(B).toString("base64") });
    expect(textOf("entry", record)).toBe(long);
  });

  it("of an edition that this release lacks is refused by its number", () => {
    expect(() => textOf("entry", { B: Buffer.from([9, 0]) })).toThrow("has edition 9 of the dictionaries");
  });
});

describe("an edition of the dictionaries", () => {
  it("never changes, since rows written with it can be read by nothing else", () => {
    const marks = Object.entries(dictionaries).map(([edition, texts]) => [
      edition,
      createHash("sha256").update(JSON.stringify(texts)).digest("hex"),
    ]);
    expect(marks).toEqual([["1", "95a84844845b3806efbddf6f020994ed51a8c93f1030ea56925b9481977efbfd"]]);
  });
});
