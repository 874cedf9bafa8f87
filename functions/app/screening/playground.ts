import { sourceOf } from "../../domain/core/client-network.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { addSeconds, dayOf, dayStart, type Instant, secondsBetween } from "../../domain/core/time.ts";
import type { ScreenSubject, Verdict } from "../../domain/screening/screen.ts";
import { decide } from "../../domain/screening/verdict.ts";
import type { CommitContext } from "../core/context.ts";
import type { Key, Write } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { clean, listsInForce, readRows, type ScreenContext, see, snapshotKeys } from "./screening-context.ts";

/** Screens that one source address may have on the public page, in a calendar minute and a calendar day, UTC (decisions, "Screening"). */
const perMinute = 10;
const perDay = 50;

const rounds = 25;

interface Limit {
  readonly key: Key;
  readonly most: number;
  readonly until: Instant;
}

function limitsOf(source: string, now: Instant): readonly Limit[] {
  const minute = now.slice(0, "2026-11-21T20:00".length);
  const limit = (period: string, most: number, until: Instant): Limit => ({
    ...{ key: rowKey(`playground#${source}#${period}`), most, until },
  });
  return [
    limit(dayOf(now), perDay, addSeconds(dayStart(dayOf(now)), 86_400)),
    limit(minute, perMinute, addSeconds(`${minute}:00.000Z`, 60)),
  ];
}

/** Counts one screen of a source address's, exactly under any concurrency; refused with the seconds until the next one may come. */
async function spendPlayground(context: CommitContext, address: string): Promise<void> {
  const now = context.clock.now();
  const limits = limitsOf(sourceOf(address), now);
  const writes = limits.map(
    ({ key, most, until }): Write => ({
      ...{ count: key, by: 1, most, ttl: Math.ceil(Date.parse(until) / 1000) + 86_400 },
    }),
  );
  for (let round = 1; round <= rounds; round++) {
    const written = await context.store.write(writes, context.newId("req", now));
    if (written.ok) return;
    const rows = await context.store.read(limits.map(({ key }) => key));
    const spent = limits.find(({ most }, at) => (rows[at]?.counted ?? 0) >= most);
    if (spent) throw tooMany(Math.max(1, secondsBetween(now, spent.until)));
  }
  throw tooMany(1);
}

function tooMany(retryAfterSeconds: number): Refusal {
  return new Refusal("rate_limited", "too many screens came from your address", { retryAfterSeconds });
}

/** What the public page shows of a value: nothing of it is kept. */
export interface PlaygroundResult {
  readonly subject: ScreenSubject;
  readonly verdict: Verdict;
}

/** Looks a value up on the lists alone, for whoever opened the public page; without a type a wallet, or a transaction where it has that form. */
export async function tryScreen(
  context: Pick<ScreenContext, "store" | "clock" | "newId" | "lists" | "requiredLists" | "exposures">,
  input: { readonly type: string | undefined; readonly value: string },
  address: string,
): Promise<PlaygroundResult> {
  const { value } = input;
  const types = input.type === undefined ? ["wallet", "transaction"] : [input.type];
  // Before anything is read: what can be no address is no key of the table either.
  const questions = types.map((type) => clean({ type, value, chain: null }));
  await spendPlayground(context, address);
  const rows = await readRows(context.store, snapshotKeys([value]));
  const lists = await listsInForce(context, rows);
  const seen = questions.map((question) => see(question, lists, rows));
  const found = seen.find((each) => !(each instanceof Refusal)) ?? seen[0];
  if (found === undefined || found instanceof Refusal) throw found ?? new Error("nothing was looked at");
  return { subject: found.subject, verdict: decide({ ...found, exposures: [] }) };
}
