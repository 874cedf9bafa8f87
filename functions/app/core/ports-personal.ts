import type { Subject } from "../../domain/core/sealed-text.ts";

/** Wraps subjects' data keys, so that a stored one opens nothing by itself. */
export interface KeyWrap {
  wrap(subject: Subject, key: Uint8Array): Promise<string>;
  unwrap(subject: Subject, wrapped: string): Promise<Uint8Array>;
}

/** Seals a text under one subject's key; one that is sealed stays as it is. */
export type Seal = (text: string) => string;

/** What seals texts while a change is decided, before anything is written. */
export interface Sealer {
  sealerOf(subject: Subject): Seal;
}

/** What seals and opens what is a person's own. */
export interface SubjectBox extends Sealer {
  /** Seals a value's texts under a subject's key, which is stored when this answers. */
  seal(subject: Subject, text: string): Promise<string>;
  /** A value with every sealed text in it opened; one whose key was destroyed reads as erased. */
  open<T>(value: T): Promise<T>;
}
