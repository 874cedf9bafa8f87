import { type FileType, fileBytesMax, uploadSeconds } from "../../domain/core/file-type.ts";
import { isOperator } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { addSeconds, type Instant } from "../../domain/core/time.ts";
import type { DisputeCase, Evidence } from "../../domain/disputes/case.ts";
import { attachEvidence, sameEvidence } from "../../domain/disputes/case-evidence.ts";
import type { EvidenceType } from "../../domain/disputes/evidence-type.ts";
import type { Loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import { sha256Of } from "../core/file-problem.ts";
import type { Write } from "../core/ports.ts";
import { type EvidenceDesk, lookAtFiles } from "./case-files.ts";
import { textIn } from "./case-reads.ts";
import { textKey } from "./case-record.ts";
import { changeCase, loadCase, type NamedCase } from "./change-case.ts";
import { evidenceObject, textPiece, textWrite } from "./generated-evidence.ts";
import type { Upload, UploadForm } from "./ports.ts";

/** A link to a file of a case is good for so many seconds. */
export const linkSeconds = 900;

/** A piece of evidence and, where its file is still to come, where to put it until when. */
export interface Attached {
  readonly piece: Evidence;
  readonly upload: (Upload & { readonly expiresAt: Instant }) | null;
}

/** Who brings evidence: whoever is at the desk. */
function originOf({ actor }: Desk): Evidence["origin"] {
  return isOperator(actor) ? "operator" : "tenant";
}

/** Attaches a text; it counts at once. The same again is the same piece. */
export async function attachText(
  desk: Desk,
  named: NamedCase,
  { type, text }: { readonly type: EvidenceType; readonly text: string },
): Promise<Evidence> {
  const made = textPiece(desk, { type, text, origin: originOf(desk) });
  return attach(desk, named, made, [textWrite(named.caseId, made.id, text)]);
}

/** A file that is announced: exactly these bytes. */
export interface AnnouncedFile {
  readonly type: EvidenceType;
  readonly filename: string;
  readonly contentType: FileType;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Announces a file and answers where to put it; it counts once it has come and is what was announced. The same again is the same piece, with a fresh address while it is still to come. */
export async function attachFile(
  desk: EvidenceDesk,
  named: NamedCase,
  file: AnnouncedFile,
): Promise<Attached> {
  const found = await loadCase(desk, named);
  const piece = await attach(desk, named, filePiece(desk, found, file), [], found);
  if (piece.status !== "pending" || piece.objectKey === null) return { piece, upload: null };
  const { contentType, sizeBytes, sha256 } = file;
  const upload = await desk.evidence.uploadTo({ key: piece.objectKey, contentType, sizeBytes, sha256 });
  return { piece, upload: { ...upload, expiresAt: addSeconds(desk.clock.now(), uploadSeconds) } };
}

/** Announces a file that a browser will send by a form, of whatever bytes, and answers the form. */
export async function attachByForm(
  desk: EvidenceDesk,
  named: NamedCase,
  file: Pick<AnnouncedFile, "type" | "filename" | "contentType"> & { readonly redirectTo: string },
): Promise<{ readonly piece: Evidence; readonly form: UploadForm }> {
  const { contentType, redirectTo } = file;
  const found = await loadCase(desk, named);
  const piece = await attach(desk, named, filePiece(desk, found, file), [], found);
  const { objectKey: key } = piece;
  if (key === null) throw new Error("a file has its place in the store");
  const form = await desk.evidence.uploadForm({ key, contentType, maxBytes: fileBytesMax, redirectTo });
  return { piece, form };
}

type Announced = Pick<AnnouncedFile, "type" | "filename" | "contentType"> & Partial<AnnouncedFile>;

function filePiece(desk: Desk, { state }: Loaded<DisputeCase>, file: Announced): Evidence {
  const { type, filename, contentType, sizeBytes = 0, sha256 = null } = file;
  const at = desk.clock.now();
  const id = desk.newId("evd", at);
  return {
    ...{ id, type, origin: originOf(desk), filename, contentType, sizeBytes, sha256 },
    ...{ objectKey: evidenceObject(state, id), status: "pending", problem: null, at, submittedAt: null },
  };
}

async function attach(
  desk: Desk,
  named: NamedCase,
  piece: Evidence,
  also: readonly Write[],
  first?: Loaded<DisputeCase>,
): Promise<Evidence> {
  const { state } = await changeCase(
    desk,
    named,
    (before) => attachEvidence(before, piece, desk.clock.now()),
    { also, ...(first && { first }) },
  );
  const kept = state.evidence.find(({ id }) => id === piece.id) ?? sameEvidence(state, piece);
  if (!kept) throw new Error(`evidence ${piece.id} was not kept`);
  return kept;
}

/** A link under which a piece of evidence can be fetched for 15 minutes. Refuses what has not come, or was not what it was announced as. */
export async function evidenceLink(
  desk: EvidenceDesk,
  named: NamedCase,
  evidenceId: string,
): Promise<{ readonly url: string; readonly expiresAt: Instant }> {
  const { state } = await lookAtFiles(desk, await loadCase(desk, named));
  const piece = state.evidence.find(({ id }) => id === evidenceId);
  if (piece?.status !== "provided") throw new Refusal("not_found", "no such evidence");
  const { filename, contentType } = piece;
  const key = piece.objectKey ?? (await storedText(desk, state, piece));
  const name = filename ?? `${piece.type}.txt`;
  const url = await desk.evidence.link(key, name, linkSeconds, contentType);
  return { url, expiresAt: addSeconds(desk.clock.now(), linkSeconds) };
}

/** Puts a text into the store, by its own hash, so that it can be linked to like a file. */
async function storedText(desk: EvidenceDesk, state: DisputeCase, piece: Evidence): Promise<string> {
  const [row] = await desk.book.read([textKey(state.id, piece.id)]);
  if (!row) throw new Error(`evidence ${piece.id} has no text`);
  const bytes = Buffer.from(textIn(row));
  const key = `${evidenceObject(state, piece.id)}/${sha256Of(bytes)}`;
  await desk.evidence.write(key, bytes, piece.contentType);
  return key;
}
