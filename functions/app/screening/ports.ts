import type { ExposureAnswer } from "../../domain/screening/exposure.ts";
import type { ParsedList, StoredIndex } from "../../domain/screening/list-entry.ts";
import type { ScreenSubject } from "../../domain/screening/screen.ts";

/** Fetches a publisher's file. Answers null where the publisher says that it is still the one with this mark; throws `ListUnreadable` where what it answers is no file. */
export type FetchList = (input: { readonly url: string; readonly etag: string | null }) => Promise<FetchedList | null>;

export interface FetchedList {
  /** The publisher's own mark of the file, where it has one. */
  readonly etag: string | null;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Reads a publisher's file as a stream, in constant memory but for what it answers; throws `ListUnreadable` on what is not a whole, well-formed file. */
export type ListParser = (bytes: AsyncIterable<Uint8Array>) => Promise<ParsedList>;

export interface StoredFile {
  readonly key: string;
  /** In lower-case hex. */
  readonly sha256: string;
  readonly bytes: number;
}

/** Everything ever loaded: publishers' files and the indexes made of them. Same key, same bytes. */
export interface ListStore {
  /** Takes a file part by part; it is stored under its own hash. */
  writeFile(list: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  readFile(key: string): Promise<AsyncIterable<Uint8Array> | null>;
  writeIndex(key: string, index: StoredIndex): Promise<void>;
  readIndex(key: string): Promise<StoredIndex | null>;
}

/** Graph analysis of who an address belongs to and dealt with. Throws where there is no answer that can be believed, which `askExposures` makes an `error` of; an `error` of its own is the provider's word. */
export interface ExposureProvider {
  readonly name: string;
  /** What it is worth waiting for. */
  readonly timeoutSeconds: number;
  covers(subject: ScreenSubject): boolean;
  ask(subject: ScreenSubject, key: string): Promise<ExposureAnswer>;
  /** What became of an answer that was pending; throws where that cannot be told now. */
  askAgain(subject: ScreenSubject, ref: string): Promise<ExposureAnswer>;
}
