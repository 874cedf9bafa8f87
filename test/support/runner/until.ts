import { setTimeout as wait } from "node:timers/promises";

/** Looks until it holds; the last look that did not is part of the failure, which comes after `limitMs`. */
export async function until<T>(
  look: () => Promise<T> | T,
  holds: (seen: T) => boolean,
  what: string,
  limitMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (performance.now() > deadline) throw new Error(`${what}; last seen: ${JSON.stringify(seen)?.slice(0, 2_000)}`);
    await wait(60);
  }
}
