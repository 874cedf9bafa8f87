import type { Pause } from "../../app/core/ports.ts";

/** With the pauses between them under 5 s in all, a quarter of the least that waits for us. */
const mostRounds = 8;
const firstPauseMs = 50;
const longestPauseMs = 1600;

/** Has a service do what it left undone of a batch, round by round; the pauses grow, at random. What is still left after eight rounds is thrown as `failure` says. */
export async function inRounds<T>(
  all: readonly T[],
  pause: Pause,
  round: (left: readonly T[]) => Promise<readonly T[]>,
  failure: (left: number) => Error,
): Promise<void> {
  let left = all;
  for (let rounds = 1; left.length > 0; rounds++) {
    left = await round(left);
    if (left.length === 0) return;
    if (rounds === mostRounds) throw failure(left.length);
    await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** (rounds - 1)));
  }
}
