import { caseBytesMax, type FileUpload, fileBytesMax } from "../core/file-type.ts";
import { invalidField, Refusal } from "../core/refusal.ts";
import { addYears, type Instant } from "../core/time.ts";
import { type CaseTransitions, caseTransition, type DisputeCase, type Evidence, isCaseOpen } from "./case.ts";
import { type Checklist, checklistOf } from "./checklist.ts";
import { isLate } from "./deadline.ts";
import { isPreparing } from "./transitions.ts";

export const piecesMax = 100;
/** Characters of one text (Stripe: 20,000 a field). */
export const textMax = 20_000;
/** Bytes of all of a case's texts, so that a case can be read in one reply (Stripe: 150,000 characters). */
const textBytesMax = 600_000;

/** Years after a case's last act through which its evidence is kept: more than the 540 days in which the slowest network takes a dispute up, and as many as an authorization of a debit is to be shown (Nacha Operating Rules 2.3.2.7). */
const keptYears = 2;

/** When the evidence of a case that has ended goes: its files, texts and packet, and the narrative; null while it is open, and where there is none. */
export function caseErasureAt(state: DisputeCase): Instant | null {
  const { evidence, narrative, packet, updatedAt } = state;
  const hasEvidence = evidence.length > 0 || narrative !== null || packet !== null;
  return isCaseOpen(state) || !hasEvidence ? null : addYears(updatedAt, keptYears);
}

/** Takes out of a case what was brought for it; nothing where that is to stay. */
export function eraseEvidence(state: DisputeCase, now: Instant): CaseTransitions {
  const erasureAt = caseErasureAt(state);
  if (erasureAt === null || erasureAt > now) return [];
  const next: DisputeCase = { ...state, evidence: [], narrative: null, packet: null, revision: state.revision + 1 };
  return [caseTransition(state, next, now, { reason: "its evidence was erased" })];
}

/** Adds a piece of evidence; the same again adds nothing. Refuses a case that is submitted, closed or out of time, and more than it can hold. */
export function attachEvidence(state: DisputeCase, piece: Evidence, now: Instant): CaseTransitions | Refusal {
  if (!isPreparing(state) || isLate(state, now)) {
    const why = isPreparing(state) ? "the network's window has closed" : `it is ${state.status}`;
    return new Refusal("case_closed", `this case takes no evidence: ${why}`, { extra: { status: state.status } });
  }
  if (sameEvidence(state, piece)) return [];
  const full = whyFull(state, piece);
  if (full) return full;
  const revision = state.revision + (piece.status === "provided" ? 1 : 0);
  const next = { ...state, evidence: [...state.evidence, piece], revision };
  return [caseTransition(state, next, now, { reason: `${piece.type} ${piece.id} attached: ${piece.status}` })];
}

function whyFull({ evidence }: DisputeCase, piece: Evidence): Refusal | undefined {
  if (evidence.length >= piecesMax) return invalidField("type", `a case holds at most ${piecesMax} pieces`);
  const isText = piece.objectKey === null;
  const stored = evidence.filter(({ status, objectKey }) => {
    return status !== "rejected" && (objectKey === null) === isText;
  });
  const bytes = [...stored, piece].reduce((sum, each) => sum + weightOf(each), 0);
  if (isText)
    return bytes > textBytesMax
      ? invalidField("text", `the texts of a case hold at most ${textBytesMax} bytes together`)
      : undefined;
  return bytes > caseBytesMax
    ? invalidField("sizeBytes", `the files of a case hold at most ${caseBytesMax} bytes together`)
    : undefined;
}

/** A file that nobody has said the size of may be as large as one can be. */
function weightOf({ status, sha256, sizeBytes }: Evidence): number {
  return status === "pending" && sha256 === null ? fileBytesMax : sizeBytes;
}

/** The piece that is the same as one which is brought again, so that a repeat adds nothing. */
export function sameEvidence(
  { evidence }: DisputeCase,
  { type, filename, contentType, sizeBytes, sha256 }: Evidence,
): Evidence | undefined {
  return evidence.find((each) => {
    const isSame = each.type === type && each.filename === filename && each.contentType === contentType;
    const isAlike = isSame && each.sizeBytes === sizeBytes && each.status !== "rejected";
    return isAlike && sha256 !== null && each.sha256 === sha256;
  });
}

export type EvidenceUpload = FileUpload & { readonly evidenceId: string };

/** Notes files that have come. What was decided about a piece stays, and so does everything once the case is submitted. */
export function noteArrivals(state: DisputeCase, arrivals: readonly EvidenceUpload[], now: Instant): CaseTransitions {
  if (!isPreparing(state)) return [];
  const byId = new Map(arrivals.map((each) => [each.evidenceId, each]));
  const changed: Evidence[] = [];
  const evidence = state.evidence.map((piece) => {
    const arrival = piece.status === "pending" ? byId.get(piece.id) : undefined;
    if (!arrival) return piece;
    const after = arrivedPiece(piece, arrival);
    changed.push(after);
    return after;
  });
  if (changed.length === 0) return [];
  const isMore = changed.some(({ status }) => status === "provided");
  const next = { ...state, evidence, revision: state.revision + (isMore ? 1 : 0) };
  const summaries = changed.map(({ type, id, status, problem }) => {
    return `${type} ${id} ${status}${problem === null ? "" : ` (${problem})`}`;
  });
  return [caseTransition(state, next, now, { reason: summaries.join("; ") })];
}

function arrivedPiece(piece: Evidence, arrival: EvidenceUpload): Evidence {
  if ("problem" in arrival) return { ...piece, status: "rejected", problem: arrival.problem };
  const { objectKey, sizeBytes, sha256 } = arrival;
  return { ...piece, status: "provided", objectKey, sizeBytes, sha256 };
}

export function caseChecklist({ category, evidence }: DisputeCase): Checklist {
  const provided = evidence.filter(({ status }) => status === "provided");
  return checklistOf(
    category,
    provided.map(({ type }) => type),
  );
}
