import * as z from "zod";
import { fileBytesMax, fileTypes } from "../../domain/core/file-type.ts";
import { idOf } from "../../domain/core/id.ts";
import { instant } from "../../domain/core/time.ts";
import { caseStatuses, disputeStages } from "../../domain/disputes/case.ts";
import { piecesMax, textMax } from "../../domain/disputes/case-evidence.ts";
import { evidenceTypeName, evidenceView } from "../../domain/disputes/case-view.ts";
import { disputeNetworks } from "../../domain/disputes/network.ts";
import { inPlaceOf, notBoth, oneGroupOf, shownUnder, underRules } from "../../http/field-rules.ts";
import { printable, printableLines, printablePattern } from "../../http/printable.ts";
import { idParam } from "../../http/schemas.ts";
import { expandedListOf, expandedRecordOf } from "../expand.ts";
import { changeOf, creationRange, get, operationTable, parents, post } from "../operation-table.ts";
import { amountBody, currencyCode, maybe } from "./dispute-fields.ts";
import { caseDetail, expandableCase, listedCase } from "./expandable-disputes.ts";

const tenant = { caller: "tenant", tag: "Disputes", actorLabel: true } as const;
const served = { ...tenant, lambda: "cases" } as const;
const withFiles = { ...tenant, lambda: "case-evidence" } as const;
const params = idParam("cas");
const moves = changeOf(params, caseDetail, "invalid_state_transition");

const networkDueBy = maybe(instant).meta({
  description: "when the network's window closes; by the network's own days for the stage when left out",
});

/** Either a text, or a file that is announced with its size and its hash. */
const newEvidence = underRules(
  z.strictObject({
    type: evidenceTypeName.describe("what it proves"),
    text: printableLines(1, textMax).optional().meta({ description: "counts at once; instead of a file" }),
    filename: printable(1, 255)
      .refine((name) => !/[/\\]/.test(name), "a file's name, without a path")
      .meta({ pattern: printablePattern(true, { without: "/\\\\" }) })
      .optional()
      .describe("the file's name, without a path; required where there is no text"),
    contentType: z.enum(fileTypes).optional().describe("the file's media type; required where there is no text"),
    sizeBytes: z
      .int()
      .min(1)
      .max(fileBytesMax)
      .optional()
      .describe("the file's size in bytes; required where there is no text"),
    sha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, "SHA-256 as 64 hex digits")
      .transform((digits) => digits.toLowerCase())
      .optional()
      .describe("the file's SHA-256 in hexadecimal; required where there is no text"),
  }),
  inPlaceOf("text", ["filename", "contentType", "sizeBytes", "sha256"], {
    beside: "not beside a text",
    missing: "required where there is no text",
  }),
);

const attached = evidenceView
  .extend({
    objectKey: z.string().nullable().describe("where the service keeps the file; null for a text"),
    uploadUrl: z.string().nullable().describe("PUT the file here; null where nothing is to come"),
    uploadHeaders: z.record(z.string(), z.string()).nullable().describe("every one of them with the PUT"),
    expiresAt: z.string().nullable().describe("by when the upload must begin"),
  })
  .meta({ id: "AttachedEvidence" });

const checklist = z
  .object({
    required: z.array(evidenceTypeName).describe("what every such case needs"),
    oneOf: z.array(z.array(evidenceTypeName)).describe("one of each group"),
    provided: z.array(evidenceTypeName).describe("what is there"),
    missing: z
      .array(z.union([evidenceTypeName, z.array(evidenceTypeName)]))
      .describe("a group of which nothing is there is a list"),
    score: z.int().describe("share of what is asked for, in percent"),
    ready: z.boolean().describe("whether it can be submitted"),
  })
  .meta({ id: "Checklist" });

const newCase = shownUnder(
  underRules(
    z.strictObject({
      alertId: maybe(idOf("alr")),
      paymentId: maybe(idOf("pay")),
      escrowId: maybe(idOf("esc")).meta({ description: "the escrow whose deposit is disputed; instead of a payment" }),
      stage: maybe(z.enum(disputeStages)).meta({ description: "chargeback when left out" }),
      network: maybe(z.enum(disputeNetworks)).meta({ description: "ach for a payment or an escrow when left out" }),
      reasonCode: maybe(printable(1, 32)).describe("the network's reason code; the alert's when left out"),
      amountCents: maybe(amountBody(1)),
      currency: maybe(currencyCode),
      networkDueBy,
    }),
    notBoth("paymentId", "escrowId", "not beside a payment"),
  ),
  oneGroupOf(["alertId"], ["paymentId"], ["escrowId"], ["amountCents", "network"]),
);

