import { Refusal } from "../../domain/core/refusal.ts";
import type { Transition } from "../../domain/core/transition.ts";
import { type Aggregate, transitionWrites } from "./aggregate.ts";
import type { CommitContext, Context } from "./context.ts";
import type { Write, WriteResult } from "./ports.ts";

/** What one attempt would write, and what it would then answer. No writes means already so. */
export interface Plan<T> {
  readonly writes: readonly Write[];
  readonly result: T;
}

/** How often a lost race is decided again before the caller hears of it. */
export const attempts = 3;

/** Load, decide, commit: `plan` loads and decides, anew on every attempt of at most so many; what it throws or refuses ends it. */
export async function change<T>(
  context: CommitContext,
  plan: (attempt: number) => Promise<Plan<T> | Refusal> | Plan<T> | Refusal,
  most = attempts,
): Promise<T> {
  for (let attempt = 1; attempt <= most; attempt++) {
    const planned = await plan(attempt);
    if (planned instanceof Refusal) throw planned;
    if (planned.writes.length === 0) return planned.result;
    const written = await commit(context, planned.writes);
    if (written.ok) return planned.result;
  }
  throw versionConflict();
}

/** Writes one transaction under a nonce of its own. */
export function commit(context: CommitContext, writes: readonly Write[]): Promise<WriteResult> {
  return context.store.write(writes, context.newId("req", context.clock.now()));
}

/** Changes one record alone; `load` is asked anew on every attempt. */
export function changeRecord<S>(
  context: Context,
  load: (attempt: number) => Promise<Aggregate<S>> | Aggregate<S>,
  decide: (state: S) => readonly Transition<S>[] | Refusal,
): Promise<Aggregate<S>> {
  return change(context, async (attempt) => {
    const found = await load(attempt);
    const transitions = decide(found.state);
    if (transitions instanceof Refusal) return transitions;
    const { writes, after } = transitionWrites(found, transitions, context);
    return { writes, result: after };
  });
}

/** Somebody else was faster, again and again; nothing was written. */
export function versionConflict(): Refusal {
  return new Refusal("version_conflict", "this record is being changed by others; try again", { retryAfterSeconds: 1 });
}
