import { uploadSeconds } from "../../domain/core/file-type.ts";
import { addSeconds, type Instant } from "../../domain/core/time.ts";
import {
  type DocumentCategory,
  type DocumentType,
  documentBytesMax,
  uploadBytesMax,
} from "../../domain/onboarding/enums.ts";
import {
  announceFile as announce,
  announcedFile,
  type KybUpload,
  noteFiles,
  removeFile as takenAway,
} from "../../domain/onboarding/files.ts";
import type { Kyb, KybFile } from "../../domain/onboarding/kyb.ts";
import { openSteps } from "../../domain/onboarding/wizard.ts";
import type { Context } from "../core/context.ts";
import { logFailure } from "../core/error-text.ts";
import { fileProblem, sha256Of } from "../core/file-problem.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Log } from "../core/ports.ts";
import type { EvidenceStore, UploadForm } from "../disputes/ports.ts";
import { applicantContext } from "./apply.ts";
import { changeKyb, kybByLink } from "./reads.ts";

export interface FilesContext extends Context {
  readonly files: EvidenceStore;
  readonly log: Log;
}

/** A document that is to be brought by a browser's form; `redirectTo` is where the store sends the browser afterwards. */
export interface FileRequest {
  readonly kind: DocumentCategory;
  readonly personId: string | null;
  readonly contentType: DocumentType;
  readonly redirectTo: string;
}

/** Files of 10 MB that are held at once. */
const atOnce = 2;

/** Announces a file and answers the form that brings it; the same again is the same file with a fresh form. Refuses a document that is not asked for, and one after submission that the partner has not asked for. */
export async function announceFile(
  given: FilesContext,
  token: string,
  input: FileRequest,
): Promise<{ readonly file: KybFile; readonly form: UploadForm; readonly expiresAt: Instant }> {
  const { state } = await kybByLink(given, token);
  const context = applicantContext(given, state);
  const { redirectTo, ...file } = input;
  const now = context.clock.now();
  const id = context.newId("kyf", now);
  const made: KybFile = {
    ...{ id, ...file, objectKey: `kyb/${state.id}/${id}`, status: "pending", at: now },
    ...{ sizeBytes: null, sha256: null, problem: null, revision: 0 },
  };
  const { found } = await changeKyb(context, state.id, (before) => announce(before, made, now));
  const stored = announcedFile(found.state, made) ?? made;
  const form = await context.files.uploadForm({
    ...{ key: stored.objectKey, contentType: stored.contentType, maxBytes: uploadBytesMax, redirectTo },
  });
  return { file: stored, form, expiresAt: addSeconds(now, uploadSeconds) };
}

/** Looks whether announced files have come and are what they may be; the application as it is then. A store that gives no answer leaves them pending. */
export async function lookAtFiles(given: FilesContext, token: string): Promise<Kyb> {
  const { state } = await kybByLink(given, token);
  const isOpen = openSteps(state).includes("documents");
  const pending = isOpen ? state.files.filter(({ status }) => status === "pending") : [];
  if (pending.length === 0) return state;
  const context = applicantContext(given, state);
  const looked = await inOrder(pending, atOnce, (file) => lookSafely(context, state, file));
  const arrivals = looked.filter((each) => each !== null);
  if (arrivals.length === 0) return state;
  const note = (before: Kyb) => noteFiles(before, arrivals, context.clock.now());
  return (await changeKyb(context, state.id, note)).found.state;
}

async function lookSafely(context: FilesContext, { id }: Kyb, file: KybFile): Promise<KybUpload | null> {
  try {
    return await look(context, file);
  } catch (error) {
    const about = { operation: "lookAtFiles", correlationId: id, fileId: file.id };
    logFailure(context, "file not looked at", about, error);
    return null;
  }
}

/** What a form brought, it may bring again: what was looked at is kept under its own hash. */
async function look(context: FilesContext, file: KybFile): Promise<KybUpload | null> {
  const { id: fileId, contentType } = file;
  const found = await context.files.read(file.objectKey, documentBytesMax);
  if (found === null) return null;
  const declared = { contentType, sizeBytes: null, sha256: null };
  const problem = fileProblem(found, declared, documentBytesMax);
  if (problem !== undefined) return { fileId, problem };
  const sha256 = sha256Of(found.bytes);
  const objectKey = `${file.objectKey}/${sha256}`;
  await context.files.write(objectKey, found.bytes, contentType);
  return { fileId, objectKey, sizeBytes: found.bytes.length, sha256 };
}

/** Takes a file away that was not submitted yet; again it changes nothing. */
export async function removeFile(given: Context, token: string, fileId: string): Promise<Kyb> {
  const { state } = await kybByLink(given, token);
  const context = applicantContext(given, state);
  const decide = (before: Kyb) => takenAway(before, fileId, context.clock.now());
  return (await changeKyb(context, state.id, decide)).found.state;
}
