import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { changeCodes, datedCodes, returnCodes } from "../../../functions/domain/settlement/nacha-codes.ts";
import {
  achMeaning,
  isAdministrative,
  isUnauthorized,
  mayRepresent,
  returnReason,
  windowEnds,
  withReturnBreak,
} from "../../../functions/domain/settlement/return-code-rules.ts";

const known = [...Object.keys(returnCodes), ...Object.keys(changeCodes)];
const start = "2026-11-02T12:00:00.000Z";

describe("the table of ACH codes", () => {
  test("has every return code of the rules once", () => {
    const spans = [
      [1, 47],
      [50, 53],
      [61, 62],
      [67, 77],
      [80, 85],
    ] as const;
    const codes = spans.flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, n) => `R${String(from + n).padStart(2, "0")}`),
    );
    expect(Object.keys(returnCodes)).toEqual(codes);
  });

  test("has every change code of the rules once", () => {
    expect(Object.keys(changeCodes)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 61, 62, 63, 64, 65, 66, 67, 68, 69].map(
        (n) => `C${String(n).padStart(2, "0")}`,
      ),
    );
  });

  test("counts R02, R03 and R04 as administrative and nothing else", () => {
    expect(known.filter(isAdministrative)).toEqual(["R02", "R03", "R04"]);
  });

  test("counts R05, R07, R10, R11, R29 and R51 as unauthorized and nothing else", () => {
    expect(known.filter(isUnauthorized)).toEqual(["R05", "R07", "R10", "R11", "R29", "R51"]);
  });
});

/** Codes from one number to another, of those that there are. */
function span(...parts: (number | readonly [number, number])[]): string[] {
  const numbers = parts.flatMap((part) =>
    typeof part === "number" ? [part] : Array.from({ length: part[1] - part[0] + 1 }, (_, n) => part[0] + n),
  );
  return numbers
    .map((number) => `R${String(number).padStart(2, "0")}`)
    .filter((code) => Object.hasOwn(returnCodes, code));
}

describe("the window of a code", () => {
  const having = (window: unknown) =>
    Object.keys(returnCodes).filter((code) => isDeepStrictEqual(returnCodes[code]?.window, window));

  test("is 60 calendar days for what a consumer may dispute and for checks", () => {
    expect(having({ calendarDays: 60 })).toEqual(span(5, 7, 10, 11, 33, 37, 38, [51, 53]));
  });

  test("is the next file for what should never have been sent", () => {
    expect(having("next_file")).toEqual(span(13, 18, 19, [25, 28], 30, 32, [34, 36]));
  });

  test("is agreed among the banks where the rules leave it to them", () => {
    expect(having("agreed")).toEqual(span(6, 31, [40, 47], [80, 85]));
  });

  test("is five banking days for a dishonored return, and two for every other", () => {
    expect(having({ bankingDays: 5 })).toEqual(span([61, 70]));
    expect(having({ bankingDays: 2 })).toEqual(span([1, 4], 8, 9, 12, [14, 17], [20, 24], 29, 39, 50, [71, 77]));
    for (const { window } of Object.values(changeCodes)) expect(window).toEqual({ bankingDays: 2 });
  });
});

test("return codes take money back, but for enrollments and what banks have among themselves", () => {
  const effects = Object.groupBy(Object.keys(returnCodes), (code) => achMeaning(code, start).effect);
  expect(effects.noted).toEqual(span([40, 47], [61, 77]));
  expect(effects.returned).toEqual(span([1, 39], [50, 53], [80, 85]));
  expect(effects.corrected).toBeUndefined();
});

