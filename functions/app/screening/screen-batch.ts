import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { refuseSuspended } from "../../domain/screening/account.ts";
import type { Screen } from "../../domain/screening/screen.ts";
import { isCounted } from "../../domain/screening/screen-lifecycle.ts";
import { type Asked, type Question, readQuestion } from "../../domain/screening/screen-value.ts";
import { type ScreenView, viewScreen } from "../../domain/screening/screen-view.ts";
import type { KeyedRequest } from "../core/idempotency-claim.ts";
import { keptKeys } from "../core/idempotent-response.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Write } from "../core/ports.ts";
import type { Patience } from "../core/time-budget.ts";
import { commitCounted, type WithUsage } from "./commit-counted.ts";
import { type KeptScreens, keepScreens, keptScreens } from "./idempotent-batch.ts";
import { screenWrites } from "./screen-value.ts";
import {
  answersOn,
  listsInForce,
  meterScreen,
  type Rows,
  readRows,
  type ScreenDesk,
  type Seen,
  see,
  sightKeys,
} from "./screening-context.ts";
import { planLimitReached, type Usage, usageKeys, usageOf } from "./usage.ts";

/** Screens of one transaction: two rows each beside the counter and what the key keeps, and 100 items at most. */
const mostTogether = 49;

/** Questions that providers are asked about at once. */
const atOnce = 10;

/** What became of each question of a batch, in order. */
export type BatchResult = ScreenView | Refusal;

/** A batch as it is told. */
export interface BatchTold {
  readonly results: readonly BatchResult[];
  /** Whatever is answered was answered before, under this key. */
  readonly replayed: boolean;
  /** When the oldest of those verdicts was made; null where all are new. */
  readonly oldestAt: Instant | null;
}

interface Made {
  readonly at: number;
  readonly screen: Screen;
  readonly writes: readonly Write[];
}

/** Screens up to 100 values for an account. One that cannot be answered stops no other; where the month has fewer screenings left, the first ones are answered. What is refused beforehand comes as its refusal. A key keeps each answer in the transaction that counts it: the same batch under it is gone on with where it stopped, and only what has no answer is asked anew. */
export async function screenBatch(
  desk: ScreenDesk & Patience,
  request: KeyedRequest,
  asked: readonly (Asked | Refusal)[],
): Promise<WithUsage<BatchTold>> {
  const questions = asked.map((each) => (each instanceof Refusal ? each : readQuestion(each)));
  const values = questions.flatMap((each) => (each instanceof Refusal ? [] : [each.value]));
  const now = desk.clock.now();
  const account = usageKeys(request.tenantId, now);
  const keys = keptKeys(request);
  const rows = await readRows(desk.book, [...account, ...keys, ...sightKeys(values)]);
  const usage = usageOf(account.map(rows), request.tenantId, now);
  const earlier = requireOwn(keptScreens(keys.map(rows)[0], request, now));
  const places = questions.map((each, at) => earlier.get(at) ?? each);
  const results = affordable(await seeAll(desk, places, rows, usage), usage);
  const made = await inOrder(unanswered(results), atOnce, (each) => answer(desk, usage, each));
  for (const { at, refusal } of made.filter((each) => "refusal" in each)) results[at] = refusal;
  const screens = made.filter((each) => "screen" in each);
  const { usage: after, result: kept } = await keepAll(desk, request, usage, screens);
  for (const { at, result } of kept) results[at] = result;
  const again = [...earlier.values(), ...kept.flatMap((each) => each.again ?? [])];
  const oldestAt = again.map(({ created_at }) => created_at).toSorted()[0] ?? null;
  const replayed = oldestAt !== null && !kept.some(isNew);
  return { usage: after, result: { results: results.map(requireAnswer), replayed, oldestAt } };
}

function requireOwn(kept: KeptScreens | Refusal): KeptScreens {
  if (kept instanceof Refusal) throw kept;
  return kept;
}

/** Looks all questions up that have no answer. A batch that is answered is told whatever has become of account and lists. */
async function seeAll(
  desk: ScreenDesk,
  places: readonly (Question | BatchResult)[],
  rows: Rows,
  { account }: Usage,
): Promise<(Seen | BatchResult)[]> {
  const done = places.flatMap((each) => (isQuestion(each) ? [] : [each]));
  if (done.length === places.length && done.some((each) => !(each instanceof Refusal))) return done;
  const suspended = refuseSuspended(account);
  if (suspended) throw suspended;
  const lists = await listsInForce(desk, rows);
  return places.map((each) => (isQuestion(each) ? see(each, lists, rows) : each));
}

function isQuestion(each: Question | BatchResult): each is Question {
  return !(each instanceof Refusal) && !("id" in each);
}

function requireAnswer(each: Seen | BatchResult): BatchResult {
  if (isSeen(each)) throw new Error("a question of a batch has no answer");
  return each;
}

function isSeen(each: Seen | BatchResult): each is Seen {
  return !(each instanceof Refusal) && "subject" in each;
}

