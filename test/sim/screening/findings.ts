/** What must hold of the screening interface after every run, by name. */
export const screenInvariants = [
  "the counter equals the screens that were counted",
  "never above the plan",
  "one key is one screen, its replays the same to the byte",
  "an answer is kept",
  "history is an allowed path without gaps, its chain whole",
  "the catalogue names what the store has, and never a worse list",
  "nothing is allowed by a stale, half or old list, or unasked",
  "own entries act only with two different operators",
  "an alert is sent at most six times, under one event id",
  "no alert is lost",
  "nothing is stuck",
] as const;

export type ScreenInvariant = (typeof screenInvariants)[number];

/** An invariant that did not hold, and where. */
export interface ScreenFinding {
  readonly invariant: ScreenInvariant;
  readonly detail: string;
}

/** Takes down that an invariant did not hold. */
export type ReportScreen = (invariant: ScreenInvariant, detail: string) => void;