describe("a code's effect", () => {
  test.each(["R01", "R10", "R16", "R23", "R29", "R31", "R85"])("%s takes the money back", (code) => {
    expect(achMeaning(code, start)).toMatchObject({ known: true, effect: "returned" });
  });

  test.each(["R40", "R61", "R70", "R71", "R77", "C61", "C69"])("%s moves nothing", (code) => {
    expect(achMeaning(code, start).effect).toBe("noted");
  });

  test.each(["C01", "C07", "C14"])("%s corrects and does not fail", (code) => {
    expect(achMeaning(code, start).effect).toBe("corrected");
  });

  test.each(["R00", "R63", "R90", "R99", "", "toString", "r01", "R1"])(
    "an unknown code (%j) takes the money back and is not presented again",
    (code) => {
      expect(achMeaning(code, start)).toMatchObject({ known: false, effect: "returned", class: "unknown" });
      expect(mayRepresent(code, 1, start, start)).toBe(false);
    },
  );

  test("an unknown change code corrects nothing", () => {
    expect(achMeaning("C99", start)).toMatchObject({ known: false, effect: "noted" });
  });
});

describe("a code with a date", () => {
  // Midnight of 2028-03-17 in New York, which has summer time by then.
  const dayBefore = "2028-03-17T03:59:59.999Z";
  const firstMoment = "2028-03-17T04:00:00.000Z";

  test("R90 means nothing to us on the day before, and a bank's sanctions obligation on 2028-03-17 in New York", () => {
    expect(achMeaning("R90", dayBefore)).toMatchObject({ known: false, effect: "returned", class: "unknown" });
    expect(returnReason("R90", dayBefore)).toBe("a code we do not know");
    const live = { known: true, effect: "returned", class: "sanctions", action: "compliance_review" };
    expect(achMeaning("R90", firstMoment)).toMatchObject(live);
    expect(returnReason("R90", firstMoment)).toBe("receiving bank's sanctions obligation");
  });

  test("R16 stands for sanctions until the day before, and for other reasons from that day on", () => {
    const before = { meaning: "account frozen, or returned by legal or sanctions order", action: "compliance_review" };
    expect(achMeaning("R16", dayBefore)).toMatchObject(before);
    expect(achMeaning("R16", firstMoment)).toMatchObject({ meaning: "account frozen", action: "contact_payer" });
  });

  test("is never presented again, and none counts in Nacha's rates", () => {
    for (const { code } of datedCodes) {
      expect(mayRepresent(code, 1, dayBefore, firstMoment)).toBe(false);
      expect([isUnauthorized(code), isAdministrative(code)]).toEqual([false, false]);
    }
  });

  test("shows operators R90 as an unknown code before, and as a matter of sanctions from then on, once", () => {
    const kinds = (at: string) => withReturnBreak(withReturnBreak([], "R90", at), "R90", at);
    expect(kinds(dayBefore)).toMatchObject([{ kind: "return_code_unknown", count: 2 }]);
    expect(kinds(firstMoment)).toMatchObject([{ kind: "return_for_sanctions", count: 2 }]);
  });

  test("shows operators no code that the table has, and no word of a rail's", () => {
    const codes = [...Object.keys(returnCodes), "payment_returned", "refund_failed"];
    expect(codes.filter((code) => withReturnBreak([], code, start).length > 0)).toEqual([]);
  });
});

describe("presenting again", () => {
  test("only R01 and R09 may be", () => {
    expect(known.filter((code) => mayRepresent(code, 1, start, start))).toEqual(["R01", "R09"]);
  });

  test("at most twice", () => {
    expect([0, 1, 2, 3, 4].map((presented) => mayRepresent("R01", presented, start, start))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  test("within 180 days of the first", () => {
    expect(mayRepresent("R09", 1, start, "2027-05-01T11:59:59.999Z")).toBe(true);
    expect(mayRepresent("R09", 1, start, "2027-05-01T12:00:00.000Z")).toBe(false);
  });
});

describe("the window of a return", () => {
  test.each([
    ["R01", "2026-11-27"],
    ["R10", "2027-01-23"],
    ["R18", "2026-11-25"],
    ["R61", "2026-12-02"],
    ["R06", null],
    ["R98", "2027-01-23"],
  ])("%s of an entry settled on the Tuesday before Thanksgiving ends on %s", (code, ends) => {
    expect(windowEnds(code, "2026-11-24")).toBe(ends);
  });
});
