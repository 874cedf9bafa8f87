import { addSeconds, type Instant } from "../core/time.ts";

/** Waits before an unavailable screen is asked again: 1 m, 5 m, 15 m, then hourly. */
const retrySeconds = [60, 300, 900, 3600] as const;

/** An unavailable screen is declined as screening_unavailable after 24 hours. */
export const unavailableLimitSeconds = 86_400;

/** When the screen after `rounds` unanswered ones is due. */
export function nextScreenAt(rounds: number, now: Instant): Instant {
  return addSeconds(now, retrySeconds[Math.min(rounds, retrySeconds.length) - 1] ?? 60);
}
