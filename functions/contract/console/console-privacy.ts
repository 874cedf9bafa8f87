import * as z from "zod";
import { erasureReasons } from "../../domain/core/sealed-text.ts";
import { erasureStatuses } from "../../domain/operations/erasure.ts";
import { text } from "../../http/schemas.ts";
import { requestReference, subjectId } from "../operations/privacy.ts";
import { about, consoleForms, consolePages, form, formOf, list, oneOf, orNull, record, route } from "./schemas.ts";

const place = "/console/privacy";
const subjectPath = `${place}/subjects/{id}` as const;
const subject = { id: subjectId };

/** The console's pages about requests for access and erasure. */
export const consolePrivacyOperations = consolePages(
  "console-privacy",
  {
    showErasures: list(place, "Where a person is looked for, and the requests to erase", {
      status: oneOf(erasureStatuses),
    }),
    showSubject: record(subjectPath, "What can be done about what is stored of a person", subject),
  },
  "admin",
);

export const consolePrivacyActionOperations = consoleForms("console-privacy", "admin", {
  findPerson: route(`${place}/find`, "Look for a person, by a form so that no address has who it is", {
    body: formOf(z.strictObject({ whom: text(1, 254) })),
  }),
  exportPerson: form(`${subjectPath}/export`, "Show or download all that is stored of a person", subject, {
    as: z.enum(["page", "file"]).default("page"),
  }),
  erasePerson: form(`${subjectPath}/erase`, "Erase what is stored of a person, or say when it goes", subject, {
    reason: z.enum(erasureReasons),
    reference: orNull(requestReference),
    confirmation: z
      .string()
      .max(16)
      .regex(/^erase$/, "the word erase"),
  }),
  withdrawErasureByHand: about(`${subjectPath}/withdraw`, "Take a request to erase back", subject),
});
