import type { Report } from "../core/simulation.ts";

/** What must hold of escrows after every run, by name. */
export const escrowInvariants = [
  "held is what was funded and neither released nor refunded, at every moment",
  "the ledger is the rail's file",
  "the ledger agrees with the record",
  "what was released is not refunded",
  "never released without its rule",
  "a cancelled milestone is never paid",
  "nothing is paid out without a fresh pass of its address",
  "one payout an escrow, under one key with one body",
  "what is frozen is never ordered again",
  "nothing leaves for an escrow but what its deposit bought",
  "history is an allowed path without gaps, its chain whole",
  "events follow from the history, each once",
  "no event is lost",
  "the public overview counts what there is, once",
  "one execution a key, and everyone has an answer",
  "a replay is identical and writes nothing",
  "a key that made something is never forgotten",
  "nothing is stuck",
  "what a newer release wrote is kept",
  "what never came ends at its expiry",
  "an unauthorized return has one case, which is marked on its escrow",
] as const;

export type EscrowInvariant = (typeof escrowInvariants)[number];

export type EscrowReport = Report<EscrowInvariant>;
