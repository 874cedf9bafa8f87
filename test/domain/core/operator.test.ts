import { describe, expect, test } from "vitest";
import { isSamePerson, operatorName, readOperatorName } from "../../../functions/domain/core/operator.ts";
import { approveAction, askApproval } from "../../../functions/domain/review/approval.ts";
import { later } from "../../support/core/samples.ts";

const iam = "arn:aws:iam::111111111111:user";
const sts = "arn:aws:sts::111111111111:assumed-role";

describe("one operator", () => {
  test.each([
    ["operator:anna", "operator:Anna"],
    ["operator:anna", `${iam}/ANNA`],
    ["operator:anna", `${iam}/people/anna`],
    [`${sts}/Operators/one-session`, `${sts}/operators/another-session`],
    [`${sts}/AWSReservedSSO_Admin_0a1b/Anna@example.com`, `${sts}/AWSReservedSSO_Read_9f8e/anna@EXAMPLE.com`],
  ])("is %s and %s", (one, other) => {
    expect(isSamePerson(one, other)).toBe(true);
  });

  test.each([
    ["operator:anna", "operator:annb"],
    [`${iam}/anna`, `${iam}/ann`],
    [`${sts}/Operators/anna`, "operator:anna"],
    [`${sts}/AWSReservedSSO_Admin_0a1b/anna`, `${sts}/AWSReservedSSO_Admin_0a1b/berta`],
  ])("is not %s and %s", (one, other) => {
    expect(isSamePerson(one, other)).toBe(false);
  });

  test("has the name by which a colleague knows them, as they write it", () => {
    expect(operatorName("operator:Anna")).toBe("Anna");
  });

  test.each(["operator:ANNA", `${iam}/Anna`])("cannot agree to their own wish as %s", (actor) => {
    const input = {
      ...{ id: "apr_1", reviewId: "rev_1", subjectId: "stl_1", tenantId: "ten_1", action: "fail" as const },
      ...{ input: {}, amountCents: null, note: null, askedBy: "operator:anna" },
    };
    const wish = askApproval(input, later(0)).next;
    expect(approveAction(wish, { actor, note: null, now: later(1) })).toMatchObject({
      code: "second_operator_required",
    });
    expect(approveAction(wish, { actor: "operator:berta", note: null, now: later(1) })).toHaveLength(1);
  });
});

describe("an operator's name", () => {
  test("is as it is written in the audit trail", () => {
    expect(readOperatorName("anna.b-2")).toBe("anna.b-2");
  });

  test.each(["", "Anna", "anna b", "\u0430nna", "-anna", "a".repeat(65), "anna\n"])(
    "is not %j, which two people could take for another",
    (name) => {
      expect(readOperatorName(name)).toBeUndefined();
    },
  );
});
