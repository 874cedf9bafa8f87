import type { ExposureAnswer } from "../domain/exposure.ts";
import { isCounted, openScreen } from "../domain/make-screen.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Screen } from "../domain/screen.ts";
import { isStopped } from "../domain/screen-judgement.ts";
import type { Asked } from "../domain/screen-value.ts";
import { type ScreenView, screenView, viewScreen } from "../domain/screen-view.ts";
import { addDays, type Instant } from "../domain/time.ts";
import { hopWrites, loaded, unborn } from "./aggregate.ts";
import {
  answeredClaim,
  claimKey,
  claimWrite,
  judgeClaim,
  type KeyedRequest,
  readClaim,
  runningClaim,
} from "./claim.ts";
import { commitCounted, type WithUsage } from "./commit-counted.ts";
import type { Desk } from "./desk.ts";
import { rowKey } from "./kinds.ts";
import type { Row, Write } from "./ports.ts";
import { screenKind } from "./screen-kind.ts";
import {
  answersOn,
  clean,
  listsInForce,
  meterScreen,
  readRows,
  type ScreenDesk,
  type Seen,
  see,
  sightKeys,
} from "./screen-sight.ts";
import { refuseUsage, usageKeys, usageOf } from "./screening-usage.ts";

/** A screen as it is told; `replayed` where the key's first request had it made. */
export interface ScreenTold {
  readonly view: ScreenView;
  readonly replayed: boolean;
}

/** Screens a value for an account, in one transaction with its counter. An empty Idempotency-Key is none. */
export async function screenValue(
  desk: ScreenDesk,
  request: KeyedRequest,
  asked: Asked,
): Promise<WithUsage<ScreenTold>> {
  const question = clean(asked);
  const { tenantId: accountId } = request;
  const id = desk.newId("scr", desk.clock.now());
  const keys = request.idempotencyKey === "" ? [] : [claimKey(request)];
  const judge = judgeOnce(desk, accountId, id);
  let made: Screen | undefined;
  const told = await commitCounted<ScreenTold>(desk, async () => {
    const now = desk.clock.now();
    const account = usageKeys(accountId, now);
    const rows = await readRows(desk.book, [...account, ...keys, ...sightKeys([question.value])]);
    const usage = usageOf(account.map(rows), accountId, now);
    const earlier = keys.map((key) => replayOf(rows(key), request, now)).find((each) => each !== undefined);
    if (earlier instanceof Refusal) return earlier;
    if (earlier) return { writes: [], usage, by: 0, result: { view: earlier, replayed: true } };
    const refused = refuseUsage(usage);
    if (refused) return refused;
    const seen = see(question, await listsInForce(desk, rows), rows);
    if (seen instanceof Refusal) return seen;
    const { screen, writes } = await judge(seen, now);
    made = screen;
    const view = viewScreen(screen);
    if (!isCounted(screen)) return { writes, usage, by: 0, result: { view, replayed: false } };
    const claims = keys.map((key) => keptUnder(request, view, now, rows(key)));
    return { writes: [...writes, ...claims], usage, by: 1, result: { view, replayed: false } };
  });
  if (made && !told.result.replayed) meterScreen(desk, made);
  return told;
}

/** Makes the screen of what was seen, as often as a race is lost; the providers are asked once. */
function judgeOnce(desk: ScreenDesk, accountId: string, id: string) {
  let answers: Promise<readonly ExposureAnswer[]> | undefined;
  return async (seen: Seen, now: Instant): Promise<{ screen: Screen; writes: Write[] }> => {
    // A block may be gone by the next attempt: that nobody was asked because of it is no answer.
    if (isStopped(seen)) return screenWrites(desk, accountId, { id, seen, exposures: [] }, now);
    answers ??= answersOn(desk, seen, id);
    return screenWrites(desk, accountId, { id, seen, exposures: await answers }, now);
  };
}

/** What writes a new screen down. */
export function screenWrites(
  desk: Desk,
  accountId: string,
  { id, seen, exposures }: { id: string; seen: Seen; exposures: readonly ExposureAnswer[] },
  now: Instant,
): { screen: Screen; writes: Write[] } {
  const hop = openScreen({ ...seen, id, accountId, exposures }, now);
  return { screen: hop.next, writes: hopWrites(unborn(screenKind, hop.next), [hop], desk).writes };
}

/** A key answers for at least 30 days. */
const keptDays = 31;

/** The answer of an earlier request with this key, or the no to another body under it. */
function replayOf(
  row: Row | undefined,
  request: KeyedRequest,
  now: Instant,
): ScreenView | Refusal | undefined {
  const claim = readClaim(row);
  const judged = claim && judgeClaim(claim, request.fingerprint, now);
  if (judged === undefined || judged === "dead" || judged instanceof Refusal)
    return judged === "dead" ? undefined : judged;
  return judged.kind === "result" ? screenView.parse(judged.result) : undefined;
}

function keptUnder(request: KeyedRequest, view: ScreenView, now: Instant, row: Row | undefined): Write {
  const running = runningClaim(request, {}, now, readClaim(row));
  const write = claimWrite(answeredClaim(running, { kind: "result", result: view }));
  if (!("put" in write)) throw new Error("a claim is put");
  const ttl = Math.floor(Date.parse(addDays(now, keptDays)) / 1000);
  return { ...write, put: { ...write.put, ttl } };
}

/** A screen that nobody asked for, and what writes it down. */
export type Uncounted = ReturnType<typeof screenWrites>;

/** Screens a value for an account's monitor: not counted, and kept only where its caller writes it. */
export async function screenUncounted(desk: ScreenDesk, accountId: string, asked: Asked): Promise<Uncounted> {
  const question = clean(asked);
  const rows = await readRows(desk.book, sightKeys([question.value]));
  const seen = see(question, await listsInForce(desk, rows), rows);
  if (seen instanceof Refusal) throw seen;
  const now = desk.clock.now();
  const id = desk.newId("scr", now);
  const exposures = await answersOn(desk, seen, id);
  const made = screenWrites(desk, accountId, { id, seen, exposures }, now);
  meterScreen(desk, made.screen);
  return made;
}

/** An account's screen. A stranger's is as unknown as one that never was. */
export async function getScreen(desk: Pick<Desk, "book">, accountId: string, id: string): Promise<Screen> {
  const [row] = await desk.book.read([rowKey(id)]);
  const found = row?.type === screenKind.type ? loaded(screenKind, row) : undefined;
  if (found?.state.accountId !== accountId) throw new Refusal("screening_not_found", "no such screen");
  return found.state;
}
