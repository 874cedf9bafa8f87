import type { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import { type Escrow, type EscrowTransitions, escrowTransition, illegalMove } from "./escrow.ts";

/** Where an escrow pays out to; what is left out stays. */
export type PayoutCorrection = {
  readonly [K in "payoutAddress" | "payoutChain" | "payoutStable"]?: string | undefined;
};

/** A correction, and what is said against the stablecoin that it leaves. */
type WarnedCorrection = PayoutCorrection & { readonly warnings?: NonNullable<Escrow["assetWarnings"]> };

/** Corrects where an escrow pays out to; the same again changes nothing. Refuses it once money was asked for, since what was bought lies on that chain in that stablecoin, and its buyer has instructions. */
export function correctPayout(state: Escrow, input: WarnedCorrection, now: Instant): EscrowTransitions | Refusal {
  const { payoutAddress, payoutChain, payoutStable } = state;
  const wanted = {
    payoutAddress: input.payoutAddress ?? payoutAddress,
    payoutChain: input.payoutChain ?? payoutChain,
    payoutStable: input.payoutStable ?? payoutStable,
  };
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  const changed = names.filter((name) => wanted[name] !== state[name]);
  if (changed.length === 0) return [];
  const isOpen = state.status === "created" || state.status === "awaiting_funds";
  if (!isOpen || state.funding !== null) return illegalMove(state, "corrected", "its money was asked for");
  const { warnings = [] } = input;
  const { assetWarnings: _, ...rest } = state;
  const next: Escrow = { ...rest, ...wanted, ...(warnings.length > 0 && { assetWarnings: warnings }) };
  return [escrowTransition(state, next, now, { reason: `corrected ${changed.join(", ")}` })];
}
