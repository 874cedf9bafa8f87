import * as z from "zod";
import { pickFields } from "../core/pick-fields.ts";
import {
  caseStatuses,
  compellingResult,
  type DisputeCase,
  disputeStages,
  type Evidence,
  evidenceOrigins,
} from "./case.ts";
import { evidenceTypes } from "./evidence-type.ts";
import { disputeNetworks } from "./network.ts";
import { disputeCategories, reasonMeaning } from "./reason-code.ts";

/** What a piece of evidence is, named once in documents. */
export const evidenceTypeName = z.enum(evidenceTypes).meta({ id: "EvidenceType" });

export const evidenceView = z
  .object({
    id: z.string(),
    type: evidenceTypeName.describe("what it proves"),
    origin: z.enum(evidenceOrigins).describe("service: what the service knows by itself"),
    filename: z.string().nullable().describe("the file's name; null for a text"),
    contentType: z.string().describe("the file's media type"),
    sizeBytes: z.int().describe("its size in bytes"),
    sha256: z
      .string()
      .nullable()
      .describe("lower-case hex; null until the service has the file, and of a text that names a payer"),
    status: z
      .enum(["pending", "provided", "rejected"])
      .describe("pending until the file is there, then provided or rejected"),
    problem: z.string().nullable().describe("why it was rejected"),
    text: z.string().nullable().describe("of a text, where the case itself is read; null otherwise"),
    at: z.string().describe("when it was attached or announced"),
    submittedAt: z.string().nullable().describe("when it was submitted to the network; null until then"),
  })
  .meta({ id: "Evidence" });

/** A dispute case as lists show it. Amounts in cents. */
export const caseSummary = z
  .object({
    id: z.string(),
    tenantId: z.string(),
    status: z.enum(caseStatuses).describe("how far it is"),
    stage: z.enum(disputeStages).describe("which stage of the network's procedure it is in"),
    alertId: z.string().nullable(),
    paymentId: z.string().nullable(),
    escrowId: z.string().nullable().default(null).describe("the escrow whose deposit is disputed"),
    network: z.enum(disputeNetworks).nullable().describe("the card network, or ach; null where none was named"),
    reasonCode: z.string().nullable(),
    reason: z.string().nullable().describe("what the network calls its reason code"),
    category: z.enum(disputeCategories).describe("what the dispute is about, by its reason code"),
    amountCents: z.int().describe("the disputed amount, in cents"),
    currency: z.string(),
    networkDueBy: z.string().describe("when the network's window closes"),
    internalDueBy: z.string().describe("by when to be done, three days before"),
    submittedAt: z.string().nullable().describe("when it was submitted to the network; null until then"),
    outcome: z
      .object({
        result: z.enum(["won", "lost"]).describe("for whom the network decided"),
        networkRef: z.string().nullable(),
        decidedAt: z.string(),
        recoveredCents: z.int().describe("what came back to you, in cents"),
      })
      .nullable()
      .describe("what the network decided; null until then"),
    refundedCents: z.int().describe("what the payer had back already when the case was opened"),
    compellingEvidence: compellingResult
      .nullable()
      .describe("Visa's compelling evidence 3.0; null where the dispute is of another kind"),
    packet: z
      .object({
        status: z.enum(["building", "ready", "failed"]).describe("how far it is"),
        pages: z.int().nullable().describe("how many pages it has; null until it is there"),
      })
      .nullable()
      .describe("the packet of the evidence as it is; null where none was asked for"),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: "CaseSummary" });

/** A dispute case with its evidence, but for its history. */
export const caseView = caseSummary.extend({
  narrative: z.string().nullable().describe("your account of it, for the network; null where you gave none"),
  evidence: z.array(evidenceView).describe("every piece of evidence attached to it"),
});

export type EvidenceView = z.infer<typeof evidenceView>;
export type CaseSummary = z.infer<typeof caseSummary>;
export type CaseView = z.infer<typeof caseView>;

export type Texts = ReadonlyMap<string, string>;

export function viewEvidence(piece: Evidence, texts: Texts = new Map()): EvidenceView {
  return pickFields(evidenceView, { ...piece, text: texts.get(piece.id) ?? null });
}

/** What a list shows of a case: nothing of which a hundred would be more than a reply holds. */
export function viewCaseSummary(state: DisputeCase): CaseSummary {
  const { network, reasonCode, revision, createdAt } = state;
  const packet = state.packet?.revision === revision ? state.packet : null;
  const reason = network === null || reasonCode === null ? null : reasonMeaning(network, reasonCode, createdAt).name;
  return pickFields(caseSummary, {
    ...state,
    reason,
    packet: packet && { status: packet.status, pages: packet.pages },
  });
}

export function viewCase(state: DisputeCase, texts: Texts = new Map()): CaseView {
  const evidence = state.evidence.map((piece) => viewEvidence(piece, texts));
  return { ...viewCaseSummary(state), narrative: state.narrative, evidence: evidence };
}
