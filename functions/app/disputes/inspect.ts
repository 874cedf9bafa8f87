import { fileBytesMax } from "../../domain/core/file-type.ts";
import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Alert, AlertCandidate } from "../../domain/disputes/alert.ts";
import type { DisputeCase } from "../../domain/disputes/case.ts";
import { caseChecklist } from "../../domain/disputes/case-evidence.ts";
import type { Checklist } from "../../domain/disputes/checklist.ts";
import { disputeTimeline } from "../../domain/disputes/timeline.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { TimelineLine } from "../../domain/settlement/timeline.ts";
import { type Entry, loadAggregate } from "../core/aggregate.ts";
import type { Store } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { deliveriesAfter } from "../settlement/timeline.ts";
import { readAlert } from "./alert-reads.ts";
import { type EvidenceContext, lookAtFiles } from "./case-files.ts";
import { lookAtCase } from "./case-reads.ts";
import { loadCase } from "./change-case.ts";
import type { UploadForm } from "./ports.ts";

/** A payment that an alert may be about, as it stands now. */
export interface CandidateDetails extends AlertCandidate {
  readonly settlement: Settlement | undefined;
}

/** An alert as operators see it: the record, its candidates and its payment as they are now, its audit trail, and everything that happened in plain words. */
export interface InspectedAlert {
  readonly state: Alert;
  readonly candidates: readonly CandidateDetails[];
  readonly bound: Settlement | undefined;
  readonly entries: readonly Entry[];
  readonly timeline: readonly TimelineLine[];
}

/** Reads an alert with its timeline: two calls, and one for each of its last events. */
export async function inspectAlert(
  context: { readonly store: Store; readonly deliveries: Store },
  id: string,
): Promise<InspectedAlert> {
  const { state, entries } = await readAlert(context, null, id);
  const named = [...state.candidates.map(({ paymentId }) => paymentId), state.paymentId];
  const paymentIds = [...new Set(named.filter((each) => each !== null))];
  const rows = await context.store.read(paymentIds.map((each) => rowKey(siblingId(each, "stl"))));
  const payments = new Map(paymentIds.map((each, at) => [each, loadAggregate(settlementRecordType, rows[at])?.state]));
  return {
    ...{ state, entries },
    candidates: state.candidates.map((each) => ({ ...each, settlement: payments.get(each.paymentId) })),
    bound: payments.get(state.paymentId ?? ""),
    timeline: disputeTimeline("alert", entries, await deliveriesAfter(context.deliveries, entries)),
  };
}

/** A case as operators see it: the record after a look at its files, what it needs, its texts, its payment, its audit trail, and everything that happened in plain words. */
export interface InspectedCase {
  readonly state: DisputeCase;
  readonly checklist: Checklist;
  readonly texts: ReadonlyMap<string, string>;
  readonly payment: Settlement | undefined;
  readonly entries: readonly Entry[];
  readonly timeline: readonly TimelineLine[];
}

export async function inspectCase(
  context: EvidenceContext & { readonly deliveries: Store },
  caseId: string,
): Promise<InspectedCase> {
  const { found, texts, entries } = await lookAtCase(context, { tenantId: null, caseId });
  const { state } = found;
  const paymentRow = state.paymentId === null ? [] : [rowKey(siblingId(state.paymentId, "stl"))];
  const [[payment], deliveries] = await Promise.all([
    context.store.read(paymentRow),
    deliveriesAfter(context.deliveries, entries),
  ]);
  return {
    ...{ state, checklist: caseChecklist(state), texts, entries },
    payment: loadAggregate(settlementRecordType, payment)?.state,
    timeline: disputeTimeline("case", entries, deliveries),
  };
}

/** A file that a browser is still to send, and the form for it. */
export interface AwaitedFile {
  readonly state: DisputeCase;
  readonly piece: DisputeCase["evidence"][number];
  readonly form: UploadForm;
}

/** The form for a file that was announced without its hash, signed anew each time; undefined where it has come. Refuses what is no such file. */
export async function awaitedFile(
  context: EvidenceContext,
  caseId: string,
  evidenceId: string,
  redirectTo: string,
): Promise<AwaitedFile | undefined> {
  const { state } = await lookAtFiles(context, await loadCase(context, { tenantId: null, caseId }));
  const piece = state.evidence.find(({ id }) => id === evidenceId);
  if (!piece || piece.objectKey === null || piece.origin === "service") throw new Refusal("not_found", "no such file");
  if (piece.status !== "pending" || piece.sha256 !== null) return undefined;
  const { objectKey: key, contentType } = piece;
  const form = await context.evidence.uploadForm({ key, contentType, maxBytes: fileBytesMax, redirectTo });
  return { state, piece, form };
}
