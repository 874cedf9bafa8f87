import type { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import { type Escrow, type EscrowTransitions, escrowTransition, illegalMove, isEscrowEnded } from "./escrow.ts";

const correctable = ["payoutAddress", "payoutChain", "payoutStable", "refundAddress"] as const;

/** Where an escrow pays out to, and where money goes back to; what is left out stays. */
export type PayoutCorrection = { readonly [K in (typeof correctable)[number]]?: string | undefined };

/** A correction, and what is said against the stablecoin that it leaves. */
type WarnedCorrection = PayoutCorrection & { readonly warnings?: NonNullable<Escrow["assetWarnings"]> };

function changedBy(state: Escrow, input: PayoutCorrection) {
  return correctable.filter((name) => input[name] !== undefined && input[name] !== state[name]);
}

/** Whether a correction only names the refund address of an escrow that has none. */
export function isOnlyNamed(state: Escrow, input: PayoutCorrection): boolean {
  return state.refundAddress === null && changedBy(state, input).every((name) => name === "refundAddress");
}

/** Corrects where an escrow pays out to; the same again changes nothing. Refuses it once money was asked for, since what was bought lies on that chain in that stablecoin, and its buyer has instructions. A refund address that nobody has named yet may be named until the end. */
export function correctPayout(state: Escrow, input: WarnedCorrection, now: Instant): EscrowTransitions | Refusal {
  const changed = changedBy(state, input);
  if (changed.length === 0) return [];
  const why = { reason: `corrected ${changed.join(", ")}` };
  const wanted = Object.fromEntries(changed.map((name) => [name, input[name]]));
  if (isOnlyNamed(state, input))
    return isEscrowEnded(state.status)
      ? illegalMove(state, "corrected")
      : [escrowTransition(state, { ...state, ...wanted }, now, why)];
  const isOpen = state.status === "created" || state.status === "awaiting_funds";
  if (!isOpen || state.funding !== null) return illegalMove(state, "corrected", "its money was asked for");
  const { warnings = [] } = input;
  const { assetWarnings: _, ...rest } = state;
  const next: Escrow = { ...rest, ...wanted, ...(warnings.length > 0 && { assetWarnings: warnings }) };
  return [escrowTransition(state, next, now, why)];
}
