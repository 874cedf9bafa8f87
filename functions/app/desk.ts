import type { Instant } from "../domain/time.ts";
import type { Book, Clock, NewId } from "./ports.ts";

/** What every use case works with. `actor` is the authenticated principal that the audit trail names. */
export interface Desk {
  readonly book: Book;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly actor: string;
  readonly requestId: string;
}

/** The moment a use case happens at, asked once. */
export function nowOf(desk: Pick<Desk, "clock">): Instant {
  return desk.clock.now();
}
