import { isOperatorApprover, operatorsDecide, whyNotApprover } from "../../domain/escrow/approver.ts";
import { text, textPattern } from "../../http/schemas.ts";

/** An approver's name of the tenant's own, as it is given; nothing that a path does not carry or a reader cannot see, and none that operators have. */
export const approverRef = text(1, 128)
  .superRefine((value, context) => {
    const why = whyNotApprover(value);
    if (why !== undefined) context.addIssue({ code: "custom", message: why });
  })
  .transform((value) => value.trim().normalize("NFC"))
  .meta({
    pattern: textPattern(true, "/\\t\\n\\r\\u0080-\\u009f"),
    description:
      "the approver's name, in letters of one alphabet; names that read the same, whatever their case or white space, are one approver, shown as first given",
  });

/** The same where one is looked for: an older one may be written as no new one is. */
export const knownApproverRef = text(1, 128)
  .refine((value) => !isOperatorApprover(value), operatorsDecide)
  .transform((value) => value.trim().normalize("NFC"))
  .meta({ description: "the approver's name, in any way of writing that reads the same" });
