import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { CopyObjectCommand, HeadObjectCommand, NotFound, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { ListStore, StoredFile } from "../../app/screening/ports.ts";
import type { StoredIndex } from "../../domain/screening/list-entry.ts";
import { S3ListReader } from "./s3-list-reader.ts";

/** Bytes of one part of an upload; two are held at once. */
const partBytes = 8 * 1024 * 1024;

/** Where a file is while its hash is not known yet; the bucket forgets what stays there. */
const incoming = "incoming/";

/** Lists in a bucket: `files/` has what publishers sent under its hash, `indexes/` what was made of it. */
export class S3ListStore extends S3ListReader implements ListStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    super(client, bucket);
    this.#client = client;
    this.#bucket = bucket;
  }

  async writeFile(list: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredFile> {
    const hash = createHash("sha256");
    let size = 0;
    async function* hashed() {
      for await (const chunk of bytes) {
        hash.update(chunk);
        size += chunk.byteLength;
        if (chunk.byteLength > 0) yield chunk;
      }
    }
    const at = `${incoming}${list}/${randomUUID()}`;
    const Body = Readable.from(hashed(), { objectMode: false });
    const params = { Bucket: this.#bucket, Key: at, Body };
    await new Upload({ client: this.#client, params, partSize: partBytes, queueSize: 2 }).done();
    const sha256 = hash.digest("hex");
    const key = `files/${list}/${sha256}`;
    if (!(await this.#has(key))) await this.#copy(at, key);
    return { key, sha256, bytes: size };
  }

  async writeIndex(Key: string, index: StoredIndex): Promise<void> {
    const Body = JSON.stringify(index);
    const request = { Bucket: this.#bucket, Key, Body, ContentType: "application/json" };
    await this.#client.send(new PutObjectCommand(request));
  }

  async #has(Key: string): Promise<boolean> {
    try {
      await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key }));
      return true;
    } catch (error) {
      if (error instanceof NotFound) return false;
      throw error;
    }
  }

  async #copy(from: string, Key: string): Promise<void> {
    const request = { Bucket: this.#bucket, Key, CopySource: `${this.#bucket}/${from}` };
    await this.#client.send(new CopyObjectCommand(request));
  }
}
