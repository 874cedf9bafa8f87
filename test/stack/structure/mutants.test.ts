import { describe, expect, test } from "vitest";
import { mutants } from "../../sim/mutants/list.ts";
import { mutatedSource, requireText } from "../../sim/mutants/mutant.ts";

describe("the mutants of the simulation", () => {
  test.each(mutants)("$mutant.name: its text stands in its file exactly once", ({ mutant }) => {
    expect(() => requireText(mutant)).not.toThrow();
  });

  test("are at least 40, each with a name of its own", () => {
    const names = mutants.map(({ mutant }) => mutant.name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(40);
  });
});

describe("a mutant", () => {
  const mutant = { name: "one", file: "a.ts", find: "1 + 1", put: "$& - 1", caughtBy: [] };

  test("changes its text alone, as it is written", () => {
    expect(mutatedSource("x = 1 + 1;", mutant)).toBe("x = $& - 1;");
  });

  test.each([
    ["does not stand there", "x = 2;", 0],
    ["stands there twice", "x = 1 + 1 + 1 + 1;", 2],
  ])("whose text %s is refused", (_, source, times) => {
    expect(() => mutatedSource(source, mutant)).toThrow(`"one": its text stands ${times} times in functions/a.ts`);
  });
});
