import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { erasureReasons } from "../../domain/core/sealed-text.ts";
import { erasableTypeNames, erasableTypes } from "../../domain/operations/erasable-types.ts";
import { erasure, erasureStatuses } from "../../domain/operations/erasure.ts";
import { exactlyOneOf, underRules } from "../../http/field-rules.ts";
import { idParam } from "../../http/schemas.ts";
import { byStatus, changeOf, creationRange, get, listOf, operationTable, post, recordOf } from "../operation-table.ts";

const erasureView = erasure.meta({ id: "Erasure" });

const prefixes = erasableTypeNames.map((name) => erasableTypes[name].prefix);

/** The id of a record that is about a person. */
export const subjectId = z
  .string()
  .max(30)
  .regex(new RegExp(`^(?:${prefixes.join("|")})_[0-9A-HJKMNP-TV-Z]{26}$`), "the id of what is stored of a person");

const subject = subjectId.meta({
  description: `the id of the record that is about the person: ${erasableTypeNames
    .map((name) => `of ${erasableTypes[name].called} (${erasableTypes[name].prefix}_...)`)
    .join("; ")}`,
});

/** A letter's or a ticket's number: no sign in it that an address or a sentence needs. */
export const requestReference = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/#-]*$/, "letters, digits and . _ / # -, without blanks");

const kind = z.enum(erasableTypeNames).describe("what kind of record it is");

const foundSubject = z.object({
  id: z.string().describe("the record's id: the subject of an export or an erasure"),
  kind,
  tenantId: z.string().nullable().describe("the tenant that it is one of, or has become; null where there is none"),
  createdAt: z.string(),
  erasure: z
    .object({
      id: z.string().describe("the request's id"),
      status: erasureView.shape.status,
      eraseAt: erasureView.shape.eraseAt,
    })
    .nullable()
    .describe("the request to erase it; null where there is none"),
});

const subjectFile = z.object({
  id: z.string().describe("the file's id"),
  kind: z.string().describe("what the file shows, such as identity_document"),
  contentType: z.string().describe("its type, such as application/pdf"),
  status: z.string().describe("whether it has come, and is what it claims to be"),
  sizeBytes: z.int().nullable().describe("its size in bytes; null until it has come"),
  at: z.string().describe("when it was announced, or last changed"),
});

const trailLine = z.object({
  at: z.string().describe("when"),
  actor: z.string().describe("who did it"),
  to: z.string().describe("the status that it led to"),
  reason: z.string().describe("what was done"),
  after: z.record(z.string(), z.unknown()).nullable().describe("the fields that an operator changed, as they became"),
});

/** All that can be read of what is stored of a subject. */
const personalExport = z.object({
  id: z.string().describe("the record's id"),
  kind,
  exportedAt: z.string().describe("when this was put together"),
  record: z.record(z.string(), z.unknown()).describe("its record as it is stored, opened; of a number its last four"),
  files: z.array(subjectFile).describe("the files that were brought with it"),
  letters: z
    .array(z.looseObject({ id: z.string().describe("the letter's id") }))
    .describe("up to 100 letters of the last 90 days about it, without their text; of a payment its receipts"),
  trail: z.array(trailLine).describe("what was done with it, the oldest first: the newest 500 lines of each source"),
});

const served = { caller: "operator", tag: "Privacy", lambda: "privacy", role: "admin" } as const;

export const privacyOperations = operationTable(served, {
  findSubjects: post("/admin/privacy/subjects", "Find what is stored about a person", {
    description:
      "By e-mail address, by the id of a record, by tenant, or by the invoice that was paid on its page. An address finds payers by the customers that have it, and the newest 100 payments of each. A POST, so that no address stands in a URL, which gateways and proxies log. That somebody looked is on the trail, and not for whom.",
    keyless: "it changes nothing, and asked again it looks again",
    body: underRules(
      z.strictObject({
        email: z.email().max(254).optional().meta({ description: "an address, in any case of its letters" }),
        id: subject.optional(),
        tenantId: idOf("ten").optional().meta({ description: "the tenant whose people are looked for, payers aside" }),
        invoiceId: idOf("inv").optional().meta({ description: "the invoice whose payers are looked for" }),
      }),
      exactlyOneOf(["email", "id", "tenantId", "invoiceId"], "email, id, tenantId or invoiceId, exactly one of them"),
    ),
    reply: {
      status: 200,
      schema: z.object({ subjects: z.array(foundSubject).describe("what was found, kind by kind") }),
    },
    refusals: ["not_found"],
  }),
  exportSubject: post("/admin/privacy/exports", "Export what is stored about a person", {
    description:
      "The record in clear, the list of its files, its letters and its audit trail. Who asked is on that trail, which names the id alone; the answer is stored nowhere.",
    keyless: "its answer is stored nowhere, and asked again it is put together again",
    body: z.strictObject({ subject }),
    reply: { status: 200, schema: personalExport },
    refusals: ["not_found", "version_conflict"],
  }),
  requestErasure: post("/admin/privacy/erasures", "Erase what is stored about a person", {
    description:
      "At once where no law has it kept: `status` is `erased`. A verified business goes five years after its tenant ended, a payer two years after the debit's last act or once its return window is over, which the daily work does: `status` is `scheduled`, and `eraseAt` and `basis` say when and why. The same subject is the same request. What was erased is gone from tables, archive and backups for good.",
    claim: "first",
    body: z.strictObject({
      subject,
      reason: z
        .enum(erasureReasons)
        .meta({ description: "why it is erased: a choice, since a text would name somebody" }),
      reference: requestReference
        .nullable()
        .default(null)
        .meta({ description: "the number of the letter or ticket that asked for it; put no name in it" }),
    }),
    reply: { status: 200, schema: erasureView },
    refusals: ["not_found", "version_conflict"],
  }),
  listErasures: get("/admin/privacy/erasures", "List requests to erase, newest first", {
    ...listOf(erasureView, { ...byStatus(erasureStatuses), ...creationRange }),
  }),
  getErasure: get("/admin/privacy/erasures/{id}", "Read a request to erase", recordOf(idParam("ers"), erasureView)),
  withdrawErasure: post("/admin/privacy/erasures/{id}/withdraw", "Take a request to erase back", {
    ...changeOf(idParam("ers"), erasureView, "already_erased"),
    description: "The subject stays as it is. Asked for again, it is the same request, which goes on.",
  }),
});
