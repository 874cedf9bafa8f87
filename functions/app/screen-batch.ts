import { refuseSuspended } from "../domain/account.ts";
import { isCounted } from "../domain/make-screen.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Screen } from "../domain/screen.ts";
import { type Asked, readQuestion } from "../domain/screen-value.ts";
import { commitCounted, type WithUsage } from "./commit-counted.ts";
import { inOrder } from "./in-order.ts";
import type { Patience } from "./patience.ts";
import type { Write } from "./ports.ts";
import {
  answersOn,
  listsInForce,
  meterScreen,
  readRows,
  type ScreenDesk,
  type Seen,
  see,
  sightKeys,
} from "./screen-sight.ts";
import { screenWrites } from "./screen-value.ts";
import { planLimitReached, type Usage, usageKeys, usageOf } from "./screening-usage.ts";

/** Screens of one transaction: two rows each beside the counter, and 100 items at most. */
const mostTogether = 49;

/** Questions that providers are asked about at once. */
const atOnce = 10;

/** What became of each question of a batch, in order. */
export type BatchResult = Screen | Refusal;

interface Made {
  readonly at: number;
  readonly screen: Screen;
  readonly writes: readonly Write[];
}

/** Screens up to 100 values for an account. One that cannot be answered stops no other; where the month has fewer screenings left, the first ones are answered. What is refused beforehand comes as its refusal. */
export async function screenBatch(
  desk: ScreenDesk & Patience,
  accountId: string,
  asked: readonly (Asked | Refusal)[],
): Promise<WithUsage<readonly BatchResult[]>> {
  const questions = asked.map((each) => (each instanceof Refusal ? each : readQuestion(each)));
  const values = questions.flatMap((each) => (each instanceof Refusal ? [] : [each.value]));
  const now = desk.clock.now();
  const account = usageKeys(accountId, now);
  const rows = await readRows(desk.book, [...account, ...sightKeys(values)]);
  const usage = usageOf(account.map(rows), accountId, now);
  const suspended = refuseSuspended(usage.account);
  if (suspended) throw suspended;
  const lists = await listsInForce(desk, rows);
  const seen = questions.map((each) => (each instanceof Refusal ? each : see(each, lists, rows)));
  const results: (Seen | BatchResult)[] = affordable(seen, usage);
  const made = await inOrder(unanswered(results), atOnce, (each) => answer(desk, usage, each));
  for (const { at, refusal } of made.filter((each) => "refusal" in each)) results[at] = refusal;
  const kept = await keepAll(
    desk,
    usage,
    made.filter((each) => "screen" in each),
  );
  for (const { at, result } of kept.result) results[at] = result;
  return { usage: kept.usage, result: results.map(requireAnswer) };
}

function requireAnswer(each: Seen | BatchResult): BatchResult {
  if (isSeen(each)) throw new Error("a question of a batch has no answer");
  return each;
}

function isSeen(each: Seen | BatchResult): each is Seen {
  return !(each instanceof Refusal) && !("verdict" in each);
}

/** The questions with those refused that the month has no screening left for. */
function affordable(seen: readonly (Seen | Refusal)[], usage: Usage): (Seen | Refusal)[] {
  let left = leftOf(usage);
  return seen.map((each) => {
    if (each instanceof Refusal) return each;
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
}

/** Writes screens down and counts them, a transaction at a time; a part that cannot be written takes no other with it. */
async function keepAll(
  desk: ScreenDesk,
  before: Usage,
  made: readonly Made[],
): Promise<WithUsage<readonly Kept[]>> {
  const result: Kept[] = [];
  let usage = before;
  for (let start = 0; start < made.length; start += mostTogether) {
    const part = made.slice(start, start + mostTogether);
    try {
      const kept = await keepSome(desk, before, part);
      usage = kept.usage;
      const refusal = planLimitReached(usage);
      result.push(
        ...part.map(({ at, screen }, nth) => ({ at, result: nth < kept.result ? screen : refusal })),
      );
      for (const { screen } of part.slice(0, kept.result)) meterScreen(desk, screen);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      result.push(...part.map(({ at }) => ({ at, result: error })));
    }
  }
  return { usage, result };
}

/** Rounds against others who spend the same month's last screenings. */
const rounds = 25;

/** Writes as many of the first screens as the month has left in which they were made, though it may be over; answers how many. */
async function keepSome(
  desk: ScreenDesk,
  { account, now }: Usage,
  part: readonly Made[],
): Promise<WithUsage<number>> {
  for (let round = 1; ; round++) {
    try {
      return await commitCounted(desk, async () => {
        const usage = usageOf(await desk.book.read(usageKeys(account.id, now)), account.id, now);
        const kept = firstOf(part, leftOf(usage));
        const by = kept.filter(({ screen }) => isCounted(screen)).length;
        return { writes: kept.flatMap(({ writes }) => writes), usage, by, result: kept.length };
      });
    } catch (error) {
      const spent = error instanceof Refusal && error.code === "plan_limit_reached";
      if (!spent || round >= rounds) throw error;
    }
  }
}

function firstOf(part: readonly Made[], left: number): readonly Made[] {
  let counted = 0;
  const end = part.findIndex(({ screen }) => {
    counted += isCounted(screen) ? 1 : 0;
    return counted > left;
  });
  return end < 0 ? part : part.slice(0, end);
}
