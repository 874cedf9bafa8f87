import { Refusal } from "../../domain/core/refusal.ts";
import { dayStart, type Instant, monthAfter, monthOf, secondsBetween } from "../../domain/core/time.ts";
import { type Account, refuseSuspendedAccount } from "../../domain/screening/account.ts";
import { type Plan, plans } from "../../domain/screening/plan.ts";
import { loadAggregate } from "../core/aggregate.ts";
import { commit } from "../core/change.ts";
import type { CommitContext, StoreContext } from "../core/context.ts";
import type { Key, Pause, Row, Store, Write } from "../core/ports.ts";
import { spreadOf } from "../core/ports-lanes.ts";
import { rowKey } from "../core/row-keys.ts";
import { accountRecordType } from "./account-record.ts";

/** A month's counter is kept for a year and a month after it. */
const keptSeconds = 396 * 86_400;

/** Where the screenings of an account in the month of `now` (UTC) are counted. */
export function usageKey(accountId: string, now: Instant): Key {
  return rowKey(`usage#${accountId}#${monthOf(now)}`);
}

/** The other rows of a month's count, where a plan spreads it; each takes what its screens draw. */
function spreadKeys(accountId: string, { counters }: Plan, now: Instant): Key[] {
  if (counters === 1) return [];
  return Array.from({ length: counters }, (_, at) => rowKey(`${usageKey(accountId, now).pk}#${at + 1}`));
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

/** How long the sum of a spread count is remembered: what other Lambdas count meanwhile shows so much later. */
const rememberedMs = 10_000;

interface Sum {
  /** In the row that a limit is checked at. */
  readonly gathered: number;
  /** In the others. */
  readonly spread: number;
  readonly readAtMs: number;
}

const sums = new WeakMap<Store, Map<string, Sum>>();

function freshSum(store: Store, { pk }: Key, now: Instant): Sum | undefined {
  const last = sums.get(store)?.get(pk);
  return last !== undefined && Math.abs(Date.parse(now) - last.readAtMs) < rememberedMs ? last : undefined;
}

/** The rows that a screen reads of its account: not the counter where the count is spread and was summed up lately, since that one row would be read by all of them. */
export function screenUsageKeys({ store }: StoreContext, accountId: string, now: Instant): readonly Key[] {
  const [account, counter] = usageKeys(accountId, now);
  return freshSum(store, counter, now) ? [account] : [account, counter];
}

/** An account's month by the rows that `screenUsageKeys` named. */
export async function screenUsageOf(
  { store }: StoreContext,
  rows: readonly (Row | undefined)[],
  accountId: string,
  now: Instant,
): Promise<Usage> {
  const usage = usageOf(rows, accountId, now);
  if (rows.length > 1) return usage;
  const sum = usage.plan.counters > 1 ? freshSum(store, usage.key, now) : undefined;
  if (sum) return { ...usage, used: sum.gathered };
  const [counter] = await store.read([usage.key]);
  return { ...usage, used: counter?.counted ?? 0 };
}

/** An account's month with what the rows of a spread count add, as they are now; of one row it is whole already. */
export async function wholeUsage({ store }: StoreContext, usage: Usage): Promise<Usage> {
  const keys = spreadKeys(usage.account.id, usage.plan, usage.now);
  if (keys.length === 0) return usage;
  return { ...usage, used: usage.used + countedIn(await store.read(keys)) };
}

function countedIn(rows: readonly (Row | undefined)[]): number {
  return rows.reduce((sum, row) => sum + (row?.counted ?? 0), 0);
}

/** An account's month after `by` more screenings; the rows of a spread count are not read for every one of them. */
async function usageAfter({ store }: StoreContext, usage: Usage, by: number): Promise<Usage> {
  const { plan, key, now, account } = usage;
  if (plan.counters === 1) return { ...usage, used: usage.used + by };
  const known = sums.get(store) ?? new Map<string, Sum>();
  sums.set(store, known);
  const last = freshSum(store, key, now);
  const gathered = usage.used;
  const sum = last
    ? { ...last, gathered, spread: last.spread + by }
    : { gathered, spread: countedIn(await store.read(spreadKeys(account.id, plan, now))), readAtMs: Date.parse(now) };
  if (!last && known.size > 0) known.clear();
  known.set(key.pk, sum);
  return { ...usage, used: sum.gathered + sum.spread };
}

/** What moves a spread count into the one row that a limit is checked at. */
export async function gatheredCount({ store }: StoreContext, account: Account, now: Instant): Promise<Write[]> {
  const keys = spreadKeys(account.id, plans[account.plan], now);
  if (keys.length === 0) return [];
  const rows = (await store.read(keys)).flatMap((row) => (row?.counted ? [row] : []));
  const taken = rows.map(({ pk, sk, counted = 0 }): Write => ({ count: { pk, sk }, by: -counted, most: null }));
  return taken.length === 0 ? [] : [{ count: usageKey(account.id, now), by: countedIn(rows), most: null }, ...taken];
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
function usageSpent({ account, now, key, plan, resetsAt }: Usage, by: number, draw: string): Write {
  const ttl = Math.ceil(Date.parse(resetsAt) / 1000) + keptSeconds;
  const drawn = spreadKeys(account.id, plan, now)[spreadOf(draw) % plan.counters];
  return { count: drawn ?? key, by, most: plan.screenings, ttl };
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
    const all = by > 0 ? [...writes, usageSpent(usage, by, context.newId("req", usage.now))] : writes;
    const written = await commit(context, all);
    if (written.ok) return { result, usage: await usageAfter(context, usage, by) };
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
