import { PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import type { AuditArchive } from "../../app/audit/ports.ts";

/** The audit archive in a bucket; what becomes of objects there (Object Lock in production) is the bucket's to say. */
export class S3AuditArchive implements AuditArchive {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async put(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    const request = { Bucket: this.#bucket, Key: key, Body: bytes, ContentType: contentType };
    await this.#client.send(new PutObjectCommand(request));
  }
}
