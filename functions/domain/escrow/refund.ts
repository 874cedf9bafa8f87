import { Refusal, retryable } from "../core/refusal.ts";
import { addSeconds, type Instant } from "../core/time.ts";
import { boughtFor, unappliedOf } from "./collections.ts";
import {
  type Escrow,
  type EscrowTransitions,
  escrowTransition,
  illegalMove,
  isEscrowEnded,
  outstandingFunding,
} from "./escrow.ts";
import { hasFreshScreen, lastScreen } from "./gate.ts";
import { frozenRefusal, orderRelease, orderRest, payoutInFlight, refusedTooOften, untoldDeposit } from "./release.ts";
import { isRestHeld } from "./rest.ts";
import { orderSendBack, refundedTransition } from "./send-back.ts";

/** Whoever calls has the rail to himself for so long. */
const callSeconds = 60;

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
  if (isRestHeld(state))
    return (
      refusedTooOften(state) ?? frozenRefusal(state, address) ?? (address === null ? addressRequired() : undefined)
    );
  if (state.paidLeg !== null) return illegalMove(state, "refunded", "it was paid out after all");
  if (outstandingFunding(state)) return illegalMove(state, "refunded", "its money is on its way");
  if (state.sendBack !== null) return undefined;
  const often = state.heldCents > 0 ? (refusedTooOften(state) ?? frozenRefusal(state, address)) : undefined;
  if (often) return often;
  return state.heldCents === 0 || address !== null ? undefined : addressRequired();
}

function addressRequired(): Refusal {
  const message = "required once value is held";
  return new Refusal("refund_address_required", `refundAddress: ${message}`, {
    fields: [{ path: "refundAddress", message }],
  });
}

/** Decides a refund. What is held is ordered to be paid back, with all that came beside it under the same collection; what is applied to nothing is for the rail to send back (`orderSendBack`), and where nothing came the escrow is refunded at once. A refund in flight to the same address is gone on with. Refuses an address whose last screen is no fresh pass. */
export function startRefund(state: Escrow, input: EscrowRefundInput, now: Instant): EscrowTransitions | Refusal {
  const why = whyNotRefund(state, input);
  if (why) return why;
  if (state.intent !== null) return [];
  if (state.sendBack !== null) return closeOnReturn(state, state.sendBack, input.reason, now);
  const address = input.refundAddress ?? state.refundAddress;
  const { heldCents, funding } = state;
  if (heldCents > 0 && address !== null) {
    if (!hasFreshScreen(state, address, now)) return addressDeclined(state, address);
    const next = { ...state, refundAddress: address, refundReason: input.reason };
    if (isRestHeld(state)) return orderRest(state, next, now);
    const amountCents = heldCents + (funding ? unappliedOf(state, funding) : 0);
    const amount = boughtFor(state, amountCents);
    if (amount === undefined) return untoldDeposit();
    return [orderRelease(state, next, { leg: "refund", address, amountCents, amount }, now)];
  }
  if (state.unappliedCents === 0) return [refundedTransition(state, input.reason, now)];
  const asked = { ...state, refundReason: input.reason };
  const ordered = orderSendBack(asked, { by: "refund", closes: true }, now, addSeconds(now, callSeconds));
  return ordered.length > 0 ? ordered : nothingToReturn(state);
}

/** What operators have begun to send back ends the escrow, now that its tenant wants that. */
function closeOnReturn(
  state: Escrow,
  sendBack: NonNullable<Escrow["sendBack"]>,
  refundReason: string | null,
  now: Instant,
): EscrowTransitions {
  if (sendBack.closes || state.heldCents > 0) return [];
  const next = { ...state, refundReason, sendBack: { ...sendBack, closes: true } };
  return [escrowTransition(state, next, now, { reason: "refunded once all that came has gone back" })];
}

/** What came cannot go back by the rail: operators send it back otherwise. */
function nothingToReturn(state: Escrow): Refusal {
  return new Refusal("refund_unsupported", "the rail cannot send back what came: operators return it", {
    extra: { unappliedCents: state.unappliedCents },
  });
}

/** The no to an address that did not pass, or was not screened in time: fail-closed. */
function addressDeclined(state: Escrow, address: string): Refusal {
  const last = lastScreen(state, address);
  const extra = { screeningRef: last?.ref ?? null, risk: last?.risk ?? null, stage: "refund" };
  const message = "the refund address did not pass screening";
  const isUnanswered = last === undefined || last.outcome === "unavailable";
  return isUnanswered ? retryable("kyt_declined", message, { extra }) : new Refusal("kyt_declined", message, { extra });
}
