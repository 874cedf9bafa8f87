import { createHash } from "node:crypto";
import type {
  ExposureProvider,
  FetchList,
  ListParser,
  ListStore,
  StoredFile,
} from "../../../../functions/app/screening/ports.ts";
import type { ExposureAnswer } from "../../../../functions/domain/screening/exposure.ts";
import { ListUnreadable } from "../../../../functions/domain/screening/list-check.ts";
import type { StoredIndex } from "../../../../functions/domain/screening/list-entry.ts";
import { listOf } from "../../screening/screen-samples.ts";
import type { Scheduler } from "../core/scheduler.ts";

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString();
}

async function* onePiece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** A store of lists whose every call is a step of virtual time. */
export class SteppedLists implements ListStore {
  readonly files = new Map<string, string>();
  readonly indexes = new Map<string, StoredIndex>();
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  async writeFile(list: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredFile> {
    const text = await textOf(bytes);
    const sha256 = createHash("sha256").update(text).digest("hex");
    const key = `files/${list}/${sha256}`;
    await this.#scheduler.call("store.put file", () => this.files.set(key, text));
    return { key, sha256, bytes: text.length };
  }

  readFile(key: string): Promise<AsyncIterable<Uint8Array> | null> {
    return this.#scheduler.call("store.get file", () => {
      const text = this.files.get(key);
      return text === undefined ? null : onePiece(text);
    });
  }

  async writeIndex(key: string, index: StoredIndex): Promise<void> {
    await this.#scheduler.call("store.put index", () => this.indexes.set(key, index));
  }

  readIndex(key: string): Promise<StoredIndex | null> {
    return this.#scheduler.call("store.get index", () => this.indexes.get(key) ?? null);
  }
}

/** A publisher's file: its date, an address a line, and how many of them. */
export function listFile(publishedAt: string, addresses: readonly string[]): string {
  return [publishedAt, ...addresses, `end ${addresses.length}`].join("\n");
}

/** Reads such a file, and refuses half of one. */
export const parseListFile: ListParser = async (bytes) => {
  const [publishedAt = "", ...addresses] = (await textOf(bytes)).split("\n");
  if (addresses.pop() !== `end ${addresses.length}`) throw new ListUnreadable("it does not end");
  return { ...listOf(addresses), publishedAt };
};

/** Whoever publishes the list. */
export class Publisher {
  /** What is published from now on. */
  good = "";
  /** What the next calls get in its place. */
  readonly spoilt: string[] = [];
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  readonly fetch: FetchList = ({ etag }) =>
    this.#scheduler.call("publisher.get", () => {
      const text = this.spoilt.shift() ?? this.good;
      const mark = createHash("sha256").update(text).digest("hex");
      return mark === etag ? null : { etag: mark, bytes: onePiece(text) };
    });
}

/** How a provider takes a question: it answers, answers later, or fails so many times first. */
export type ProviderWay = "tells" | "waits" | "fails once";

/** A provider of graph analysis that finds nothing. */
export class SteppedProvider implements ExposureProvider {
  readonly name = "elliptic";
  readonly timeoutSeconds = 1;
  readonly wayOf = new Map<string, ProviderWay>();
  readonly #asked = new Map<string, number>();
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  covers({ type }: Parameters<ExposureProvider["covers"]>[0]): boolean {
    return type === "wallet";
  }

  ask({ value }: Parameters<ExposureProvider["ask"]>[0], key: string): Promise<ExposureAnswer> {
    return this.#scheduler.call("provider.ask", () => {
      const way = this.wayOf.get(value) ?? "tells";
      if (way === "waits") return this.#answer("pending", key);
      return this.#answer(way === "fails once" && this.#count(value) === 1 ? "error" : "complete");
    });
  }

  askAgain(_: unknown, ref: string): Promise<ExposureAnswer> {
    return this.#scheduler.call("provider.ask again", () =>
      this.#count(ref) < 2 ? this.#answer("pending", ref) : this.#answer("complete"),
    );
  }

  #count(what: string): number {
    const times = (this.#asked.get(what) ?? 0) + 1;
    this.#asked.set(what, times);
    return times;
  }

  #answer(status: ExposureAnswer["status"], ref: string | null = null): ExposureAnswer {
    return { provider: this.name, status, ref, findings: [], score: null };
  }
}
