import { createHash } from "node:crypto";
import type { StoredFile } from "../../../functions/app/core/ports.ts";
import type {
  EvidenceStore,
  Upload,
  UploadForm,
  UploadFormRequest,
  UploadRequest,
} from "../../../functions/app/disputes/ports.ts";
import { safeFilename } from "../../../functions/domain/core/file-name.ts";

const host = "https://evidence.example.test";

/** A store of evidence in memory, which refuses whatever a signature would refuse. */
export class MemoryEvidence implements EvidenceStore {
  readonly files = new Map<string, Omit<StoredFile, "sizeBytes">>();
  readonly #uploads = new Map<string, UploadRequest>();
  readonly #forms = new Map<string, UploadFormRequest>();

  async uploadTo(input: UploadRequest): Promise<Upload> {
    const url = `${host}/${input.key}?upload=${this.#uploads.size}`;
    this.#uploads.set(url, input);
    return { url, headers: headersOf(input) };
  }

  async uploadForm(input: UploadFormRequest): Promise<UploadForm> {
    const signature = String(this.#forms.size);
    this.#forms.set(signature, input);
    return { url: host, fields: { ...fieldsOf(input), signature } };
  }

  async read(key: string, maxBytes: number): Promise<StoredFile | null> {
    const file = this.files.get(key);
    if (file === undefined) return null;
    return { ...file, bytes: file.bytes.slice(0, maxBytes), sizeBytes: file.bytes.length };
  }

  async write(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    this.files.set(key, { bytes, contentType });
  }

  async link(key: string, filename: string, seconds: number, contentType?: string): Promise<string> {
    const type = contentType === undefined ? "" : `&type=${encodeURIComponent(contentType)}`;
    return `${host}/${key}?as=${encodeURIComponent(safeFilename(filename))}&for=${seconds}${type}`;
  }

  /** A client puts bytes where it was told to; the store's status. */
  async put(url: string, headers: Readonly<Record<string, string>>, bytes: Uint8Array): Promise<number> {
    const input = this.#uploads.get(url);
    if (input === undefined) return 403;
    const sent = { ...headers, "content-length": String(bytes.length) };
    const { "x-amz-checksum-sha256": checksum, ...rest } = headersOf(input);
    if (
      Object.entries({ ...rest, "x-amz-checksum-sha256": checksum }).some(
        ([name, value]) => sent[name as keyof typeof sent] !== value,
      )
    )
      return 403;
    if (createHash("sha256").update(bytes).digest("base64") !== checksum) return 400;
    await this.write(input.key, bytes, input.contentType);
    return 200;
  }

  /** A browser posts a form with a file; the store's status. */
  async post(fields: Readonly<Record<string, string>>, bytes: Uint8Array): Promise<number> {
    const input = this.#forms.get(fields.signature ?? "");
    if (input === undefined) return 403;
    if (Object.entries(fieldsOf(input)).some(([name, value]) => fields[name] !== value)) return 403;
    if (bytes.length < 1 || bytes.length > input.maxBytes) return 400;
    await this.write(input.key, bytes, input.contentType);
    return 303;
  }

  /** Follows a link of the store's. */
  async follow(link: string): Promise<{ bytes: Uint8Array; contentType: string; filename: string } | null> {
    const url = new URL(link);
    const file = this.files.get(url.pathname.slice(1));
    if (file === undefined) return null;
    const contentType = url.searchParams.get("type") ?? file.contentType;
    return { bytes: file.bytes, contentType, filename: url.searchParams.get("as") ?? "" };
  }
}

function headersOf({ contentType, sizeBytes, sha256 }: UploadRequest) {
  return {
    "content-type": contentType,
    "content-length": String(sizeBytes),
    "x-amz-checksum-sha256": Buffer.from(sha256, "hex").toString("base64"),
  };
}

function fieldsOf({ key, contentType, redirectTo }: UploadFormRequest) {
  return { key, "Content-Type": contentType, success_action_redirect: redirectTo };
}
