/** Where files go that are too large for a reply. */
export interface FileStore {
  /** Writes a file while its pieces are made, without holding it; its size in bytes. */
  write(key: string, pieces: AsyncIterable<string>, contentType: string): Promise<number>;
  /** A link under which anybody who has it may fetch the file, by this name, for so many seconds. */
  link(key: string, filename: string, seconds: number): Promise<string>;
}

/** The queue of exports that are made in the background; an order comes out at least once. */
export interface ExportQueue {
  send(order: { readonly exportId: string }): Promise<void>;
}

/** One cell of a table; null is an empty one. */
export type Cell = string | number | boolean | null;

/** Writes rows as CSV (RFC 4180). Text that a spreadsheet would run as a formula is defused, numbers stay numbers. */
export type CsvText = (rows: readonly (readonly Cell[])[]) => string;
