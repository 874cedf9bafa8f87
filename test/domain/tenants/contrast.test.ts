import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ownColours } from "../../../functions/domain/tenants/brand.ts";
import { colourProblems } from "../../../functions/domain/tenants/brand-colours.ts";
import { contrast, nearestShade, ratioText } from "../../../functions/domain/tenants/contrast.ts";

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

describe("the contrast of two colours", () => {
  test.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    // As WebAIM's checker, and its pages on contrast, have them.
    ["#777777", "#ffffff", 4.478],
    ["#767676", "#ffffff", 4.542],
    ["#0000ff", "#ffffff", 8.592],
    ["#ff0000", "#ffffff", 3.998],
    ["#808080", "#000000", 5.317],
  ])("%s on %s is %d to 1", (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  });

  test("is the same both ways, from 1 to 21", () => {
    fc.assert(
      fc.property(colour, colour, (one, other) => {
        expect(contrast(one, other)).toBe(contrast(other, one));
        expect(contrast(one, other)).toBeGreaterThanOrEqual(1);
        expect(contrast(one, other)).toBeLessThanOrEqual(21);
      }),
      { numRuns: 10_000 },
    );
  });

  test("is told without rounding up to one that passes", () => {
    expect(ratioText(4.4999)).toBe("4.49:1");
    expect(ratioText(21)).toBe("21.00:1");
  });
});

describe("the nearest shade", () => {
  test("reads on white, and is the colour itself where that does", () => {
    fc.assert(
      fc.property(colour, (any) => {
        const shade = nearestShade(any, ["#ffffff"]) ?? "";
        expect(contrast(shade, "#ffffff")).toBeGreaterThanOrEqual(4.5);
        if (contrast(any, "#ffffff") >= 4.5) expect(shade).toBe(any);
      }),
      { numRuns: 2_000 },
    );
  });

  test("is lighter on a dark ground", () => {
    expect(nearestShade("#444444", ["#000000"])).toBe("#757575");
  });

  test("is none where nothing reads on both grounds", () => {
    expect(nearestShade("#123456", ["#ffffff", "#333333"])).toBeNull();
  });
});

describe("a brand's colours", () => {
  test("are ours where nothing is said, and those read", () => {
    expect(colourProblems(ownColours)).toEqual([]);
  });

  test("are refused with the ratio and the nearest shade that reads", () => {
    expect(colourProblems({ ...ownColours, accent: "#ff8800" })).toEqual([
      {
        path: "colours.accent",
        message: "has a contrast of 2.39:1 on #ffffff and needs 4.5:1; the nearest shade is #b46000",
      },
    ]);
  });

  test("must read on the background that the brand has", () => {
    const problems = colourProblems({ accent: "#0b57d0", text: "#777777", background: "#e0e0e0" });
    expect(problems.map(({ path }) => path)).toEqual(["colours.text"]);
    expect(colourProblems({ accent: "#777777", text: "#000000", background: "#333333" })).toEqual([
      expect.objectContaining({ message: expect.stringContaining("no shade of it does") }),
      expect.objectContaining({ path: "colours.text" }),
    ]);
  });

  test("are readable with every shade that a refusal advises", () => {
    fc.assert(
      fc.property(colour, colour, colour, (accent, text, background) => {
        const reply = { accent, text, background };
        const advised = Object.fromEntries(
          colourProblems(reply).flatMap(({ path, message }) => {
            const shade = /shade is (#\w+)/.exec(message)?.[1];
            return shade === undefined ? [] : [[path.replace("colours.", ""), shade]];
          }),
        );
        const left = colourProblems({ ...reply, ...advised });
        expect(left.every(({ message }) => message.includes("no shade"))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
