import type { Book, Clock, NewId } from "./ports.ts";

/** What every use case works with. `actor` is the authenticated principal that the audit trail names. */
export interface Desk {
  readonly book: Book;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly actor: string;
  /** The operation that was asked for, by its id in the contract; absent for what the service does by itself. */
  readonly action?: string;
  readonly requestId: string;
}
