import type { EventObjects, ServiceEvent } from "./event.ts";
import type { Posting } from "./ledger.ts";
import type { Locale, MailTemplate } from "./mail.ts";
import type { Instant } from "./time.ts";

/** What must follow a committed transition outside the database; each is safe to do twice. */
export type SideEffect = Readonly<
  | { kind: "start_settlement"; settlementId: string; tenantId: string; presentation: number }
  | { kind: "start_escrow_payout"; escrowId: string; tenantId: string; presentation: number }
  /** Adds to a tenant's tallies of the day of `at`, exactly once. */
  | { kind: "count"; tenantId: string; at: Instant; counts: Readonly<Record<string, number>> }
  /** Adds to what the public overview says, exactly once. */
  | { kind: "show"; counts: Readonly<Record<string, number>> }
  /** A return that counts as a dispute raises an alert about its payment. */
  | { kind: "raise_return_alert"; settlementId: string; tenantId: string; code: string; at: Instant }
  /** The same about an escrow's deposit. */
  | { kind: "raise_escrow_return_alert"; escrowId: string; tenantId: string; code: string; at: Instant }
  | { kind: "build_packet"; caseId: string; tenantId: string }
  /** Asks the partner about a business that has submitted its application. */
  | { kind: "ask_partner"; kybId: string }
  /** Writes a letter about a record, by its id, to somebody; what it says is read when it is written. */
  | { kind: "send_mail"; template: MailTemplate; about: string; tenantId: string; to: string; locale: Locale }
  | { kind: "answer_token"; token: string }
  /** Ends a machine whose wait another machine has taken over. */
  | { kind: "end_token"; token: string }
>;

const ofWorkflow: readonly SideEffect["kind"][] = [
  ...(["start_settlement", "start_escrow_payout", "answer_token", "end_token"] as const),
];

/** Whether a side effect starts or wakes a state machine: money's next step, which waits for no other. */
export function isOfWorkflow({ kind }: Pick<SideEffect, "kind">): boolean {
  return ofWorkflow.includes(kind);
}

/** The error under which a waiting task is ended when its settlement ended otherwise, or goes on elsewhere; the machine catches it by name. */
export const endedError = "SettlementEnded";

/** One step of an aggregate's life: its next state, and everything that is written with it in one transaction. */
export interface Transition<S> {
  readonly next: S;
  /** Status before and after; the same word twice marks an annotation. */
  readonly from: string | null;
  readonly to: string;
  readonly reason: string;
  /** Bookkeeping of our own (a task token): the row is written, the audit trail is not. */
  readonly quiet?: true;
  readonly postings?: readonly Posting[];
  readonly events?: readonly ServiceEvent[];
  /** What its events show where the record alone does not say it. */
  readonly objects?: EventObjects;
  readonly follows?: readonly SideEffect[];
}

/** What a decision says of a transition; its events tell of the state that it leads to. */
export type TransitionNote<S> = Omit<Transition<S>, "next" | "from" | "to" | "events"> & {
  readonly events?: (next: S) => readonly ServiceEvent[];
};

/** The statuses of an aggregate, and from each those that may follow it. */
export type StatusMoves<K extends string> = Readonly<Record<K, readonly K[]>>;

export function statusMoves<K extends string>(moves: Readonly<Record<K, readonly NoInfer<K>[]>>): StatusMoves<K> {
  return moves;
}

export function statusesOf<K extends string>(moves: StatusMoves<K>): readonly [K, ...K[]] {
  return Object.keys(moves) as [K, ...K[]];
}

/** Makes transitions along a graph of statuses. They throw on a move outside it, because a decision that makes one is a bug. */
export function transitionsAlong<S extends { readonly status: string; readonly updatedAt: Instant }>(
  moves: StatusMoves<S["status"]>,
) {
  return (state: S, next: S, now: Instant, { events, ...note }: TransitionNote<S>): Transition<S> => {
    const from: S["status"] = state.status;
    if (next.status !== from && !moves[from].includes(next.status))
      throw new Error(`no move from ${from} to ${next.status}`);
    const moved = { ...next, updatedAt: note.quiet ? state.updatedAt : now };
    return { ...note, events: events?.(moved) ?? [], next: moved, from, to: moved.status };
  };
}

/** What of a transition asks for a letter. */
export type MailOrder = Extract<SideEffect, { kind: "send_mail" }>;
