import type { Report } from "../core/simulation.ts";

/** What must hold of disputes after every run, by name. */
export const disputeInvariants = [
  "one alert for a source's id, and none is lost",
  "history is an allowed path without gaps, its chain whole",
  "events follow from the history, each once",
  "no event is lost, and none told twice",
  "a payment's disputes are its open cases, at most one",
  "no payment is refunded that was or will be taken back",
  "the rail is told once, and money goes back once",
  "alerts and cases post nothing",
  "what was counted is what entries say, once each",
  "the public overview counts what there is, once",
  "a breach is told once, and takes the credit with it",
  "one execution a key, and everyone has an answer",
  "a replay is identical and writes nothing",
  "nothing is stuck",
  "what was submitted is in its packet",
] as const;

export type DisputeInvariant = (typeof disputeInvariants)[number];

export type DisputeReport = Report<DisputeInvariant>;
