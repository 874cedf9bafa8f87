/** What was taken away stops within this time, where nothing else is said. */
const usualMs = 30_000;

/** What is made up makes us ask again, so that is done at most once a second. */
const againMs = 1000;

/** How long an answer is remembered, and what is done when none comes. */
export interface Remembering {
  readonly nowMs?: () => number;
  /** What was taken away stops within this time. */
  readonly rememberMs?: number;
  /** For so long after it was last given well an answer still counts. */
  readonly keepMs?: number;
  /** Told what went wrong, at every question that fails. */
  readonly tell?: (error: unknown) => void;
}

/** An answer that is asked for and remembered, for half a minute where nothing else is said, so that a change is felt soon; `again` asks anew, at most once a second. */
export function rememberedAnswer<T>(
  ask: () => Promise<T>,
  { nowMs = Date.now, rememberMs = usualMs, keepMs = 0, tell = () => undefined }: Remembering = {},
): (again?: "again") => Promise<T> {
  let remembered: { value: T; readMs: number; lookedMs: number } | undefined;

  return async (again) => {
    const asOfMs = nowMs();
    const ageMs = again ? againMs : rememberMs;
    if (remembered && remembered.lookedMs + ageMs > asOfMs) return remembered.value;
    try {
      const value = await ask();
      remembered = { value, readMs: asOfMs, lookedMs: asOfMs };
      return value;
    } catch (error) {
      tell(error);
      if (!remembered || remembered.readMs + keepMs <= asOfMs) throw error;
      remembered = { ...remembered, lookedMs: asOfMs };
      return remembered.value;
    }
  };
}
