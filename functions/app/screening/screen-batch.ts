import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as z from "zod";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { refuseSuspendedAccount } from "../../domain/screening/account.ts";
import type { Screen } from "../../domain/screening/screen.ts";
import { isCounted } from "../../domain/screening/screen-lifecycle.ts";
import { type Question, readQuestion, type ScreenInput } from "../../domain/screening/screen-value.ts";
import { type ScreenView, screenView, viewScreen } from "../../domain/screening/screen-view.ts";
import { type IdempotentRequest, keepAnswer, responseKeys, storedAnswer } from "../core/idempotency-claim.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Row, Write } from "../core/ports.ts";
import type { TimeBudget } from "../core/time-budget.ts";
import { screenWrites } from "./screen-value.ts";
import {
  answersOn,
  listsInForce,
  meterScreen,
  type Rows,
  readRows,
  type ScreenContext,
  type ScreeningSnapshot,
  see,
  snapshotKeys,
} from "./screening-context.ts";
import {
  commitWithUsage,
  isPlanLimitReached,
  type Usage,
  usageKeys,
  usageOf,
  type WithUsage,
  wholeUsage,
} from "./usage.ts";

/** Screens of one transaction: three rows each beside the counter and what the key keeps, and 100 items at most. */
const mostTogether = 32;

/** Questions that providers are asked about at once. */
const atOnce = 10;

/** What became of each question of a batch, in order. */
export type BatchResult = ScreenView | Refusal;

export interface BatchResponse {
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
  context: ScreenContext & TimeBudget,
  request: IdempotentRequest,
  input: readonly (ScreenInput | Refusal)[],
): Promise<WithUsage<BatchResponse>> {
  const questions = input.map((each) => (each instanceof Refusal ? each : readQuestion(each)));
  const values = questions.flatMap((each) => (each instanceof Refusal ? [] : [each.value]));
  const now = context.clock.now();
  const account = usageKeys(request.tenantId, now);
  const keys = responseKeys(request);
  const rows = await readRows(context.store, [...account, ...keys, ...snapshotKeys(values)]);
  const usage = await wholeUsage(context, usageOf(account.map(rows), request.tenantId, now));
  const earlier = requireOwn(keptScreens(keys.map(rows)[0], request, now));
  const places = questions.map((each, at) => earlier.get(at) ?? each);
  const results = affordable(await seeAll(context, places, rows, usage), usage);
  const made = await inOrder(unanswered(results), atOnce, (each) => answer(context, usage, each));
  for (const { at, refusal } of made.filter((each) => "refusal" in each)) results[at] = refusal;
  const screens = made.filter((each) => "screen" in each);
  const { usage: after, result: stored } = await keepAll(context, request, usage, screens);
  for (const { at, result } of stored) results[at] = result;
  const repeated = [...earlier.values(), ...stored.flatMap((each) => each.again ?? [])];
  const oldestAt = repeated.map(({ createdAt }) => createdAt).toSorted()[0] ?? null;
  const replayed = oldestAt !== null && !stored.some(isNew);
  return { usage: after, result: { results: results.map(requireAnswer), replayed, oldestAt } };
}

function requireOwn(stored: StoredBatch | Refusal): StoredBatch {
  if (stored instanceof Refusal) throw stored;
  return stored;
}

/** Looks all questions up that have no answer. A batch that is answered is told whatever has become of account and lists. */
async function seeAll(
  context: ScreenContext,
  places: readonly (Question | BatchResult)[],
  rows: Rows,
  { account }: Usage,
): Promise<(ScreeningSnapshot | BatchResult)[]> {
  const done = places.flatMap((each) => (isQuestion(each) ? [] : [each]));
  if (done.length === places.length && done.some((each) => !(each instanceof Refusal))) return done;
  const suspended = refuseSuspendedAccount(account);
  if (suspended) throw suspended;
  const lists = await listsInForce(context, rows);
  return places.map((each) => (isQuestion(each) ? see(each, lists, rows) : each));
}

function isQuestion(each: Question | BatchResult): each is Question {
  return !(each instanceof Refusal) && !("id" in each);
}

function requireAnswer(each: ScreeningSnapshot | BatchResult): BatchResult {
  if (isSeen(each)) throw new Error("a question of a batch has no answer");
  return each;
}

function isSeen(each: ScreeningSnapshot | BatchResult): each is ScreeningSnapshot {
  return !(each instanceof Refusal) && "subject" in each;
}

/** The questions with those refused that the month has no screening left for. */
function affordable(
  seen: readonly (ScreeningSnapshot | BatchResult)[],
  usage: Usage,
): (ScreeningSnapshot | BatchResult)[] {
  let left = leftOf(usage);
  return seen.map((each) => {
    if (!isSeen(each)) return each;
    left -= 1;
    return left < 0 ? isPlanLimitReached(usage) : each;
  });
}

function leftOf({ plan, used }: Usage): number {
  return plan.screenings === null ? Number.POSITIVE_INFINITY : Math.max(0, plan.screenings - used);
}

