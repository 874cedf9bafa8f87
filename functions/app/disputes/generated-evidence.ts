import { sealedWithin } from "../../domain/core/sealed-text.ts";
import type { DisputeCase, Evidence } from "../../domain/disputes/case.ts";
import type { EvidenceType } from "../../domain/disputes/evidence-type.ts";
import { type KnownText, knownTexts } from "../../domain/disputes/generated-evidence.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { Context } from "../core/context.ts";
import { sha256Of } from "../core/file-problem.ts";
import type { Write } from "../core/ports.ts";
import { textKey } from "./case-record.ts";

type Origin = Evidence["origin"];

/** A text as a piece of evidence: it counts at once. */
export function textPiece(
  context: Pick<Context, "clock" | "newId">,
  { type, text, origin }: { readonly type: EvidenceType; readonly text: string; readonly origin: Origin },
): Evidence {
  const at = context.clock.now();
  const bytes = Buffer.from(text);
  return {
    ...{ id: context.newId("evd", at), type, origin, filename: null, contentType: "text/plain" },
    // A digest would tell what is sealed in it to whoever tries guesses.
    ...{ sizeBytes: bytes.length, sha256: sealedWithin(text).length > 0 ? null : sha256Of(bytes), objectKey: null },
    ...{ status: "provided", problem: null, at, submittedAt: null },
  };
}

/** The row that keeps a piece's text, written once. */
export function textWrite(caseId: string, evidenceId: string, text: string): Write {
  const row = { ...textKey(caseId, evidenceId), v: 1, type: "evidence_text", body: { text } };
  return { put: row, expect: "absent" };
}

export function evidenceObject({ tenantId, id }: Pick<DisputeCase, "tenantId" | "id">, evidenceId: string): string {
  return `evidence/${tenantId}/${id}/${evidenceId}`;
}

/** Evidence of a case that is about to be opened, with the rows of its texts. */
export interface KnownEvidence {
  readonly pieces: Evidence[];
  readonly writes: Write[];
}

/** What the service can say in words, as evidence. */
export function textEvidence(
  context: Pick<Context, "clock" | "newId">,
  caseId: string,
  texts: readonly KnownText[],
): KnownEvidence {
  const pieces = texts.map(({ type, text }) => textPiece(context, { type, text, origin: "service" }));
  const writes = pieces.map(({ id }, at) => textWrite(caseId, id, texts[at]?.text ?? ""));
  return { pieces, writes };
}

/** What the service knows of a payment, as evidence. The invoice's PDF is drawn when the case is first looked at. */
export function knownEvidence(
  context: Pick<Context, "clock" | "newId">,
  owner: Pick<DisputeCase, "tenantId" | "id">,
  { settlement, invoice }: { readonly settlement: Settlement; readonly invoice: Invoice },
): KnownEvidence {
  const { pieces, writes } = textEvidence(context, owner.id, knownTexts(settlement, invoice));
  const at = context.clock.now();
  const id = context.newId("evd", at);
  const drawn: Evidence = {
    ...{
      id,
      type: "invoice",
      origin: "service",
      filename: `invoice-${invoice.id}.pdf`,
      contentType: "application/pdf",
    },
    ...{ sizeBytes: 0, sha256: null, objectKey: evidenceObject(owner, id) },
    ...{ status: "pending", problem: null, at, submittedAt: null },
  };
  return { pieces: [...pieces, drawn], writes };
}
