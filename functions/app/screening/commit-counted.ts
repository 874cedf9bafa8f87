import { Refusal } from "../../domain/core/refusal.ts";
import { commit } from "../core/change.ts";
import type { CommitContext } from "../core/context.ts";
import type { Row, Write } from "../core/ports.ts";
import type { Pause } from "./ports.ts";
import { isPlanLimitReached, refuseUsage, type Usage, usageSpent } from "./usage.ts";

/** What one attempt would write beside the counter, how many screenings that counts as, and what it would then answer. */
export interface CountedPlan<T> {
  readonly writes: readonly Write[];
  readonly usage: Usage;
  /** 0 where nothing is counted. */
  readonly by: number;
  readonly result: T;
}

/** What was decided, and the account's month after it as far as this request knows it. */
export interface WithUsage<T> {
  readonly result: T;
  readonly usage: Usage;
}

/** DynamoDB lets one of several transactions on a counter through at a time; the others come again. */
const attempts = 25;

/** The wait before attempt n is random up to 20 ms times n, 250 ms at most: about 2.5 s over all, well within a request. */
const pauseStepMs = 20;
const longestPauseMs = 250;

/** Load, decide, commit with the account's counter in the same transaction, so that exactly what was written is counted. `plan` loads and decides anew on every attempt. */
export async function commitWithUsage<T>(
  context: CommitContext & { readonly pause: Pause },
  plan: () => Promise<CountedPlan<T> | Refusal>,
): Promise<WithUsage<T>> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const planned = await plan();
    if (planned instanceof Refusal) throw planned;
    const { writes, usage, by, result } = planned;
    const refused = by > 0 ? refuseUsage(usage, by) : undefined;
    if (refused) throw refused;
    const all = by > 0 ? [...writes, usageSpent(usage, by)] : writes;
    const written = await commit(context, all);
    if (written.ok) return { result, usage: { ...usage, used: usage.used + by } };
    const [counter, ...others] = written.rows;
    // Who was faster with something else may have done what was asked here: that is looked at first.
    if (counter && others.length === 0 && isCounterOf(usage, counter))
      throw isPlanLimitReached({ ...usage, used: counter.counted ?? usage.used });
    if (written.rows.length === 0) await context.pause(Math.min(longestPauseMs, pauseStepMs * attempt));
  }
  throw new Refusal("rate_limited", "too many requests of this account are counted at once", {
    retryAfterSeconds: 1,
  });
}

function isCounterOf({ key }: Usage, { pk, sk }: Row): boolean {
  return pk === key.pk && sk === key.sk;
}