function unanswered(results: readonly (ScreeningSnapshot | BatchResult)[]): { at: number; seen: ScreeningSnapshot }[] {
  return results.flatMap((each, at) => (isSeen(each) ? [{ at, seen: each }] : []));
}

async function answer(
  context: ScreenContext & TimeBudget,
  { account, now }: Usage,
  { at, seen }: { at: number; seen: ScreeningSnapshot },
): Promise<Made | { readonly at: number; readonly refusal: Refusal }> {
  if (context.isLate()) return { at, refusal: outOfTime() };
  const id = context.newId("scr", now);
  const exposures = await answersOn(context, seen, id);
  return { at, ...screenWrites(context, account.id, { id, seen, exposures }, now) };
}

function outOfTime(): Refusal {
  return new Refusal("provider_unavailable", "the providers were too slow for so many questions at once", {
    retryAfterSeconds: 1,
  });
}

interface Stored {
  readonly at: number;
  readonly result: BatchResult;
  /** The same answer, where another request under the key gave it first. */
  readonly again?: ScreenView;
}

function isNew({ result, again: repeated }: Stored): boolean {
  return repeated === undefined && !(result instanceof Refusal);
}

/** Writes screens down and counts them, a transaction at a time; a part that cannot be written takes no other with it. */
async function keepAll(
  context: ScreenContext,
  request: IdempotentRequest,
  before: Usage,
  made: readonly Made[],
): Promise<WithUsage<readonly Stored[]>> {
  const result: Stored[] = [];
  let usage = before;
  for (let start = 0; start < made.length; start += mostTogether) {
    const part = made.slice(start, start + mostTogether);
    try {
      const stored = await keepSome(context, request, before, part);
      usage = stored.usage;
      result.push(...stored.result);
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
  context: ScreenContext,
  request: IdempotentRequest,
  before: Usage,
  part: readonly Made[],
): Promise<WithUsage<readonly Stored[]>> {
  for (let round = 1; ; round++) {
    try {
      const { usage, result } = await commitWithUsage(context, () => planPart(context, request, before, part));
      for (const { screen } of result.made) meterScreen(context, screen);
      return { usage, result: result.told(usage) };
    } catch (error) {
      const spent = error instanceof Refusal && error.code === "plan_limit_reached";
      if (!spent || round >= rounds) throw error;
    }
  }
}

async function planPart(
  { store }: ScreenContext,
  request: IdempotentRequest,
  { account, now }: Usage,
  part: readonly Made[],
) {
  const keys = responseKeys(request);
  const [accountRow, counter, row] = await store.read([...usageKeys(account.id, now), ...keys]);
  const usage = usageOf([accountRow, counter], account.id, now);
  const earlier = keptScreens(row, request, now);
  if (earlier instanceof Refusal) return earlier;
  const open = part.filter(({ at }) => !earlier.has(at));
  const made = firstOf(open, leftOf(usage));
  const views = new Map(made.map(({ at, screen }) => [at, viewScreen(screen)]));
  const counted = made.filter(({ screen }) => isCounted(screen));
  const stored = new Map([...earlier, ...counted.map(({ at, screen }) => [at, viewScreen(screen)] as const)]);
  const claims = counted.length > 0 ? keys.map(() => keepScreens(request, stored, now, row)) : [];
  const response = (after: Usage): Stored[] =>
    part.map(({ at }) => {
      const repeated = earlier.get(at);
      if (repeated) return { at, result: repeated, again: repeated };
      return { at, result: views.get(at) ?? isPlanLimitReached(after) };
    });
  const writes = [...made.flatMap((each) => each.writes), ...claims];
  return { writes, usage, by: counted.length, result: { made, told: response } };
}

function firstOf(part: readonly Made[], left: number): readonly Made[] {
  let counted = 0;
  const end = part.findIndex(({ screen }) => {
    counted += isCounted(screen) ? 1 : 0;
    return counted > left;
  });
  return end < 0 ? part : part.slice(0, end);
}

/** What a batch's key has kept: the answers that were counted, by their place. */
export type StoredBatch = ReadonlyMap<number, ScreenView>;

/** The same as it is stored: much the same a hundred times over, so that it is compressed, and one row holds it. */
const packed = z.object({ deflated: z.base64() });
const places = z.array(z.tuple([z.int(), screenView]));

/** What a key has kept of a batch, nothing where none came; the no to another body under it. */
function keptScreens(row: Row | undefined, request: IdempotentRequest, now: Instant): StoredBatch | Refusal {
  const stored = storedAnswer(row, request, now);
  if (stored === undefined) return new Map();
  if (stored instanceof Refusal) return stored;
  const { deflated } = packed.parse(stored.answer);
  const text = inflateRawSync(Buffer.from(deflated, "base64")).toString();
  return new Map(places.parse(JSON.parse(text)));
}

/** Keeps more answers of a batch under its key, beside those that `row` has. */
function keepScreens(request: IdempotentRequest, stored: StoredBatch, now: Instant, row: Row | undefined): Write {
  const deflated = deflateRawSync(JSON.stringify([...stored])).toString("base64");
  return keepAnswer(request, { deflated } satisfies z.infer<typeof packed>, now, row);
}
