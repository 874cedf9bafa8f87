import type { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { CollectionScreen, ScreenAnswer } from "../../domain/gate/screen-answer.ts";
import type { ActionInput } from "../../domain/review/approval.ts";
import type { RecordAction, Review } from "../../domain/review/review-reason-code.ts";
import type { Context } from "../core/context.ts";
import type { Key, Row, Write } from "../core/ports.ts";
import type { Gate } from "../gate/screen-wallet.ts";

/** What operators' actions work with; doors that buy screens at once have a provider. */
export interface ReviewContext extends Context {
  readonly gate?: Gate;
  readonly subjects: ReviewSubjects;
}

/** How the records of every noun are found as subjects; each noun exports its own reader, and the wiring hands them in. */
export interface ReviewSubjects {
  /** The rows that an item can be about: which one there is tells its noun. */
  keysOf(reviewId: string): Key[];
  /** The subject that a row is; undefined for any other row. */
  subjectOf(row: Row | undefined): Subject | undefined;
}

/** What the provider says of a wallet before an action is decided. */
export type ActionScreen = ScreenAnswer | CollectionScreen;

export interface ActionRequest {
  readonly action: RecordAction;
  readonly input: ActionInput;
  /** What allowed it, for the trail; empty where nobody had to. */
  readonly by: string;
  /** What the provider has just said, where the action asked it. */
  readonly screen: ActionScreen | null;
}

/** What an action writes, and the record as it is after that. */
export interface DecidedAction {
  readonly writes: readonly Write[];
  readonly after: Subject;
}

/** A record that may be in the review queue, whatever it is. */
export interface Subject {
  readonly id: string;
  readonly tenantId: string;
  readonly status: string;
  /** Why it is in the queue and what can be done; null where nothing of it is. */
  review(now: Instant): Review | null;
  needsSecond(action: RecordAction): boolean;
  /** The money that maker and checker agree on, in cents; null where an action is about none. */
  amountAtStake(action: RecordAction): number | null;
  /** Whether an action would now be about something that came up after `at`. */
  cameUpSince(action: RecordAction, at: Instant): boolean;
  /** Asks outside what an action needs to know, before anything is decided; nothing is written. `by` is what has allowed it; left out where nobody had to, or has yet. */
  ask(context: ReviewContext, action: RecordAction, by?: string): Promise<ActionScreen | null>;
  decide(context: Context, input: ActionRequest): Promise<DecidedAction | Refusal>;
}
