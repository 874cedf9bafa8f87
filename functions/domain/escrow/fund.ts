import { balanced, transfer } from "../core/ledger.ts";
import { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { Hop } from "../core/transition.ts";
import type { Collection } from "../rails/collection.ts";
import type { VendorRefusal } from "../rails/vendor-refusal.ts";
import {
  type Decided,
  type Escrow,
  type EscrowHops,
  escrowFacts,
  escrowHop,
  illegalMove,
  isHolding,
} from "./escrow.ts";
import { expired, isPastExpiry } from "./expire.ts";
import { outstandingFunding } from "./outstanding.ts";

/** What a client says about the money: how much, and how it comes. */
export interface FundingAsked {
  readonly amountCents: number;
  readonly source: NonNullable<Escrow["funding"]>["source"];
  readonly fundingRef: string | null;
  readonly depositTxHash: string | null;
}

/** Records how an escrow is to be funded, before the rail is asked. What is funded, or funded this way already, stays as it is. Refuses any other amount; what is past its expiry is expired and refused. */
export function askFunding(state: Escrow, asked: FundingAsked, now: Instant): Decided {
  if (asked.amountCents !== state.amountCents) return { hops: [], no: wrongAmount(state) };
  if (isHolding(state)) return { hops: [], no: null };
  if (state.status !== "awaiting_funds") return { hops: [], no: illegalMove(state, "funded") };
  const outstanding = outstandingFunding(state);
  if (outstanding) {
    const { fundingRef, depositTxHash } = outstanding;
    const isSame = fundingRef === asked.fundingRef && depositTxHash === asked.depositTxHash;
    return { hops: [], no: isSame ? null : illegalMove(state, "funded", "other money for it is on its way") };
  }
  if (isPastExpiry(state, now))
    return {
      hops: [expired(state, "past its expiry", now)],
      no: illegalMove(state, "funded", "it is expired"),
    };
  const { source, fundingRef, depositTxHash } = asked;
  const funding = {
    ...{ key: `${state.id}:fund:1`, source, fundingRef, depositTxHash },
    ...{ at: now, railRef: null, cancelledAt: null },
  };
  return { hops: [escrowHop(state, { ...state, funding }, now, { reason: "funding asked for" })], no: null };
}

function wrongAmount({ amountCents }: Escrow): Refusal {
  const message = `must be the escrow's amount, ${amountCents}`;
  return new Refusal("amount_mismatch", `amountCents: ${message}`, {
    fields: [{ path: "amountCents", message }],
    extra: { expectedCents: amountCents },
  });
}

/** Records what the rail answered to the wish to collect: held at once where the money is there, else waiting for it. */
export function recordFunding(state: Escrow, said: Collection, now: Instant): EscrowHops {
  const { funding } = state;
  if (funding === null || funding.railRef !== null) return [];
  const { railRef, instructions } = said;
  const { fundingRef, depositTxHash } = funding;
  const told = {
    ...{ ...state, funding: { ...funding, railRef }, instructions, depositTxHash },
    fundingRef: fundingRef ?? railRef,
  };
  if (said.state === "funds_received") return moneyCame(state, told, state.amountCents, now);
  return [escrowHop(state, told, now, { reason: `the deposit is asked for as ${railRef}` })];
}

/** Records a rail that will not, or could not, collect: nothing is held, and the escrow can only be closed. */
export function refuseFunding(state: Escrow, no: VendorRefusal, now: Instant): EscrowHops {
  if (state.status !== "awaiting_funds" || !outstandingFunding(state)) return [];
  const next = { ...state, status: "failed" as const, failureCode: no.code, failureReason: no.reason };
  return [escrowHop(state, next, now, { reason: `funding failed: ${no.code}` })];
}

/** Counts all that came by the rail so far; repeats and older totals change nothing. Only the exact amount is held, anything else is applied to nothing. */
export function receiveFunding(state: Escrow, totalCents: number, now: Instant): EscrowHops {
  return moneyCame(state, state, totalCents, now);
}

function moneyCame(from: Escrow, told: Escrow, totalCents: number, now: Instant): EscrowHops {
  const moreCents = totalCents - told.receivedCents;
  if (moreCents <= 0)
    return from === told
      ? []
      : [escrowHop(from, told, now, { reason: `the deposit came as ${told.fundingRef}` })];
  const poolCents = told.unappliedCents + moreCents;
  const came = { ...told, receivedCents: totalCents };
  if (told.status === "awaiting_funds" && poolCents === told.amountCents) {
    const postings = balanced(
      { account: "rail_clearing", amountCents: moreCents },
      { account: "unapplied_receipts", amountCents: told.unappliedCents },
      { account: "escrow_held", amountCents: -told.amountCents },
    );
    return [held(from, came, "funds received", postings, now)];
  }
  return [
    escrowHop(from, { ...came, unappliedCents: poolCents }, now, {
      reason: `received ${moreCents} cents that are applied to nothing yet`,
      postings: transfer("rail_clearing", "unapplied_receipts", moreCents),
    }),
  ];
}

function held(
  from: Escrow,
  came: Escrow,
  reason: string,
  postings: Hop<Escrow>["postings"] & {},
  now: Instant,
): Hop<Escrow> {
  const next = {
    ...{ ...came, status: "funded" as const, heldCents: came.amountCents, unappliedCents: 0 },
    ...{ fundedAt: now, askedAt: null, expiryLookAt: null },
  };
  return escrowHop(from, next, now, {
    reason,
    postings,
    events: (funded) => [
      { name: "escrow.funded", data: { ...escrowFacts(funded), fundingRef: funded.fundingRef } },
    ],
  });
}

/** Money that was applied to nothing and that operators sent back outside the rail; where the exact amount is left, it is held. Refuses more than there is. */
export function returnUnapplied(
  state: Escrow,
  back: { readonly amountCents: number; readonly reference: string; readonly by: string },
  now: Instant,
): EscrowHops | Refusal {
  const { amountCents, reference, by } = back;
  const leftCents = state.unappliedCents - amountCents;
  if (amountCents < 1 || leftCents < 0)
    return new Refusal("action_not_available", `${state.unappliedCents} cents are applied to nothing`);
  const next = {
    ...{ ...state, unappliedCents: leftCents },
    sentBackCents: state.sentBackCents + amountCents,
  };
  const reason = `${amountCents} cents sent back as ${reference} (${by})`;
  const postings = transfer("unapplied_receipts", "rail_clearing", amountCents);
  if (state.status !== "awaiting_funds" || leftCents !== state.amountCents)
    return [escrowHop(state, next, now, { reason, postings })];
  return [
    held(
      state,
      next,
      reason,
      [...postings, ...transfer("unapplied_receipts", "escrow_held", leftCents)],
      now,
    ),
  ];
}
