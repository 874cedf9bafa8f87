import type { Clock, NewId, Store } from "./ports.ts";
import type { SubjectBox } from "./ports-personal.ts";

/** What every use case works with. `actor` is the authenticated principal that the audit trail names. */
export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly actor: string;
  /** The operation that was asked for, by its id in the contract; absent for what the service does by itself. */
  readonly action?: string;
  readonly requestId: string;
  /** Seals and opens what is a person's own, where whoever works may; what is sealed stays so elsewhere. */
  readonly personal?: SubjectBox;
}

export type StoreContext = Pick<Context, "store">;

/** What reads records as they stand at a moment. */
export type ReadContext = Pick<Context, "store" | "clock" | "personal">;

/** What commits a transaction under a nonce of its own. */
export type CommitContext = Pick<Context, "store" | "clock" | "newId">;

/** Whom and what an audit entry names. */
export type AuditContext = Omit<Context, "store">;
