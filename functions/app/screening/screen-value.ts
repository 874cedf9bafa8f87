import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { isStopped } from "../../domain/screening/evaluate.ts";
import type { ExposureAnswer } from "../../domain/screening/exposure.ts";
import type { Screen } from "../../domain/screening/screen.ts";
import { isCounted, openScreen } from "../../domain/screening/screen-lifecycle.ts";
import type { ScreenInput } from "../../domain/screening/screen-value.ts";
import { type ScreenView, screenView, viewScreen } from "../../domain/screening/screen-view.ts";
import { creationWrites } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { type IdempotentRequest, keepAnswer, responseKeys, storedAnswer } from "../core/idempotency-claim.ts";
import type { Key, Write } from "../core/ports.ts";
import { findRecord } from "../core/read-records.ts";
import { screenRecordType } from "./screen-record.ts";
import {
  answersOn,
  clean,
  listsInForce,
  meterScreen,
  type Rows,
  readRows,
  type ScreenContext,
  type ScreeningSnapshot,
  see,
  snapshotKeys,
} from "./screening-context.ts";
import { commitWithUsage, refuseUsage, screenUsageKeys, screenUsageOf, type Usage, type WithUsage } from "./usage.ts";

/** A screen as it is told; `replayed` where the key's first request had it made. */
export interface ScreenResponse {
  readonly view: ScreenView;
  readonly replayed: boolean;
}

/** What becomes of a screen, in the transaction that writes it. */
interface Consequence<T> {
  readonly writes: readonly Write[];
  readonly result: T;
  /** What the request's key answers with; undefined is not kept. */
  readonly kept: unknown;
}

export interface Purpose<T> {
  readonly keys: readonly Key[];
  /** What is refused before the month is looked at. */
  readonly refuse: (usage: Usage, rows: Rows) => Promise<Refusal | undefined>;
  readonly make: (screen: Screen, now: Instant, usage: Usage) => Promise<Consequence<T>>;
  readonly replay: (stored: unknown) => Promise<T>;
}

const verdictAlone: Purpose<ScreenView> = {
  keys: [],
  refuse: async () => undefined,
  make: async (screen) => {
    const view = viewScreen(screen);
    return { writes: [], result: view, kept: isCounted(screen) ? view : undefined };
  },
  replay: async (stored) => screenView.parse(stored),
};

/** Screens a value for an account, in one transaction with its counter. An empty Idempotency-Key is none. */
export async function screenValue(
  context: ScreenContext,
  request: IdempotentRequest,
  input: ScreenInput,
): Promise<WithUsage<ScreenResponse>> {
  const { usage, result } = await screenFor(context, request, input, verdictAlone);
  return { usage, result: { view: result.made, replayed: result.replayed } };
}

/** Screens a value for a purpose, in one transaction with what that makes of it and with the account's counter. */
export async function screenFor<T>(
  context: ScreenContext,
  request: IdempotentRequest,
  input: ScreenInput,
  purpose: Purpose<T>,
): Promise<WithUsage<{ readonly made: T; readonly replayed: boolean }>> {
  const question = clean(input);
  const { tenantId: accountId } = request;
  const keys = responseKeys(request);
  const judge = judgeOnce(context, accountId, context.newId("scr", context.clock.now()));
  const { usage, result } = await commitWithUsage<{ made: T; screen: Screen | undefined }>(context, async () => {
    const now = context.clock.now();
    const account = screenUsageKeys(context, accountId, now);
    const looked = [...purpose.keys, ...snapshotKeys([question.value])];
    const rows = await readRows(context.store, [...account, ...keys, ...looked]);
    const usage = await screenUsageOf(context, account.map(rows), accountId, now);
    const [keyed] = keys.map(rows);
    const earlier = storedAnswer(keyed, request, now);
    if (earlier instanceof Refusal) return earlier;
    if (earlier) {
      const result = { made: await purpose.replay(earlier.answer), screen: undefined };
      return { writes: [], usage, by: 0, result };
    }
    const refused = (await purpose.refuse(usage, rows)) ?? refuseUsage(usage);
    if (refused) return refused;
    const seen = see(question, await listsInForce(context, rows), rows);
    if (seen instanceof Refusal) return seen;
    const { screen, writes } = await judge(seen, now);
    const { writes: more, result: made, kept: stored } = await purpose.make(screen, now, usage);
    const claims = stored === undefined ? [] : keys.map(() => keepAnswer(request, stored, now, keyed));
    const by = isCounted(screen) ? 1 : 0;
    return { writes: [...writes, ...more, ...claims], usage, by, result: { made, screen } };
  });
  const { made, screen } = result;
  if (screen) meterScreen(context, screen);
  return { usage, result: { made, replayed: !screen } };
}

/** Makes the screen of what was seen, as often as a race is lost; the providers are asked once. */
function judgeOnce(context: ScreenContext, accountId: string, id: string) {
  let answers: Promise<readonly ExposureAnswer[]> | undefined;
  return async (seen: ScreeningSnapshot, now: Instant): Promise<{ screen: Screen; writes: Write[] }> => {
    // A block may be gone by the next attempt: that nobody was asked because of it is no answer.
    if (isStopped(seen)) return screenWrites(context, accountId, { id, seen, exposures: [] }, now);
    answers ??= answersOn(context, seen, id);
    return screenWrites(context, accountId, { id, seen, exposures: await answers }, now);
  };
}

export function screenWrites(
  context: Context,
  accountId: string,
  { id, seen, exposures }: { id: string; seen: ScreeningSnapshot; exposures: readonly ExposureAnswer[] },
  now: Instant,
): { screen: Screen; writes: Write[] } {
  const transition = openScreen({ ...seen, id, accountId, exposures }, now);
  return { screen: transition.next, writes: creationWrites(screenRecordType, transition, context) };
}

/** A screen that nobody asked for, and what writes it down. */
export type UnmeteredScreen = ReturnType<typeof screenWrites>;

/** Screens a value for an account's monitor: not counted, and kept only where its caller writes it. */
export async function screenUnmeteredValue(
  context: ScreenContext,
  accountId: string,
  input: ScreenInput,
): Promise<UnmeteredScreen> {
  const question = clean(input);
  const rows = await readRows(context.store, snapshotKeys([question.value]));
  const seen = see(question, await listsInForce(context, rows), rows);
  if (seen instanceof Refusal) throw seen;
  const now = context.clock.now();
  const id = context.newId("scr", now);
  const exposures = await answersOn(context, seen, id);
  const made = screenWrites(context, accountId, { id, seen, exposures }, now);
  meterScreen(context, made.screen);
  return made;
}

/** An account's screen. A stranger's is as unknown as one that never was. */
export async function getScreen(context: StoreContext, accountId: string, id: string): Promise<Screen> {
  const found = await findRecord(context, screenRecordType, id);
  if (found?.state.accountId !== accountId) throw new Refusal("screening_not_found", "no such screen");
  return found.state;
}
