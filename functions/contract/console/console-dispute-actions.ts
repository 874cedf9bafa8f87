import * as z from "zod";
import { fileTypes } from "../../domain/core/file-type.ts";
import { idOf } from "../../domain/core/id.ts";
import { positiveCents } from "../../domain/core/money.ts";
import { alertResolutions } from "../../domain/disputes/alert.ts";
import { disputeStages } from "../../domain/disputes/case.ts";
import { textMax } from "../../domain/disputes/case-evidence.ts";
import { evidenceTypes } from "../../domain/disputes/evidence-type.ts";
import { longestNote } from "../../domain/review/case-notes.ts";
import { printable, printableLines } from "../../http/printable.ts";
import { about, consoleForms, form, needing, orNull, typedInstant } from "./schemas.ts";

const alertPath = "/console/disputes/alerts/{id}";
const casePath = "/console/disputes/cases/{id}";
const note = orNull(printableLines(1, 500));
const evidenceType = z.enum(evidenceTypes);

/** An amount as people type it, such as 1,250.00, in cents; nothing may be left after the second decimal. */
const typedCents = z
  .string()
  .regex(/^\d[\d,]*(\.\d{1,2})?$/, "an amount such as 1250.00")
  .transform((typed) => {
    const [whole = "", fraction = ""] = typed.replaceAll(",", "").split(".");
    return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  })
  .pipe(z.union([z.literal(0), positiveCents], "an amount such as 1250.00"));

export const consoleDisputeActionOperations = consoleForms("console-disputes", "reviewer", {
  bindAlert: form(`${alertPath}/match`, "Say which payment an alert is about", "alr", {
    // Tells one candidate's form from another's.
    action: z.string().max(64).optional(),
    paymentId: idOf("pay"),
    note,
  }),
  resolveAlertByHand: form(`${alertPath}/resolve`, "Say what an alert came to", "alr", {
    resolution: z.enum(alertResolutions),
    note,
  }),
  dismissAlertByHand: form(`${alertPath}/dismiss`, "Say that nothing is to be done about an alert", "alr", { note }),
  openCaseByHand: about(`${alertPath}/case`, "Let an alert go on as a case", "alr"),
  gatherCaseByHand: about(`${casePath}/gather`, "Begin to gather evidence", "cas"),
  addCaseText: form(`${casePath}/texts`, "Add a text as evidence", "cas", {
    type: evidenceType,
    text: printableLines(1, textMax),
  }),
  addCaseFile: form(`${casePath}/uploads`, "Announce a file as evidence", "cas", {
    type: evidenceType,
    contentType: z.enum(fileTypes),
  }),
  submitCaseByHand: form(`${casePath}/submit`, "Submit a case to the network", "cas", {
    narrative: orNull(printableLines(1, textMax)),
  }),
  noteCaseOutcome: form(`${casePath}/outcome`, "Record what the network decided", "cas", {
    result: z.enum(["won", "lost"]),
    networkRef: orNull(printable(1, 128)),
    decidedAt: orNull(typedInstant),
    recovered: orNull(typedCents),
  }),
  withdrawCaseByHand: about(`${casePath}/withdraw`, "Record that a dispute was withdrawn", "cas"),
  escalateCaseByHand: form(`${casePath}/escalate`, "Open a case's next stage", "cas", {
    stage: z.enum(disputeStages),
    networkDueBy: orNull(typedInstant),
  }),
  orderCasePacket: about(`${casePath}/packet`, "Order a case's packet", "cas"),
  orderCreditByHand: needing(
    "finance",
    form("/console/disputes/ratios/{id}/credit", "Suspend a tenant's program credit, or give it back", "ten", {
      action: z.enum(["suspend", "reinstate"]),
      note: orNull(printableLines(1, longestNote)),
    }),
  ),
});
