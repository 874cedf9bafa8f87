/** The audit archive: what is put there stays. The same key may be put again, by a run that repeats a cut-off one. */
export interface AuditArchive {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
}
