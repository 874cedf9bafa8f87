import * as z from "zod";
import { fileBytesMax, fileTypes } from "../../domain/core/file-type.ts";
import { idOf } from "../../domain/core/id.ts";
import { instant } from "../../domain/core/time.ts";
import { caseStatuses, disputeStages } from "../../domain/disputes/case.ts";
import { piecesMax, textMax } from "../../domain/disputes/case-evidence.ts";
import { caseSummary, caseView, evidenceTypeName, evidenceView } from "../../domain/disputes/case-view.ts";
import { disputeNetworks } from "../../domain/disputes/network.ts";
import { operation } from "../../http/operation-types.ts";
import { idParam, listQuery, listReply, text, transition } from "../../http/schemas.ts";
import { amountBody } from "../shared/amount-body.ts";

const caseDetail = caseView.extend({ history: z.array(transition) }).meta({ id: "Case" });

const tenant = { caller: "tenant", tag: "Disputes", actorLabel: true } as const;
const served = { ...tenant, lambda: "cases" } as const;
const withFiles = { ...tenant, lambda: "case-evidence" } as const;
const params = idParam("cas");
const asCase = { status: 200, schema: caseDetail } as const;
const moves = ["not_found", "invalid_state_transition", "version_conflict"] as const;

function maybe<S extends z.ZodType>(schema: S) {
  return schema.nullable().default(null);
}

const networkDueBy = maybe(instant).meta({
  description: "when the network's window closes; by the network's own days for the stage when left out",
});

/** Either a text, or a file that is announced with its size and its hash. */
const newEvidence = z
  .strictObject({
    type: evidenceTypeName,
    text: text(1, textMax).optional().meta({ description: "counts at once; instead of a file" }),
    filename: text(1, 255)
      .refine((name) => !/[/\\\n\r\t]/.test(name), "a file's name, without a path")
      .optional(),
    contentType: z.enum(fileTypes).optional(),
    sizeBytes: z.int().min(1).max(fileBytesMax).optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, "SHA-256 as 64 hex digits")
      .transform((digits) => digits.toLowerCase())
      .optional(),
  })
  .superRefine(({ text: line, filename, contentType, sizeBytes, sha256 }, context) => {
    const file = { filename, contentType, sizeBytes, sha256 };
    for (const [path, value] of Object.entries(file)) {
      if (line !== undefined && value !== undefined)
        context.addIssue({ code: "custom", path: [path], message: "not beside a text" });
      if (line === undefined && value === undefined)
        context.addIssue({ code: "custom", path: [path], message: "required where there is no text" });
    }
  });

const attached = evidenceView
  .extend({
    objectKey: z.string().nullable(),
    uploadUrl: z.string().nullable().describe("PUT the file here; null where nothing is to come"),
    uploadHeaders: z.record(z.string(), z.string()).nullable().describe("every one of them with the PUT"),
    expiresAt: z.string().nullable().describe("by when the upload must begin"),
  })
  .meta({ id: "AttachedEvidence" });

const checklist = z
  .object({
    required: z.array(evidenceTypeName),
    oneOf: z.array(z.array(evidenceTypeName)).describe("one of each group"),
    provided: z.array(evidenceTypeName),
    missing: z
      .array(z.union([evidenceTypeName, z.array(evidenceTypeName)]))
      .describe("a group of which nothing is there is a list"),
    score: z.int().describe("share of what is asked for, in percent"),
    ready: z.boolean(),
  })
  .meta({ id: "Checklist" });

