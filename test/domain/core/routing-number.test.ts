import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { routingNumberProblem } from "../../../functions/domain/core/routing-number.ts";

const digit = fc.integer({ min: 0, max: 9 });
const runs = { numRuns: 10_000 };

/** A routing number whose ninth digit makes the others add up. */
const routing = fc
  .tuple(
    fc.constantFrom("00", "01", "07", "12", "21", "26", "32", "61", "72", "80"),
    fc.array(digit, { minLength: 6, maxLength: 6 }),
  )
  .map(([district, rest]) => {
    const digits = [...[...district].map(Number), ...rest];
    const sum = digits.reduce((total, each, at) => total + each * ([3, 7, 1][at % 3] ?? 0), 0);
    return [...digits, (10 - (sum % 10)) % 10].join("");
  })
  .filter((text) => text !== "000000000");

describe("a routing number", () => {
  // JPMorgan Chase New York, Bank of America Connecticut, Wells Fargo Minnesota, Bank of America New York, the Boston Fed, Wells Fargo California, the Treasury, First Republic.
  test.each(["021000021", "011401533", "091000019", "026009593", "011000015", "121000248", "000000518", "321081669"])(
    "%s of a real bank passes",
    (text) => {
      expect(routingNumberProblem(text)).toBeUndefined();
    },
  );

  test.each(["", "02100002", "0210000210", "02100002x", "٠٢١٠٠٠٠٢١", "021 00021", "-21000021"])(
    "%j is not nine digits",
    (text) => {
      expect(routingNumberProblem(text)).toBe("length");
    },
  );

  test.each(["000000000", "021000022", "123456789"])("%s does not add up", (text) => {
    expect(routingNumberProblem(text)).toBe("checksum");
  });

  test.each(["130000006", "200000004", "330000000", "500000005", "730000008", "810000009", "990000000"])(
    "%s adds up but is of a district that there is none of",
    (text) => {
      expect(routingNumberProblem(text)).toBe("district");
    },
  );

  test("adds up with each of the districts, and with no other", () => {
    const known = Array.from({ length: 100 }, (_, at) => String(at).padStart(2, "0")).filter((district) =>
      Array.from({ length: 100 }, (_, tail) => `${district}00001${String(tail).padStart(2, "0")}`).some(
        (text) => routingNumberProblem(text) === undefined,
      ),
    );
    const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
    const given = [...span(0, 12), ...span(21, 32), ...span(61, 72), 80];
    expect(known.map(Number)).toEqual(given);
  });

  test("with one digit wrong is always caught", () => {
    fc.assert(
      fc.property(routing, fc.integer({ min: 0, max: 8 }), fc.integer({ min: 1, max: 9 }), (text, at, by) => {
        expect(routingNumberProblem(text)).toBeUndefined();
        const wrong = [...text];
        wrong[at] = String((Number(wrong[at]) + by) % 10);
        expect(routingNumberProblem(wrong.join(""))).toBe("checksum");
      }),
      runs,
    );
  });

  test("with two neighbours swapped is caught, but for those that differ by five", () => {
    fc.assert(
      fc.property(routing, fc.integer({ min: 0, max: 7 }), (text, at) => {
        const [one = "", other = ""] = [text[at], text[at + 1]];
        fc.pre(one !== other && Math.abs(Number(one) - Number(other)) !== 5);
        expect(routingNumberProblem(text.slice(0, at) + other + one + text.slice(at + 2))).toBe("checksum");
      }),
      runs,
    );
  });
});
