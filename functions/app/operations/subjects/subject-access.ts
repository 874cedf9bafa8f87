import type { Subject } from "../../../domain/core/sealed-text.ts";
import type { Instant } from "../../../domain/core/time.ts";
import type { ErasableType } from "../../../domain/operations/erasable-types.ts";
import type { ErasureTerms } from "../../../domain/operations/erasure.ts";
import type { StoreContext } from "../../core/context.ts";
import type { PersonalData } from "../../core/personal-data.ts";
import type { EraseCasesContext } from "../erase-cases.ts";
import type { FileEraser } from "../ports.ts";

export type Fields = Record<string, unknown>;

export interface ErasureContext extends EraseCasesContext {
  readonly personal: PersonalData;
  readonly applicantFiles: FileEraser;
}

/** How operators look for subjects: by one of these. An address is compared without regard to the case of its letters. */
export type SubjectQuery = { readonly email: string } | { readonly tenantId: string } | { readonly invoiceId: string };

/** A file that is stored of a subject. */
export interface SubjectFile {
  readonly id: string;
  readonly kind: string;
  readonly contentType: string;
  readonly status: string;
  readonly sizeBytes: number | null;
  readonly at: Instant;
}

/** A subject as its kind has loaded it. */
export interface LoadedSubject {
  readonly id: string;
  /** The tenant that it is one of, or has become; null where there is none. */
  readonly tenantId: string | null;
  readonly createdAt: Instant;
  /** All that is stored in its record, opened. */
  readonly record: Fields;
  readonly files: readonly SubjectFile[];
  /** What letters to it are about, where that is not its record. */
  readonly lettersAbout?: readonly string[];
  /** The keys that its texts are sealed under. */
  readonly keys: readonly Subject[];
  /** When it may be erased; `endedAt` is when its tenant was first seen to have ended. */
  terms(context: StoreContext, endedAt: Instant | null, now: Instant): Promise<ErasureTerms>;
  /** Takes out of its record, and what lies beside it, all that is the subject's; safe to do twice. Its keys and letters go without it. */
  erase(context: ErasureContext): Promise<void>;
}

/** How subjects of a kind are found and erased. */
export interface SubjectAccess {
  /** Refuses an id that names nothing. */
  load(context: StoreContext, id: string): Promise<LoadedSubject>;
  find(context: StoreContext, by: SubjectQuery): Promise<readonly LoadedSubject[]>;
}

/** The kinds of a service's subjects, each with how it is found and erased. */
export type SubjectAccesses = Readonly<Record<ErasableType, SubjectAccess>>;
