import { describe, expect, it, test } from "vitest";
import { exportsOf, fileProblemOf, problemOf } from "../../../bin/structure/names.ts";
import { circlesIn, nounGraph } from "../../../bin/structure/nouns.ts";

describe("an exported name", () => {
  it.each(["screenDesk", "Hop", "settlementHops", "alertKind", "letterWords", "Sight", "MemoryBook"])(
    "is not %s, which is a private word",
    (name) => {
      expect(problemOf(name)).toMatch(/: say /);
    },
  );

  it.each(["Accepted", "opened", "signupShown", "whatIsHeld", "Swept", "askExposuresSent"])(
    "is not %s, which takes a past participle for a noun",
    (name) => {
      expect(problemOf(name)).toMatch(/: a past participle is no noun$/);
    },
  );

  it.each([
    ...["heldFunds", "postedEntries", "isSettled", "mayBeReleased", "hasEnded", "whyNotPaid"],
    ...["settled", "feed", "payInvoice", "bookkeeping", "Context", "kindergarten"],
  ])("may be %s", (name) => {
    expect(problemOf(name)).toBeUndefined();
  });

  it("is found however it is declared", () => {
    const text = [
      "export const one = 1;",
      "export async function two() {}",
      "export interface Three {}",
      "export type Four = 4;",
      "export class Five {}",
      "const six = 6;",
    ].join("\n");
    expect(exportsOf({ path: "functions/domain/core/numbers.ts", text })).toEqual([
      "one",
      "two",
      "Three",
      "Four",
      "Five",
    ]);
  });
});

test("a file's name ends neither in -kind nor in -words", () => {
  expect(fileProblemOf("functions/app/escrow/escrow-kind.ts")).toBe("its name ends in -kind");
  expect(fileProblemOf("functions/pages/kit/vendor-words.ts")).toBe("its name ends in -words");
  expect(fileProblemOf("test/domain/mail/letter-words.test.ts")).toBe("its name ends in -words");
  expect(fileProblemOf("functions/domain/mail/mankind.ts")).toBeUndefined();
});

describe("nouns that import one another", () => {
  const source = (path: string, ...imports: readonly string[]) => ({
    path: `functions/${path}`,
    text: imports.map((specifier) => `import { x } from "${specifier}";`).join("\n"),
  });

  test("are a circle, over both rooms and through a third", () => {
    const graph = nounGraph([
      source("domain/gate/a.ts", "../invoicing/b.ts"),
      source("app/invoicing/b.ts", "../../domain/review/c.ts"),
      source("domain/review/c.ts", "../gate/a.ts"),
      source("domain/core/d.ts"),
    ]);
    expect(circlesIn(graph)).toEqual([["gate", "invoicing", "review"]]);
  });

  test("are none where every import goes one way, or stays in its noun", () => {
    const graph = nounGraph([
      source("domain/gate/a.ts", "../core/d.ts", "./e.ts"),
      source("app/invoicing/b.ts", "../gate/a.ts", "../../domain/core/d.ts"),
      source("domain/core/d.ts"),
    ]);
    expect(circlesIn(graph)).toEqual([]);
  });
});
