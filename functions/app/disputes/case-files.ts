import { type FileType, fileBytesMax } from "../../domain/core/file-type.ts";
import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { DisputeCase, Evidence } from "../../domain/disputes/case.ts";
import { type EvidenceUpload, noteArrivals } from "../../domain/disputes/case-evidence.ts";
import { isPreparing } from "../../domain/disputes/transitions.ts";
import { type InvoiceDocument, invoiceDocument } from "../../domain/invoicing/invoice-document.ts";
import { type Aggregate, loadAggregate } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import { logFailure } from "../core/error-text.ts";
import { fileProblem, sha256Of } from "../core/file-problem.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Log } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { invoiceRecordType } from "../invoicing/record.ts";
import { loadSettlement } from "../settlement/settlements.ts";
import { changeCase } from "./change-case.ts";
import type { EvidenceStore } from "./ports.ts";

export interface EvidenceContext extends Context {
  readonly evidence: EvidenceStore;
  readonly invoicePdf: (document: InvoiceDocument) => Promise<Uint8Array>;
  readonly log: Log;
}

/** Files of 5 MB that are held at once. */
const atOnce = 3;

/** Looks whether announced files have come and are what they were announced as, and draws what the service owes; the case as it is then. A store that gives no answer leaves them pending, or with `surely` refuses, so that none is left out unseen. */
export async function lookAtFiles(
  context: EvidenceContext,
  found: Aggregate<DisputeCase>,
  surely = false,
): Promise<Aggregate<DisputeCase>> {
  const { state } = found;
  const pending = isPreparing(state) ? state.evidence.filter(({ status }) => status === "pending") : [];
  const looked = await inOrder(pending, atOnce, (piece) => lookSafely(context, state, piece, surely));
  const arrivals = looked.filter((each) => each !== null);
  if (arrivals.length === 0) return found;
  const { tenantId, id: caseId } = state;
  const note = (before: DisputeCase) => noteArrivals(before, arrivals, context.clock.now());
  return changeCase(context, { tenantId, caseId }, note, { first: found });
}

async function lookSafely(
  context: EvidenceContext,
  state: DisputeCase,
  piece: Evidence,
  surely: boolean,
): Promise<EvidenceUpload | null> {
  try {
    return piece.origin === "service" ? await draw(context, state, piece) : await look(context, piece);
  } catch (error) {
    const about = { operation: "lookAtFiles", correlationId: state.id, evidenceId: piece.id };
    logFailure(context, "evidence not looked at", about, error);
    // What cannot be drawn would hold an answer up for ever; a store comes back.
    if (surely && piece.origin !== "service") throw unavailable(piece);
    return null;
  }
}

function unavailable({ id }: Evidence): Refusal {
  return new Refusal("evidence_unavailable", `whether ${id} has come cannot be seen now; try again`, {
    retryAfterSeconds: 5,
  });
}

async function look(context: EvidenceContext, piece: Evidence): Promise<EvidenceUpload | null> {
  const { id: evidenceId, objectKey, sizeBytes, sha256 } = piece;
  if (objectKey === null) return null;
  const file = await context.evidence.read(objectKey, fileBytesMax);
  if (file === null) return null;
  const contentType = piece.contentType as FileType;
  const announced = { contentType, sizeBytes: sha256 === null ? null : sizeBytes, sha256 };
  const problem = fileProblem(file, announced);
  if (problem !== undefined) return { evidenceId, problem };
  // What a form brought, it may bring again: what was looked at is kept under its own hash.
  if (sha256 === null) return keep(context, piece, objectKey, file.bytes);
  return { evidenceId, objectKey, sizeBytes, sha256 };
}

/** Draws the invoice of a case's payment, without the link that its payer pays by. */
async function draw(context: EvidenceContext, state: DisputeCase, piece: Evidence): Promise<EvidenceUpload | null> {
  const { paymentId } = state;
  if (paymentId === null || piece.objectKey === null) return null;
  const settlement = await loadSettlement(context, siblingId(paymentId, "stl"));
  const [row] = await context.store.read([rowKey(settlement.state.invoiceId)]);
  const invoice = loadAggregate(invoiceRecordType, row)?.state;
  if (!invoice) throw new Error(`no invoice ${settlement.state.invoiceId}`);
  const bytes = await context.invoicePdf({ ...invoiceDocument(invoice), payUrl: null });
  return keep(context, piece, piece.objectKey, bytes);
}

async function keep(
  context: EvidenceContext,
  piece: Evidence,
  under: string,
  bytes: Uint8Array,
): Promise<EvidenceUpload> {
  const sha256 = sha256Of(bytes);
  const objectKey = `${under}/${sha256}`;
  await context.evidence.write(objectKey, bytes, piece.contentType);
  return { evidenceId: piece.id, objectKey, sizeBytes: bytes.length, sha256 };
}
