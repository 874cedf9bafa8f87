import { type FileType, fileBytesMax, uploadSeconds } from "../../domain/core/file-type.ts";
import { isOperator } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { addSeconds, type Instant } from "../../domain/core/time.ts";
import type { DisputeCase, Evidence } from "../../domain/disputes/case.ts";
import { attachEvidence, sameEvidence } from "../../domain/disputes/case-evidence.ts";
import type { EvidenceType } from "../../domain/disputes/evidence-type.ts";
import type { Aggregate } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import { sha256Of } from "../core/file-problem.ts";
import type { Write } from "../core/ports.ts";
import { type EvidenceContext, lookAtFiles } from "./case-files.ts";
import { textsIn } from "./case-reads.ts";
import { textKey } from "./case-record.ts";
import { changeCase, loadCase, type NamedCase } from "./change-case.ts";
import { evidenceObject, textPiece, textWrite } from "./generated-evidence.ts";
import type { Upload, UploadForm } from "./ports.ts";

/** A link to a file of a case is good for so many seconds. */
export const linkSeconds = 900;

/** A piece of evidence and, where its file is still to come, where to put it until when. */
export interface AttachedEvidence {
  readonly piece: Evidence;
  readonly upload: (Upload & { readonly expiresAt: Instant }) | null;
}

function originOf({ actor }: Context): Evidence["origin"] {
  return isOperator(actor) ? "operator" : "tenant";
}

/** Attaches a text; it counts at once. The same again is the same piece. */
export async function attachText(
  context: Context,
  named: NamedCase,
  { type, text }: { readonly type: EvidenceType; readonly text: string },
): Promise<Evidence> {
  const made = textPiece(context, { type, text, origin: originOf(context) });
  return attach(context, named, made, [textWrite(named.caseId, made.id, text)]);
}

export interface AnnouncedFile {
  readonly type: EvidenceType;
  readonly filename: string;
  readonly contentType: FileType;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Announces a file and answers where to put it; it counts once it has come and is what was announced. The same again is the same piece, with a fresh address while it is still to come. */
export async function attachFile(
  context: EvidenceContext,
  named: NamedCase,
  file: AnnouncedFile,
): Promise<AttachedEvidence> {
  const found = await loadCase(context, named);
  const piece = await attach(context, named, filePiece(context, found, file), [], found);
  if (piece.status !== "pending" || piece.objectKey === null) return { piece, upload: null };
  const { contentType, sizeBytes, sha256 } = file;
  const upload = await context.evidence.uploadTo({ key: piece.objectKey, contentType, sizeBytes, sha256 });
  return { piece, upload: { ...upload, expiresAt: addSeconds(context.clock.now(), uploadSeconds) } };
}

/** Announces a file that a browser will send by a form, of whatever bytes, and answers the form. */
export async function attachByForm(
  context: EvidenceContext,
  named: NamedCase,
  file: Pick<AnnouncedFile, "type" | "filename" | "contentType"> & { readonly redirectTo: string },
): Promise<{ readonly piece: Evidence; readonly form: UploadForm }> {
  const { contentType, redirectTo } = file;
  const found = await loadCase(context, named);
  const piece = await attach(context, named, filePiece(context, found, file), [], found);
  const { objectKey: key } = piece;
  if (key === null) throw new Error("a file has its place in the store");
  const form = await context.evidence.uploadForm({ key, contentType, maxBytes: fileBytesMax, redirectTo });
  return { piece, form };
}

type Announced = Pick<AnnouncedFile, "type" | "filename" | "contentType"> & Partial<AnnouncedFile>;

function filePiece(context: Context, { state }: Aggregate<DisputeCase>, file: Announced): Evidence {
  const { type, filename, contentType, sizeBytes = 0, sha256 = null } = file;
  const at = context.clock.now();
  const id = context.newId("evd", at);
  return {
    ...{ id, type, origin: originOf(context), filename, contentType, sizeBytes, sha256 },
    ...{ objectKey: evidenceObject(state, id), status: "pending", problem: null, at, submittedAt: null },
  };
}

async function attach(
  context: Context,
  named: NamedCase,
  piece: Evidence,
  also: readonly Write[],
  first?: Aggregate<DisputeCase>,
): Promise<Evidence> {
  const { state } = await changeCase(context, named, (before) => attachEvidence(before, piece, context.clock.now()), {
    also,
    first,
  });
  const stored = state.evidence.find(({ id }) => id === piece.id) ?? sameEvidence(state, piece);
  if (!stored) throw new Error(`evidence ${piece.id} was not kept`);
  return stored;
}

/** A link under which a piece of evidence can be fetched for 15 minutes. Refuses what has not come, or was not what it was announced as. */
export async function evidenceLink(
  context: EvidenceContext,
  named: NamedCase,
  evidenceId: string,
): Promise<{ readonly url: string; readonly expiresAt: Instant }> {
  const { state } = await lookAtFiles(context, await loadCase(context, named));
  const piece = state.evidence.find(({ id }) => id === evidenceId);
  if (piece?.status !== "provided") throw new Refusal("not_found", "no such evidence");
  const { filename, contentType } = piece;
  const key = piece.objectKey ?? (await storedText(context, state, piece));
  const name = filename ?? `${piece.type}.txt`;
  const url = await context.evidence.link(key, name, linkSeconds, contentType);
  return { url, expiresAt: addSeconds(context.clock.now(), linkSeconds) };
}

/** Puts a text into the store, by its own hash, so that it can be linked to like a file. */
async function storedText(context: EvidenceContext, state: DisputeCase, piece: Evidence): Promise<string> {
  const [row] = await context.store.read([textKey(state.id, piece.id)]);
  if (!row) throw new Error(`evidence ${piece.id} has no text`);
  const [text = ""] = await textsIn(context, [row]);
  const bytes = Buffer.from(text);
  const key = `${evidenceObject(state, piece.id)}/${sha256Of(bytes)}`;
  await context.evidence.write(key, bytes, piece.contentType);
  return key;
}
