import * as z from "zod";
import { locales } from "../core/mail.ts";
import { pickFields } from "../core/pick-fields.ts";
import { type Kyb, kybStatuses, kybSteps } from "./kyb.ts";
import { isComplete, missingItems } from "./wizard.ts";

/** An application as operators see it: how far it is, and nothing of what people entrusted to us. */
export const kybView = z
  .object({
    id: z.string(),
    legalName: z.string(),
    contactEmail: z.string(),
    locale: z.enum(locales),
    tenantId: z.string().nullable().describe("null until its approval has made one"),
    status: z.enum(kybStatuses).describe("how far it is"),
    expiresAt: z.string().describe("until when its link lets somebody in"),
    partnerCustomerId: z.string().nullable(),
    stepsDone: z.array(z.enum(kybSteps)).describe("the steps of the form that are complete"),
    missing: z
      .array(z.string())
      .describe("steps before submission, afterwards what the partner asks the applicant for"),
    rejectionReasons: z.array(z.string()).describe("why the partner rejected it; empty otherwise"),
    submittedAt: z.string().nullable(),
    decidedAt: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: "KybApplication" });

export type KybView = z.infer<typeof kybView>;

export function viewOfKyb(state: Kyb): KybView {
  return pickFields(kybView, {
    ...state,
    stepsDone: kybSteps.filter((step) => isComplete(state, step)),
    missing: missingItems(state),
    rejectionReasons: state.status === "rejected" ? [...(state.partner?.reasons ?? [])] : [],
  });
}
