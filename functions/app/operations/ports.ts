/** Deletes every file whose key begins so, with all its versions. */
export interface FileEraser {
  erase(prefix: string): Promise<void>;
}
