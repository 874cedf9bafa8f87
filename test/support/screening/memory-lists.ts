import { createHash } from "node:crypto";
import type { ListStore, StoredFile } from "../../../functions/app/screening/ports.ts";
import { type StoredIndex, storedIndex } from "../../../functions/domain/screening/list-entry.ts";

/** A store of lists in memory: files under their hashes, indexes as JSON. */
export class MemoryLists implements ListStore {
  readonly files = new Map<string, Buffer>();
  readonly indexes = new Map<string, string>();
  /** How often an index was read. */
  reads = 0;

  async writeFile(list: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredFile> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    const whole = Buffer.concat(chunks);
    const sha256 = createHash("sha256").update(whole).digest("hex");
    const key = `files/${list}/${sha256}`;
    this.files.set(key, whole);
    return { key, sha256, bytes: whole.byteLength };
  }

  async readFile(key: string): Promise<AsyncIterable<Uint8Array> | null> {
    const whole = this.files.get(key);
    return whole ? bytesOf(whole) : null;
  }

  async writeIndex(key: string, index: StoredIndex): Promise<void> {
    this.indexes.set(key, JSON.stringify(index));
  }

  async readIndex(key: string): Promise<StoredIndex | null> {
    this.reads += 1;
    const text = this.indexes.get(key);
    return text === undefined ? null : storedIndex.parse(JSON.parse(text));
  }
}

/** Bytes as they come over a network: in pieces that end anywhere, within a letter too. */
export async function* bytesOf(whole: string | Uint8Array, piece = 1_021): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(whole);
  for (let start = 0; start < bytes.length; start += piece) yield bytes.subarray(start, start + piece);
}
