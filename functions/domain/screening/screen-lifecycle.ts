import { addSeconds, type Instant, secondsBetween } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import type { Evaluation } from "./evaluate.ts";
import type { ExposureAnswer } from "./exposure.ts";
import type { Screen } from "./screen.ts";
import { decide } from "./verdict.ts";

/** A provider that says `pending` is asked again after a minute, and then whenever as much time again has passed as until then, at most an hour. */
const firstAskSeconds = 60;
const longestAskSeconds = 3_600;

/** After a day a provider's answer is waited for no more: the screen ends as an error, which is no pass. */
const pendingLimitSeconds = 86_400;

/** What a screen is made of: who asked, what was found, and where the lists are kept. */
export interface ScreenResult extends Evaluation {
  readonly id: string;
  readonly accountId: string;
  readonly indexKeys: readonly string[];
}

/** The first verdict on a question. */
export function openScreen(screened: ScreenResult, now: Instant): Transition<Screen> {
  const next = { ...verdictOn(screened), createdAt: now, updatedAt: now };
  const { status, action } = next.verdict;
  const pending = status === "pending";
  const askAgainAt = pending ? addSeconds(now, firstAskSeconds) : null;
  const reason = `${next.subject.type} screened: ${action}`;
  return { next: { ...next, askAgainAt }, from: null, to: status, reason };
}

function verdictOn(screened: ScreenResult): Omit<Screen, "askAgainAt" | "createdAt" | "updatedAt"> {
  const { id, accountId, subject, own, exposures, indexKeys } = screened;
  const verdict = decide(screened);
  return {
    ...{ id, accountId, subject, verdict },
    ...{ own: [...own], exposures: [...exposures], indexKeys: [...indexKeys] },
  };
}

/** The answers as they count at `now`: what has been pending for too long will not come any more. */
function inTime(exposures: readonly ExposureAnswer[], since: Instant, now: Instant): ExposureAnswer[] {
  const late = secondsBetween(since, now) >= pendingLimitSeconds;
  return exposures.map((each) => (late && each.status === "pending" ? { ...each, status: "error" } : each));
}

/** A pending screen after its providers were asked again, over the lists of now. */
export function screenRetryAt(
  before: Screen,
  found: Omit<ScreenResult, "id" | "accountId">,
  now: Instant,
): Transition<Screen> {
  const { id, accountId, createdAt } = before;
  const exposures = inTime(found.exposures, createdAt, now);
  const after = verdictOn({ ...found, id, accountId, exposures });
  const { status, action } = after.verdict;
  if (status === "pending") {
    const waited = Math.max(firstAskSeconds, secondsBetween(createdAt, now));
    const askAgainAt = addSeconds(now, Math.min(waited, longestAskSeconds));
    return { next: { ...before, askAgainAt }, from: status, to: status, reason: "still pending", quiet: true };
  }
  const next: Screen = { ...after, askAgainAt: null, createdAt, updatedAt: now };
  return { next, from: before.verdict.status, to: status, reason: `answered: ${action}` };
}

/** A pending screen that cannot be looked at now. */
export function askLater(before: Screen, now: Instant): Transition<Screen> {
  const next = { ...before, askAgainAt: addSeconds(now, firstAskSeconds) };
  return { next, from: "pending", to: "pending", reason: "asked later", quiet: true };
}

/** Whether a screen counts against its account's plan: an error never does. */
export function isCounted({ verdict }: Pick<Screen, "verdict">): boolean {
  return verdict.status !== "error";
}
