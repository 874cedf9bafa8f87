import { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import {
  type Escrow,
  type EscrowTransitions,
  escrowFacts,
  escrowTransition,
  illegalMove,
  isEscrowEnded,
  outstandingFunding,
} from "./escrow.ts";
import { hasFreshScreen, lastScreen } from "./gate.ts";
import { orderRelease, payoutInFlight } from "./release.ts";

/** What a client asks for; the address may be on the escrow already. */
export interface EscrowRefundInput {
  readonly reason: string | null;
  readonly refundAddress: string | null;
}

/** The guard, before anything moves: why an escrow cannot be refunded now, but for the screen of where the money would go. */
export function whyNotRefund(state: Escrow, input: EscrowRefundInput): Refusal | undefined {
  const address = input.refundAddress ?? state.refundAddress;
  const { intent } = state;
  if (intent !== null)
    return intent.leg === "refund" && intent.address === address ? undefined : payoutInFlight(intent);
  if (isEscrowEnded(state.status)) return illegalMove(state, "refunded");
  if (state.paidLeg !== null) return illegalMove(state, "refunded", "it was paid out after all");
  if (outstandingFunding(state)) return illegalMove(state, "refunded", "its money is on its way");
  if (state.heldCents === 0 || address !== null) return undefined;
  const message = "required once value is held";
  return new Refusal("refund_address_required", `refundAddress: ${message}`, {
    fields: [{ path: "refundAddress", message }],
  });
}

/** Decides a refund. What is held is ordered to be paid back, whole; where nothing is held the escrow is refunded at once, without a payout. A refund in flight to the same address is gone on with. Refuses an address whose last screen is no fresh pass. */
export function startRefund(state: Escrow, input: EscrowRefundInput, now: Instant): EscrowTransitions | Refusal {
  const why = whyNotRefund(state, input);
  if (why) return why;
  if (state.intent !== null) return [];
  const address = input.refundAddress ?? state.refundAddress;
  if (state.heldCents === 0 || address === null) return [refundedUnheld(state, input.reason, now)];
  if (!hasFreshScreen(state, address, now)) return addressDeclined(state, address);
  const next = { ...state, refundAddress: address, refundReason: input.reason };
  return [orderRelease(state, next, { leg: "refund", address, amountCents: state.heldCents }, now)];
}

function refundedUnheld(state: Escrow, reason: string | null, now: Instant) {
  const next = {
    ...{ ...state, status: "refunded" as const, refundReason: reason },
    ...{ heldCents: 0 as const, intent: null, expiryLookAt: null },
  };
  return escrowTransition(state, next, now, {
    reason: `refunded, nothing was held${reason === null ? "" : `: ${reason}`}`,
    events: (ended) => [{ name: "escrow.refunded", data: { ...escrowFacts(ended), refundTxHash: null, reason } }],
  });
}

/** The no to an address that did not pass, or was not screened in time: fail-closed. */
function addressDeclined(state: Escrow, address: string): Refusal {
  const last = lastScreen(state, address);
  return new Refusal("kyt_declined", "the refund address did not pass screening", {
    extra: { screeningRef: last?.ref ?? null, risk: last?.risk ?? null, stage: "refund" },
  });
}
