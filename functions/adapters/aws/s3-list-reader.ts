import type { Readable } from "node:stream";
import { GetObjectCommand, NoSuchKey, type S3Client } from "@aws-sdk/client-s3";
import type { ListStore } from "../../app/screening/ports.ts";
import { type StoredIndex, storedIndex } from "../../domain/screening/list-entry.ts";

/** Lists in a bucket, for those who only read them. */
export class S3ListReader implements Pick<ListStore, "readFile" | "readIndex"> {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async readFile(key: string): Promise<AsyncIterable<Uint8Array> | null> {
    const reply = await this.#get(key);
    // In Node the body is a stream of Node's.
    return reply === null ? null : (reply as Readable);
  }

  async readIndex(key: string): Promise<StoredIndex | null> {
    const reply = await this.#get(key);
    return reply === null ? null : storedIndex.parse(JSON.parse(await reply.transformToString()));
  }

  async #get(Key: string) {
    try {
      const reply = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key }));
      return reply.Body ?? null;
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }
}
