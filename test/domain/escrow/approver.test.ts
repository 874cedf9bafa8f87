import { describe, expect, test } from "vitest";
import { approverKey, isSameApprover, whyNotApprover } from "../../../functions/domain/escrow/approver.ts";
import { conditionsOf } from "../../../functions/domain/escrow/conditions.ts";
import { noon } from "../../support/core/samples.ts";
import { fundedEscrow, quietFacts } from "../../support/escrow/escrow-samples.ts";

describe("an approver's name", () => {
  test.each([
    ["case", "Anna"],
    ["white space around it", "  anna "],
    ["wide letters", "ａｎｎａ"],
    ["Cyrillic letters that look Latin", "\u0430nna"],
    ["bold letters of mathematics", "𝐚𝐧𝐧𝐚"],
  ])("is the same in another %s", (_, other) => {
    expect(isSameApprover("anna", other)).toBe(true);
  });

  test.each([
    ["Anna  M.", "anna m."],
    ["Strasse", "straße"],
    ["ΣΟΦΊΑΣ", "σοφίας"],
    ["BOPOH", "ВОРОН"],
    ["André", "Andre\u0301"],
  ])("%s reads as %s", (one, other) => {
    expect(approverKey(one)).toBe(approverKey(other));
  });

  test.each([
    ["anna", "hanna"],
    ["anna", "anna b"],
    ["Анна", "Анне"],
  ])("%s is another than %s", (one, other) => {
    expect(isSameApprover(one, other)).toBe(false);
  });

  test.each(["anna", "Anna M. (50 %)", "Анна", "Σοφία", "安娜", "花子 Hanako", "אנה", "a.b@example.com"])(
    "may be %s",
    (name) => {
      expect(whyNotApprover(name)).toBeUndefined();
    },
  );

  test.each([
    ["\u0430nna", "letters of one alphabet alone: others look the same"],
    ["ann\u03b1", "letters of one alphabet alone: others look the same"],
    ["an\u200bna", "printable characters alone"],
    ["anna\ufe0f", "printable characters alone"],
    ["an\u3164na", "printable characters alone"],
    ["an\u00adna", "printable characters alone"],
    ["Operator:anna", "operator:... are operators, who decide in the console"],
    ["ｏperator：anna", "operator:... are operators, who decide in the console"],
    ["\u043eperator:anna", "operator:... are operators, who decide in the console"],
    ["a/b", "no /, not . or .."],
    [" .. ", "no /, not . or .."],
    ["\u3000", "not blank"],
  ])("is not %j", (name, why) => {
    expect(whyNotApprover(name)).toBe(why);
  });
});

describe("approvals that an earlier release kept under two spellings", () => {
  test("are one approver's", () => {
    const approvals = ["anna", "Anna"].map((approverRef) => ({
      ...{ approverRef, decision: "approve" as const, note: null, at: noon },
    }));
    const state = { ...fundedEscrow({ releaseRule: "dual_approval" }), approvals };
    expect(conditionsOf(state, quietFacts, noon)).toContain("approvals_missing:1");
  });
});
