import { Refusal } from "../../domain/core/refusal.ts";
import type { CommitContext } from "./context.ts";
import type { Write } from "./ports.ts";

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
    const written = await context.store.write(planned.writes, context.newId("req", context.clock.now()));
    if (written.ok) return planned.result;
  }
  throw versionConflict();
}

/** Somebody else was faster, again and again; nothing was written. */
export function versionConflict(): Refusal {
  return new Refusal("version_conflict", "this record is being changed by others; try again", {
    retryAfterSeconds: 1,
  });
}
