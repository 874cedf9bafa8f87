import type { FileUpload } from "../core/file-type.ts";
import { invalidField, type Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import { isSubmitted, requestedDocuments } from "./documents.ts";
import { illegalKybMove, type Kyb, type KybFile, type KybTransitions, kybTransition } from "./kyb.ts";
import { withAnswers } from "./save.ts";
import { openSteps } from "./wizard.ts";

const filesMax = 60;

/** Announces a file; one of the same kind and type that is still to come is that one. Refuses a document that is not asked for, and more than it can hold. */
export function announceFile(state: Kyb, file: KybFile, now: Instant): KybTransitions | Refusal {
  if (!openSteps(state).includes("documents")) return illegalKybMove(state, "started", "documents are not open");
  if (announcedFile(state, file)) return [];
  const isAsked = requestedDocuments(state).some(
    ({ kind, personId }) => kind === file.kind && personId === file.personId,
  );
  if (!isAsked) return invalidField("kind", "is not asked for", "kind: is not asked for");
  if (state.files.length >= filesMax)
    return invalidField("kind", `no more than ${filesMax} files`, `kind: no more than ${filesMax} files`);
  const status = state.status === "invited" ? "started" : state.status;
  const reason = `${file.kind} ${file.id} announced`;
  return [kybTransition(state, { ...state, status, files: [...state.files, file] }, now, { reason })];
}

export function announcedFile(
  { files }: Pick<Kyb, "files">,
  { kind, personId, contentType }: Pick<KybFile, "kind" | "personId" | "contentType">,
): KybFile | undefined {
  return files.find(
    (each) =>
      each.status === "pending" && each.kind === kind && each.personId === personId && each.contentType === contentType,
  );
}

export type KybUpload = FileUpload & { readonly fileId: string };

/** Notes files that have come. What was found of a file stays, and so does everything once the documents are closed. */
export function noteFiles(state: Kyb, arrivals: readonly KybUpload[], now: Instant): KybTransitions {
  if (!openSteps(state).includes("documents")) return [];
  const byId = new Map(arrivals.map((each) => [each.fileId, each]));
  const report: string[] = [];
  const files = state.files.map((file): KybFile => {
    const arrival = file.status === "pending" ? byId.get(file.id) : undefined;
    if (!arrival) return file;
    const after = arrivedFile(file, arrival, state.revision + 1, now);
    report.push(`${file.kind} ${file.id} ${after.status}`);
    return after;
  });
  if (report.length === 0) return [];
  const next = withAnswers({ ...state, files }, "documents", { ...state.answers, reviewedAt: null });
  return [kybTransition(state, next, now, { reason: report.join("; ") })];
}

function arrivedFile(file: KybFile, arrival: KybUpload, revision: number, now: Instant): KybFile {
  if ("problem" in arrival) return { ...file, status: "rejected", problem: arrival.problem, at: now };
  const { objectKey, sizeBytes, sha256 } = arrival;
  return { ...file, objectKey, sizeBytes, sha256, status: "provided", at: now, revision };
}

/** Takes a file away. What was submitted stays; a file that is not there is gone already. */
export function removeFile(state: Kyb, fileId: string, now: Instant): KybTransitions | Refusal {
  const file = state.files.find(({ id }) => id === fileId);
  if (!file) return [];
  if (!openSteps(state).includes("documents") || isSubmitted(state, file))
    return illegalKybMove(state, "started", "what was submitted stays");
  const files = state.files.filter(({ id }) => id !== fileId);
  const next = withAnswers({ ...state, files }, "documents", { ...state.answers, reviewedAt: null });
  return [kybTransition(state, next, now, { reason: `${file.kind} ${file.id} taken away` })];
}