export const caseOperations = operationTable(served, {
  listCases: get(
    "/api/v1/disputes/cases",
    "List dispute cases, newest first",
    expandedListOf(listedCase, {
      status: z.enum(caseStatuses).optional(),
      stage: z.enum(disputeStages).optional(),
      network: z.enum(disputeNetworks).optional(),
      ...creationRange,
      ...parents({ paymentId: "pay", escrowId: "esc", alertId: "alr" }),
    }),
  ),
  createCase: post("/api/v1/disputes/cases", "Open a dispute case", {
    description:
      "From an alert, whose word stands for all that is left out; about a payment, or an escrow whose deposit is disputed; or with none of them, and then network and amountCents are required. A second case beside an open one is 409 case_exists with its caseId, and nothing of it is taken; an alertId alone joins the alert to the open case, and is answered with it. What the service knows of it is attached as evidence. It reads customerName, customerEmail, billingAddress, shippingAddress, shippingCarrier, shippingTrackingNumber, shippingDate, serviceDate, customerIp and deviceId from the invoice's metadata.",
    body: newCase,
    bodyOptional: true,
    reply: { status: 201, schema: caseDetail },
    refusals: [
      "not_found",
      "invalid_amount",
      "deadline_passed",
      "case_exists",
      "invalid_state_transition",
      "version_conflict",
    ],
  }),
  gatherEvidence: post("/api/v1/disputes/cases/{id}/gather", "Begin to gather evidence", {
    ...moves,
    description: "Again it is answered unchanged.",
  }),
  recordOutcome: post(
    "/api/v1/disputes/cases/{id}/outcome",
    "Record what the network has decided about a submitted case",
    {
      ...moves,
      body: z.strictObject({
        result: z.enum(["won", "lost"]).describe("for whom the network decided"),
        networkRef: maybe(printable(1, 128)),
        decidedAt: maybe(instant).meta({ description: "now when left out" }),
        recoveredCents: maybe(amountBody(0)).describe(
          "what came back to you, in cents; when left out all that there was to win, or nothing of a lost case",
        ),
      }),
      refusals: ["invalid_amount", ...moves.refusals],
    },
  ),
  acceptCase: post("/api/v1/disputes/cases/{id}/accept", "Accept the loss of a case instead of answering it", {
    ...moves,
    description: "Again it is answered unchanged.",
  }),
  withdrawCase: post(
    "/api/v1/disputes/cases/{id}/withdraw",
    "End a case that the payer or the network has taken back",
    { ...moves, description: "Again it is answered unchanged." },
  ),
  escalateCase: post("/api/v1/disputes/cases/{id}/escalate", "Open a case anew at a later stage", {
    ...moves,
    description:
      "One that was won, lost, accepted or expired, or an inquiry that has become more. What was submitted stays as it was and counts on.",
    body: z.strictObject({ stage: z.enum(disputeStages).describe("the stage that it is in now"), networkDueBy }),
    refusals: ["deadline_passed", ...moves.refusals],
  }),
});

export const caseEvidenceOperations = operationTable(withFiles, {
  getCase: get("/api/v1/disputes/cases/{id}", "Read a case with its evidence and history", {
    ...expandedRecordOf(params, expandableCase),
    refusals: changeOf(params, caseDetail).refusals,
  }),
  getChecklist: get(
    "/api/v1/disputes/cases/{id}/checklist",
    "What evidence a case needs, and what is still missing",
    changeOf(params, checklist),
  ),
  attachEvidence: post("/api/v1/disputes/cases/{id}/evidence", "Attach evidence: a text, or a file to be uploaded", {
    description: `A file is announced with its size and hash, put to uploadUrl within 15 minutes, and counts once it is there and is what was announced. At most ${piecesMax} pieces, 5 MB a file, 50 MB a case. The same again is the same piece.`,
    params,
    body: newEvidence,
    reply: { status: 201, schema: attached },
    refusals: ["not_found", "case_closed", "version_conflict"],
  }),
  submitCase: post("/api/v1/disputes/cases/{id}/submit", "Submit a case: from then on its evidence never changes", {
    ...moves,
    body: z.strictObject({
      narrative: maybe(printableLines(1, textMax)).describe("your account of it, for the network"),
    }),
    bodyOptional: true,
    refusals: ["representment_expired", "evidence_incomplete", "evidence_unavailable", ...moves.refusals],
  }),
  getPacket: get("/api/v1/disputes/cases/{id}/packet", "The evidence as one PDF with an index", {
    description: "Made in the background, when a case is submitted or when it is asked for.",
    params,
    reply: {
      status: 202,
      schema: z.object({ status: z.literal("building").describe("it is being made") }).meta({ id: "PacketBuilding" }),
    },
    otherReplies: [
      {
        status: 302,
        schema: z.string(),
        contentType: "text/plain; charset=utf-8",
        description: "it is ready: Location leads to it for 15 minutes",
      },
    ],
    refusals: ["not_found", "version_conflict"],
  }),
  getEvidenceUrl: get(
    "/api/v1/disputes/cases/{id}/evidence/{evidenceId}/url",
    "A link to a piece of evidence, for 15 minutes",
    changeOf(
      params.extend({ evidenceId: idOf("evd") }),
      z
        .object({
          url: z.string().describe("the file, until expiresAt"),
          expiresAt: z.string().describe("until when the link is good"),
        })
        .meta({ id: "EvidenceUrl" }),
    ),
  ),
});
