import { uploadSeconds } from "../../domain/core/file-type.ts";
import { addSeconds, type Instant } from "../../domain/core/time.ts";
import {
  type DocumentKind,
  type DocumentType,
  documentBytesMax,
  uploadBytesMax,
} from "../../domain/onboarding/enums.ts";
import {
  announceFile as announce,
  announced,
  type KybArrival,
  noteFiles,
  removeFile as takenAway,
} from "../../domain/onboarding/files.ts";
import type { Kyb, KybFile } from "../../domain/onboarding/kyb.ts";
import { openSteps } from "../../domain/onboarding/wizard.ts";
import type { Desk } from "../core/context.ts";
import { failure } from "../core/error-text.ts";
import { fileProblem, sha256Of } from "../core/file-problem.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Log } from "../core/ports.ts";
import type { EvidenceStore, UploadForm } from "../disputes/ports.ts";
import { applicantsDesk } from "./apply.ts";
import { changeKyb, kybByLink } from "./reads.ts";

/** What work on an applicant's files needs beside the desk. */
export interface FilesDesk extends Desk {
  readonly files: EvidenceStore;
  readonly log: Log;
}

/** A document that is to be brought by a browser's form; `redirectTo` is where the store sends the browser afterwards. */
export interface AskedFile {
  readonly kind: DocumentKind;
  readonly personId: string | null;
  readonly contentType: DocumentType;
  readonly redirectTo: string;
}

/** Files of 10 MB that are held at once. */
const atOnce = 2;

/** Announces a file and answers the form that brings it; the same again is the same file with a fresh form. Refuses a document that is not asked for, and one after submission that the partner has not asked for. */
export async function announceFile(
  given: FilesDesk,
  token: string,
  asked: AskedFile,
): Promise<{ readonly file: KybFile; readonly form: UploadForm; readonly expiresAt: Instant }> {
  const { state } = await kybByLink(given, token);
  const desk = applicantsDesk(given, state);
  const { redirectTo, ...file } = asked;
  const now = desk.clock.now();
  const id = desk.newId("kyf", now);
  const made: KybFile = {
    ...{ id, ...file, objectKey: `kyb/${state.id}/${id}`, status: "pending", at: now },
    ...{ sizeBytes: null, sha256: null, problem: null, revision: 0 },
  };
  const { found } = await changeKyb(desk, state.id, (before) => announce(before, made, now));
  const kept = announced(found.state, made) ?? made;
  const form = await desk.files.uploadForm({
    ...{ key: kept.objectKey, contentType: kept.contentType, maxBytes: uploadBytesMax, redirectTo },
  });
  return { file: kept, form, expiresAt: addSeconds(now, uploadSeconds) };
}

/** Looks whether announced files have come and are what they may be; the application as it is then. A store that gives no answer leaves them pending. */
export async function lookAtFiles(given: FilesDesk, token: string): Promise<Kyb> {
  const { state } = await kybByLink(given, token);
  const isOpen = openSteps(state).includes("documents");
  const pending = isOpen ? state.files.filter(({ status }) => status === "pending") : [];
  if (pending.length === 0) return state;
  const desk = applicantsDesk(given, state);
  const looked = await inOrder(pending, atOnce, (file) => lookSafely(desk, state, file));
  const arrivals = looked.filter((each) => each !== null);
  if (arrivals.length === 0) return state;
  const note = (before: Kyb) => noteFiles(before, arrivals, desk.clock.now());
  return (await changeKyb(desk, state.id, note)).found.state;
}

async function lookSafely(desk: FilesDesk, { id }: Kyb, file: KybFile): Promise<KybArrival | null> {
  try {
    return await look(desk, file);
  } catch (error) {
    const { requestId } = desk;
    const operation = "lookAtFiles";
    desk.log.error("file not looked at", {
      ...{ requestId, operation, correlationId: id, fileId: file.id, error: failure(error) },
    });
    return null;
  }
}

/** What a form brought, it may bring again: what was looked at is kept under its own hash. */
async function look(desk: FilesDesk, file: KybFile): Promise<KybArrival | null> {
  const { id: fileId, contentType } = file;
  const found = await desk.files.read(file.objectKey, documentBytesMax);
  if (found === null) return null;
  const declared = { contentType, sizeBytes: null, sha256: null };
  const problem = fileProblem(found, declared, documentBytesMax);
  if (problem !== undefined) return { fileId, problem };
  const sha256 = sha256Of(found.bytes);
  const objectKey = `${file.objectKey}/${sha256}`;
  await desk.files.write(objectKey, found.bytes, contentType);
  return { fileId, objectKey, sizeBytes: found.bytes.length, sha256 };
}

/** Takes a file away that was not submitted yet; again it changes nothing. */
export async function removeFile(given: Desk, token: string, fileId: string): Promise<Kyb> {
  const { state } = await kybByLink(given, token);
  const desk = applicantsDesk(given, state);
  const decide = (before: Kyb) => takenAway(before, fileId, desk.clock.now());
  return (await changeKyb(desk, state.id, decide)).found.state;
}