/** The questions with those refused that the month has no screening left for. */
function affordable(seen: readonly (Seen | BatchResult)[], usage: Usage): (Seen | BatchResult)[] {
  let left = leftOf(usage);
  return seen.map((each) => {
    if (!isSeen(each)) return each;
    left -= 1;
    return left < 0 ? planLimitReached(usage) : each;
  });
}

function leftOf({ plan, used }: Usage): number {
  return plan.screenings === null ? Number.POSITIVE_INFINITY : Math.max(0, plan.screenings - used);
}

function unanswered(results: readonly (Seen | BatchResult)[]): { at: number; seen: Seen }[] {
  return results.flatMap((each, at) => (isSeen(each) ? [{ at, seen: each }] : []));
}

async function answer(
  desk: ScreenDesk & Patience,
  { account, now }: Usage,
  { at, seen }: { at: number; seen: Seen },
): Promise<Made | { readonly at: number; readonly refusal: Refusal }> {
  if (desk.isLate()) return { at, refusal: outOfTime() };
  const id = desk.newId("scr", now);
  const exposures = await answersOn(desk, seen, id);
  return { at, ...screenWrites(desk, account.id, { id, seen, exposures }, now) };
}

function outOfTime(): Refusal {
  return new Refusal("provider_unavailable", "the providers were too slow for so many questions at once", {
    retryAfterSeconds: 1,
  });
}

interface Kept {
  readonly at: number;
  readonly result: BatchResult;
  /** The same answer, where another request under the key gave it first. */
  readonly again?: ScreenView;
}

function isNew({ result, again }: Kept): boolean {
  return again === undefined && !(result instanceof Refusal);
}

/** Writes screens down and counts them, a transaction at a time; a part that cannot be written takes no other with it. */
async function keepAll(
  desk: ScreenDesk,
  request: KeyedRequest,
  before: Usage,
  made: readonly Made[],
): Promise<WithUsage<readonly Kept[]>> {
  const result: Kept[] = [];
  let usage = before;
  for (let start = 0; start < made.length; start += mostTogether) {
    const part = made.slice(start, start + mostTogether);
    try {
      const kept = await keepSome(desk, request, before, part);
      usage = kept.usage;
      result.push(...kept.result);
    } catch (error) {
      // Another batch under the same key is a no to the whole; it comes before anything of this one counts.
      if (!(error instanceof Refusal) || error.code === "idempotency_key_reuse") throw error;
      result.push(...part.map(({ at }) => ({ at, result: error })));
    }
  }
  return { usage, result };
}

/** Rounds against others who spend the same month's last screenings. */
const rounds = 25;

/** Writes as many of the first screens as the month has left in which they were made, though it may be over. */
async function keepSome(
  desk: ScreenDesk,
  request: KeyedRequest,
  before: Usage,
  part: readonly Made[],
): Promise<WithUsage<readonly Kept[]>> {
  for (let round = 1; ; round++) {
    try {
      const { usage, result } = await commitCounted(desk, () => planPart(desk, request, before, part));
      for (const { screen } of result.made) meterScreen(desk, screen);
      return { usage, result: result.told(usage) };
    } catch (error) {
      const spent = error instanceof Refusal && error.code === "plan_limit_reached";
      if (!spent || round >= rounds) throw error;
    }
  }
}

async function planPart(
  { book }: ScreenDesk,
  request: KeyedRequest,
  { account, now }: Usage,
  part: readonly Made[],
) {
  const keys = keptKeys(request);
  const [accountRow, counter, row] = await book.read([...usageKeys(account.id, now), ...keys]);
  const usage = usageOf([accountRow, counter], account.id, now);
  const earlier = keptScreens(row, request, now);
  if (earlier instanceof Refusal) return earlier;
  const open = part.filter(({ at }) => !earlier.has(at));
  const made = firstOf(open, leftOf(usage));
  const views = new Map(made.map(({ at, screen }) => [at, viewScreen(screen)]));
  const counted = made.filter(({ screen }) => isCounted(screen));
  const kept = new Map([...earlier, ...counted.map(({ at, screen }) => [at, viewScreen(screen)] as const)]);
  const claims = counted.length > 0 ? keys.map(() => keepScreens(request, kept, now, row)) : [];
  const told = (after: Usage): Kept[] =>
    part.map(({ at }) => {
      const again = earlier.get(at);
      if (again) return { at, result: again, again };
      return { at, result: views.get(at) ?? planLimitReached(after) };
    });
  const writes = [...made.flatMap((each) => each.writes), ...claims];
  return { writes, usage, by: counted.length, result: { made, told } };
}

function firstOf(part: readonly Made[], left: number): readonly Made[] {
  let counted = 0;
  const end = part.findIndex(({ screen }) => {
    counted += isCounted(screen) ? 1 : 0;
    return counted > left;
  });
  return end < 0 ? part : part.slice(0, end);
}