export const caseOperations = {
  listCases: operation({
    ...served,
    id: "listCases",
    method: "GET",
    path: "/api/v1/disputes/cases",
    summary: "List dispute cases, newest first",
    query: listQuery({
      status: z.enum(caseStatuses).optional(),
      stage: z.enum(disputeStages).optional(),
      network: z.enum(disputeNetworks).optional(),
    }),
    reply: { status: 200, schema: listReply(caseSummary) },
    refusals: ["invalid_cursor"],
  }),
  createCase: operation({
    ...served,
    id: "createCase",
    method: "POST",
    path: "/api/v1/disputes/cases",
    summary: "Open a dispute case",
    description:
      "From an alert, whose word stands for all that is left out; about a payment; or with neither, and then network and amountCents are required. An alert or a payment that has an open case is answered with that one, which takes what you say of it while it is open and not gathered yet. What the service knows of the payment is attached as evidence. It reads customerName, customerEmail, billingAddress, shippingAddress, shippingCarrier, shippingTrackingNumber, shippingDate, serviceDate, customerIp and deviceId from the invoice's metadata.",
    body: z.strictObject({
      alertId: maybe(idOf("alr")),
      paymentId: maybe(idOf("pay")),
      stage: maybe(z.enum(disputeStages)).meta({ description: "chargeback when left out" }),
      network: maybe(z.enum(disputeNetworks)).meta({ description: "ach for a payment when left out" }),
      reasonCode: maybe(text(1, 32)),
      amountCents: amountBody(1).nullable().default(null),
      currency: maybe(
        z
          .string()
          .regex(/^[A-Za-z]{3}$/, "a currency such as USD")
          .transform((value) => value.toUpperCase()),
      ),
      networkDueBy,
    }),
    bodyOptional: true,
    reply: { status: 201, schema: caseDetail },
    refusals: ["not_found", "invalid_amount", "deadline_passed", "invalid_state_transition", "version_conflict"],
  }),
  gatherEvidence: operation({
    ...served,
    id: "gatherEvidence",
    method: "POST",
    path: "/api/v1/disputes/cases/{id}/gather",
    summary: "Begin to gather evidence",
    description: "Again it is answered unchanged.",
    params,
    reply: asCase,
    refusals: moves,
  }),
  recordOutcome: operation({
    ...served,
    id: "recordOutcome",
    method: "POST",
    path: "/api/v1/disputes/cases/{id}/outcome",
    summary: "Record what the network has decided about a submitted case",
    params,
    body: z.strictObject({
      result: z.enum(["won", "lost"]),
      networkRef: maybe(text(1, 128)),
      decidedAt: maybe(instant).meta({ description: "now when left out" }),
      recoveredCents: amountBody(0).nullable().default(null),
    }),
    reply: asCase,
    refusals: ["invalid_amount", ...moves],
  }),
  acceptCase: operation({
    ...served,
    id: "acceptCase",
    method: "POST",
    path: "/api/v1/disputes/cases/{id}/accept",
    summary: "Accept the loss of a case instead of answering it",
    description: "Again it is answered unchanged.",
    params,
    reply: asCase,
    refusals: moves,
  }),
  withdrawCase: operation({
    ...served,
    id: "withdrawCase",
    method: "POST",
    path: "/api/v1/disputes/cases/{id}/withdraw",
    summary: "End a case that the payer or the network has taken back",
    description: "Again it is answered unchanged.",
    params,
    reply: asCase,
    refusals: moves,
  }),
  escalateCase: operation({
    ...served,
    id: "escalateCase",
    method: "POST",
    path: "/api/v1/disputes/cases/{id}/escalate",
    summary: "Open a case anew at a later stage",
    description:
      "One that was won, lost, accepted or expired, or an inquiry that has become more. What was submitted stays as it was and counts on.",
    params,
    body: z.strictObject({ stage: z.enum(disputeStages), networkDueBy }),
    reply: asCase,
    refusals: ["deadline_passed", ...moves],
  }),
};

export const caseEvidenceOperations = {
  getCase: operation({
    ...withFiles,
    id: "getCase",
    method: "GET",
    path: "/api/v1/disputes/cases/{id}",
    summary: "Read a case with its evidence and history",
    params,
    reply: asCase,
    refusals: ["not_found", "version_conflict"],
  }),
  getChecklist: operation({
    ...withFiles,
    id: "getChecklist",
    method: "GET",
    path: "/api/v1/disputes/cases/{id}/checklist",
    summary: "What evidence a case needs, and what is still missing",
    params,
    reply: { status: 200, schema: checklist },
    refusals: ["not_found", "version_conflict"],
  }),
  attachEvidence: operation({
    ...withFiles,
    id: "attachEvidence",
    method: "POST",
    path: "/api/v1/disputes/cases/{id}/evidence",
    summary: "Attach evidence: a text, or a file to be uploaded",
    description: `A file is announced with its size and hash, put to uploadUrl within 15 minutes, and counts once it is there and is what was announced. At most ${piecesMax} pieces, 5 MB a file, 50 MB a case. The same again is the same piece.`,
    params,
    body: newEvidence,
    reply: { status: 201, schema: attached },
    refusals: ["not_found", "case_closed", "version_conflict"],
  }),
  submitCase: operation({
    ...withFiles,
    id: "submitCase",
    method: "POST",
    path: "/api/v1/disputes/cases/{id}/submit",
    summary: "Submit a case: from then on its evidence never changes",
    params,
    body: z.strictObject({ narrative: maybe(text(1, textMax)) }),
    bodyOptional: true,
    reply: asCase,
    refusals: ["representment_expired", "evidence_incomplete", "evidence_unavailable", ...moves],
  }),
  getPacket: operation({
    ...withFiles,
    id: "getPacket",
    method: "GET",
    path: "/api/v1/disputes/cases/{id}/packet",
    summary: "The evidence as one PDF with an index",
    description: "Made in the background, when a case is submitted or when it is asked for.",
    params,
    reply: {
      status: 202,
      schema: z.object({ status: z.literal("building") }).meta({ id: "PacketBuilding" }),
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
  getEvidenceUrl: operation({
    ...withFiles,
    id: "getEvidenceUrl",
    method: "GET",
    path: "/api/v1/disputes/cases/{id}/evidence/{evidenceId}/url",
    summary: "A link to a piece of evidence, for 15 minutes",
    params: params.extend({ evidenceId: idOf("evd") }),
    reply: {
      status: 200,
      schema: z.object({ url: z.string(), expiresAt: z.string() }).meta({ id: "EvidenceUrl" }),
    },
    refusals: ["not_found", "version_conflict"],
  }),
};
