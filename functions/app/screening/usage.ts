import { Refusal } from "../../domain/core/refusal.ts";
import { dayStart, type Instant, monthAfter, monthOf, secondsBetween } from "../../domain/core/time.ts";
import { type Account, refuseSuspendedAccount } from "../../domain/screening/account.ts";
import { type Plan, plans } from "../../domain/screening/plan.ts";
import { loadAggregate } from "../core/aggregate.ts";
import { commit } from "../core/change.ts";
import type { CommitContext } from "../core/context.ts";
import type { Key, Pause, Row, Write } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { accountRecordType } from "./account-record.ts";

/** A month's counter is kept for a year and a month after it. */
const keptSeconds = 396 * 86_400;

/** Where the screenings of an account in the month of `now` (UTC) are counted. */
export function usageKey(accountId: string, now: Instant): Key {
  return rowKey(`usage#${accountId}#${monthOf(now)}`);
}

/** The rows that tell what an account has left this month: itself, and its counter. */
export function usageKeys(accountId: string, now: Instant): readonly [Key, Key] {
  return [rowKey(accountId), usageKey(accountId, now)];
}

/** Where the monitors of an account are counted that are not deleted. */
export function monitorsKey(accountId: string): Key {
  return rowKey(`monitors#${accountId}`);
}

export interface Usage {
  readonly account: Account;
  readonly plan: Plan;
  readonly key: Key;
  /** Screenings counted when it was read; others may count at the same time. */
  readonly used: number;
  readonly now: Instant;
  readonly resetsAt: Instant;
}

export function usageOf(rows: readonly (Row | undefined)[], accountId: string, now: Instant): Usage {
  const [accountRow, counter] = rows;
  const account = loadAggregate(accountRecordType, accountRow)?.state;
  if (account?.id !== accountId) throw new Error(`a key of no account: ${accountId}`);
  const resetsAt = dayStart(`${monthAfter(monthOf(now))}-01`);
  const key = usageKey(accountId, now);
  return { account, plan: plans[account.plan], key, used: counter?.counted ?? 0, now, resetsAt };
}

/** The no to a suspended account, and to `by` screenings more than the plan gives in a month. */
export function refuseUsage(usage: Usage, by = 1): Refusal | undefined {
  const { account, plan, used } = usage;
  const suspended = refuseSuspendedAccount(account);
  if (suspended) return suspended;
  return plan.screenings !== null && used + by > plan.screenings ? isPlanLimitReached(usage) : undefined;
}

export function isPlanLimitReached({ plan, used, now, resetsAt }: Usage): Refusal {
  const message = `the ${plan.title} plan has ${plan.screenings} screenings a month, and ${used} are used`;
  return new Refusal("plan_limit_reached", message, {
    retryAfterSeconds: Math.max(1, secondsBetween(now, resetsAt)),
    extra: { limit: plan.screenings, used, resetsAt: resetsAt },
  });
}

/** What counts `by` screenings; lost where that would be more than the plan gives. */
function usageSpent({ key, plan, resetsAt }: Usage, by = 1): Write {
  const ttl = Math.ceil(Date.parse(resetsAt) / 1000) + keptSeconds;
  return { count: key, by, most: plan.screenings, ttl };
}

/** What every answer to an account says of its month. */
export function usageHeaders({ plan, used, resetsAt }: Usage): Record<string, string> {
  return {
    "x-usage-limit": plan.screenings === null ? "unlimited" : String(plan.screenings),
    "x-usage-used": String(used),
    "x-usage-reset": resetsAt,
  };
}

/** An account's month as it is shown to itself, and the monitors that it has. */
export function viewUsage({ account, plan, used, now, resetsAt }: Usage, monitors: number) {
  return {
    plan: account.plan,
    period: monthOf(now),
    used,
    limit: plan.screenings,
    // A smaller plan may have come when more was used already.
    remaining: plan.screenings === null ? null : Math.max(0, plan.screenings - used),
    resetsAt: resetsAt,
    apiKeys: { used: account.activeKeys, limit: plan.apiKeys },
    monitors: { used: monitors, limit: plan.monitors },
  };
}

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
  throw new Refusal("rate_limited", "too many requests of this account are counted at once", { retryAfterSeconds: 1 });
}

function isCounterOf({ key }: Usage, { pk, sk }: Row): boolean {
  return pk === key.pk && sk === key.sk;
}
