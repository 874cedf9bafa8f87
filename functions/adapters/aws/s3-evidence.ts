import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { create as contentDisposition } from "content-disposition";
import type { StoredFile } from "../../app/core/ports.ts";
import type { EvidenceStore, Upload, UploadForm, UploadFormRequest, UploadRequest } from "../../app/disputes/ports.ts";
import { safeFilename } from "../../domain/core/file-name.ts";
import { uploadSeconds } from "../../domain/core/file-type.ts";
import { answerOf } from "./answer-of.ts";

/** Evidence in a bucket. Whoever has an upload's address can put that one file there, byte for byte, and nothing else. */
export class S3Evidence implements EvidenceStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  /** `client` must add no checksum of its own to what it signs. */
  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async uploadTo({ key, contentType, sizeBytes, sha256 }: UploadRequest): Promise<Upload> {
    const headers = {
      "content-type": contentType,
      "content-length": String(sizeBytes),
      "x-amz-checksum-sha256": Buffer.from(sha256, "hex").toString("base64"),
    };
    const command = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      ContentType: contentType,
      ContentLength: sizeBytes,
      ChecksumSHA256: headers["x-amz-checksum-sha256"],
    });
    const url = await getSignedUrl(this.#client, command, {
      expiresIn: uploadSeconds,
      // As headers under the signature: in the query they would bind nobody.
      signableHeaders: new Set(["host", ...Object.keys(headers)]),
      unhoistableHeaders: new Set(Object.keys(headers)),
    });
    return { url, headers };
  }

  async uploadForm({ key, contentType, maxBytes, redirectTo }: UploadFormRequest): Promise<UploadForm> {
    return createPresignedPost(this.#client, {
      Bucket: this.#bucket,
      Key: key,
      Fields: { "Content-Type": contentType, success_action_redirect: redirectTo },
      Conditions: [["content-length-range", 1, maxBytes]],
      Expires: uploadSeconds,
    });
  }

  async read(Key: string, maxBytes: number): Promise<StoredFile | null> {
    const found = await this.#client
      .send(new GetObjectCommand({ Bucket: this.#bucket, Key }))
      .catch((error: unknown) => {
        if (error instanceof NoSuchKey) return null;
        throw error;
      });
    if (found === null) return null;
    const chunks: Uint8Array[] = [];
    let size = 0;
    // Leaving the loop ends the download.
    for await (const chunk of found.Body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk.subarray(0, maxBytes - size));
      size += chunk.length;
      if (size >= maxBytes) break;
    }
    const bytes = Buffer.concat(chunks);
    return { bytes, contentType: found.ContentType ?? "", sizeBytes: found.ContentLength ?? size };
  }

  async write(Key: string, Body: Uint8Array, ContentType: string): Promise<void> {
    await answerOf(this.#client.send(new PutObjectCommand({ Bucket: this.#bucket, Key, Body, ContentType })));
  }

  link(Key: string, filename: string, expiresIn: number, contentType?: string): Promise<string> {
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key,
      ResponseContentDisposition: contentDisposition(safeFilename(filename)),
      // Who puts a file says its encoding without a signature, and would make other bytes of it for whoever fetches it.
      ResponseContentEncoding: "identity",
      ...(contentType !== undefined && { ResponseContentType: contentType }),
    });
    return getSignedUrl(this.#client, command, { expiresIn });
  }
}
