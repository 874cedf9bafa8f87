import { createHash } from "node:crypto";
import { type FileType, fileBytesMax, fileTypeProblem } from "../../domain/core/file-type.ts";
import type { StoredFile } from "./ports.ts";

/** What was said of a file before it came; a form's upload was said no size and no hash of. */
export interface DeclaredFile {
  readonly contentType: FileType;
  readonly sizeBytes: number | null;
  /** Lower-case hex. */
  readonly sha256: string | null;
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Why a file that came is not the one that was announced, or weighs more than it may, in words for who sent it; undefined where it is. */
export function fileProblem(found: StoredFile, declared: DeclaredFile, bytesMax = fileBytesMax): string | undefined {
  const { bytes, sizeBytes, contentType } = found;
  if (sizeBytes > bytesMax) return `the file is larger than ${bytesMax} bytes`;
  if (declared.sizeBytes !== null && sizeBytes !== declared.sizeBytes)
    return `the file has ${sizeBytes} bytes, not ${declared.sizeBytes}`;
  if (contentType !== declared.contentType) return `the file came as ${contentType}, not as ${declared.contentType}`;
  if (declared.sha256 !== null && sha256Of(bytes) !== declared.sha256)
    return "the file's SHA-256 is not the one that was announced";
  return fileTypeProblem(bytes, declared.contentType);
}
