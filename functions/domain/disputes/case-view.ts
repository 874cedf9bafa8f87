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
    type: evidenceTypeName,
    origin: z.enum(evidenceOrigins).describe("service: what the service knows by itself"),
    filename: z.string().nullable(),
    contentType: z.string(),
    sizeBytes: z.int(),
    sha256: z.string().nullable().describe("lower-case hex; null until the service has the file"),
    status: z.enum(["pending", "provided", "rejected"]),
    problem: z.string().nullable().describe("why it was rejected"),
    text: z.string().nullable().describe("of a text, where the case itself is read; null otherwise"),
    at: z.string(),
    submittedAt: z.string().nullable(),
  })
  .meta({ id: "Evidence" });

/** A dispute case as lists show it. Amounts in cents. */
export const caseSummary = z
  .object({
    id: z.string(),
    tenantId: z.string(),
    status: z.enum(caseStatuses),
    stage: z.enum(disputeStages),
    alertId: z.string().nullable(),
    paymentId: z.string().nullable(),
    escrowId: z.string().nullable().default(null).describe("the escrow whose deposit is disputed"),
    network: z.enum(disputeNetworks).nullable(),
    reasonCode: z.string().nullable(),
    reason: z.string().nullable().describe("what the network calls its reason code"),
    category: z.enum(disputeCategories),
    amountCents: z.int(),
    currency: z.string(),
    networkDueBy: z.string().describe("when the network's window closes"),
    internalDueBy: z.string().describe("by when to be done, three days before"),
    submittedAt: z.string().nullable(),
    outcome: z
      .object({
        result: z.enum(["won", "lost"]),
        networkRef: z.string().nullable(),
        decidedAt: z.string(),
        recoveredCents: z.int(),
      })
      .nullable(),
    refundedCents: z.int().describe("what the payer had back already when the case was opened"),
    compellingEvidence: compellingResult
      .nullable()
      .describe("Visa's compelling evidence 3.0; null where the dispute is of another kind"),
    packet: z
      .object({ status: z.enum(["building", "ready", "failed"]), pages: z.int().nullable() })
      .nullable()
      .describe("the packet of the evidence as it is; null where none was asked for"),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: "CaseSummary" });

/** A dispute case with its evidence, but for its history. */
export const caseView = caseSummary.extend({ narrative: z.string().nullable(), evidence: z.array(evidenceView) });

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
  return { ...viewCaseSummary(state), narrative: state.narrative, evidence };
}
