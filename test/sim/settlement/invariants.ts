import type { Report as ReportOf } from "../core/simulation.ts";
import type { EscrowInvariant } from "../escrow/invariants.ts";

/** What must hold after every run, by name. */
export const invariants = [
  "money divides: fiat = fee + reserve + net",
  "the split is what the fee rule says",
  "the ledger agrees with the record",
  "money on its way back is not collected",
  "usdtOut is net times rate, truncated, exact",
  "at most one collection, conversion and payout a settlement",
  "what is frozen is never ordered again",
  "outside keys are ours",
  "a payout that was told is on the record",
  "an invoice counts its standing payments and never more than its total",
  "a void invoice has no payment",
  "late money is applied once, whole, or sent back",
  "credit notes are what an invoice was credited, within its total",
  "history is an allowed path without gaps that ends at the status",
  "the hash chain verifies",
  "a trail never goes back in time",
  "completed has the rail's hash",
  "events follow from the history",
  "no event is lost",
  "only listed events are sent",
  "an attempt is posted once, six at most, genuinely signed",
  "no conversion or payout without a passing screen after collection",
  "nothing is collected without a pass of the wallet",
  "no screen is bought twice",
  "a screen is recorded once, by its round",
  "a screen without an answer for 24 hours is a decline",
  "a reserve goes no sooner than its day",
  "suspended credit waits for the end of the return window",
  "what is collected or returned is counted once",
  "the public overview counts what there is, once",
  "one execution a key",
  "a key belongs to its tenant, route and body",
  "a replay is identical and writes nothing",
  "a key that made something is never forgotten",
  "nothing is stuck",
  "what a newer release wrote is kept",
  "the ledger is the vendor's books",
  "a client gets what its deposit bought, less fee and reserve",
  "the vendor's wallet is what our records say",
  "the vendor's wallet is what the ledger of units says",
  "clients' funds on the ledger are what they are owed",
  "fees leave once, for our own wallet",
  "one transfer a leg, under one key with one body",
  "nothing is paid out of a collection that is not there",
  "a payout's hash is the final one",
  "a payout that was made is no failure",
  "what the rail leaves open is in somebody's queue",
  "a forged callback is refused, a genuine one is let in",
] as const;

/** Those of escrows hold of the escrows that settlements share a rail with. */
export type Invariant = (typeof invariants)[number] | EscrowInvariant;

export type Report = ReportOf<Invariant>;
