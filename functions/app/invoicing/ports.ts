/** Where drawn documents are stored for a few days. */
export interface DrawnDocuments {
  /** The bytes; null where there are none. */
  read(key: string): Promise<Uint8Array | null>;
  write(key: string, bytes: Uint8Array): Promise<void>;
}
