import * as z from "zod";
import { fileTypes } from "../../domain/core/file-type.ts";
import { idOf } from "../../domain/core/id.ts";
import { positiveCents } from "../../domain/core/money.ts";
import { alertResolutions } from "../../domain/disputes/alert.ts";
import { disputeStages } from "../../domain/disputes/case.ts";
import { textMax } from "../../domain/disputes/case-evidence.ts";
import { evidenceTypes } from "../../domain/disputes/evidence-type.ts";
import { longestNote } from "../../domain/review/case-notes.ts";
import { idParam, text } from "../../http/schemas.ts";
import { consoleForms, formOf, route, typedInstant } from "./schemas.ts";

const alertParams = idParam("alr");
const caseParams = idParam("cas");
const alertPath = "/console/disputes/alerts/{id}";
const casePath = "/console/disputes/cases/{id}";
const note = text(1, 500).nullable().default(null);
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

/** What the console's forms about disputes do. */
export const consoleDisputeActionOperations = consoleForms("console-disputes", {
  bindAlert: route(`${alertPath}/match`, "Say which payment an alert is about", {
    params: alertParams,
    body: formOf(
      z.strictObject({
        // Tells one candidate's form from another's.
        action: z.string().max(64).optional(),
        paymentId: idOf("pay"),
        note,
      }),
    ),
  }),
  resolveAlertByHand: route(`${alertPath}/resolve`, "Say what an alert came to", {
    params: alertParams,
    body: formOf(z.strictObject({ resolution: z.enum(alertResolutions), note })),
  }),
  dismissAlertByHand: route(`${alertPath}/dismiss`, "Say that nothing is to be done about an alert", {
    params: alertParams,
    body: formOf(z.strictObject({ note })),
  }),
  openCaseByHand: route(`${alertPath}/case`, "Let an alert go on as a case", { params: alertParams }),
  gatherCaseByHand: route(`${casePath}/gather`, "Begin to gather evidence", { params: caseParams }),
  addCaseText: route(`${casePath}/texts`, "Add a text as evidence", {
    params: caseParams,
    body: formOf(z.strictObject({ type: evidenceType, text: text(1, textMax) })),
  }),
  addCaseFile: route(`${casePath}/uploads`, "Announce a file as evidence", {
    params: caseParams,
    body: formOf(z.strictObject({ type: evidenceType, contentType: z.enum(fileTypes) })),
  }),
  submitCaseByHand: route(`${casePath}/submit`, "Submit a case to the network", {
    params: caseParams,
    body: formOf(z.strictObject({ narrative: text(1, textMax).nullable().default(null) })),
  }),
  noteCaseOutcome: route(`${casePath}/outcome`, "Record what the network decided", {
    params: caseParams,
    body: formOf(
      z.strictObject({
        result: z.enum(["won", "lost"]),
        networkRef: text(1, 128).nullable().default(null),
        decidedAt: typedInstant.nullable().default(null),
        recovered: typedCents.nullable().default(null),
      }),
    ),
  }),
  withdrawCaseByHand: route(`${casePath}/withdraw`, "Record that a dispute was withdrawn", {
    params: caseParams,
  }),
  escalateCaseByHand: route(`${casePath}/escalate`, "Open a case's next stage", {
    params: caseParams,
    body: formOf(z.strictObject({ stage: z.enum(disputeStages), networkDueBy: typedInstant.nullable().default(null) })),
  }),
  orderCasePacket: route(`${casePath}/packet`, "Order a case's packet", { params: caseParams }),
  orderCreditByHand: route(
    "/console/disputes/ratios/{id}/credit",
    "Suspend a tenant's program credit, or give it back",
    {
      params: idParam("ten"),
      body: formOf(
        z.strictObject({
          action: z.enum(["suspend", "reinstate"]),
          note: text(1, longestNote).nullable().default(null),
        }),
      ),
    },
  ),
});
