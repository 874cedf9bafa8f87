import { Readable } from "node:stream";
import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { FileStore } from "../../app/reconciliation/ports.ts";

/** Bytes of one part of an upload; two are held at once. S3 takes 10,000 parts, so a file ends at 80 GB. */
const partBytes = 8 * 1024 * 1024;

/** Files in a bucket, written part by part. */
export class S3Files implements FileStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async write(Key: string, pieces: AsyncIterable<string>, ContentType: string): Promise<number> {
    let bytes = 0;
    async function* buffers() {
      for await (const piece of pieces) {
        const buffer = Buffer.from(piece);
        bytes += buffer.byteLength;
        if (buffer.byteLength > 0) yield buffer;
      }
    }
    // Not objectMode: the stream's own buffer is counted in bytes then.
    const Body = Readable.from(buffers(), { objectMode: false });
    const params = { Bucket: this.#bucket, Key, Body, ContentType };
    await new Upload({ client: this.#client, params, partSize: partBytes, queueSize: 2 }).done();
    return bytes;
  }

  link(Key: string, filename: string, expiresIn: number): Promise<string> {
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key,
      ResponseContentDisposition: `attachment; filename="${filename}"`,
    });
    return getSignedUrl(this.#client, command, { expiresIn });
  }
}
