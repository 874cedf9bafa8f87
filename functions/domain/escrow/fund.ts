import { netPostings, type Posting, transfer } from "../core/ledger.ts";
import { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import type { Collection } from "../rails/deposit-instructions.ts";
import type { VendorRefusal } from "../rails/vendor-refusal.ts";
import { counting, countsOfCollection } from "../settlement/counters.ts";
import { entryTermsOf, iatText } from "../settlement/entry-terms.ts";
import {
  fundingFor,
  fundingKey,
  fundingsOf,
  maxFundings,
  unappliedOf,
  withFunding,
  withUnappliedCents,
} from "./collections.ts";
import {
  type Escrow,
  type EscrowDecision,
  type EscrowTransitions,
  escrowFacts,
  escrowTransition,
  illegalMove,
  isHolding,
  outstandingFunding,
} from "./escrow.ts";
import { expiryTransition, isPastExpiry } from "./expire.ts";
import type { Funding } from "./movement.ts";

/** What a client says about the money: how much, and how it comes. */
export interface FundingInput
  extends Readonly<Pick<NonNullable<Escrow["funding"]>, "source" | "holderType" | "fundingRef" | "depositTxHash">> {
  readonly amountCents: number;
  /** The country of the bank that it comes from (ISO 3166-1 alpha-2), where the call says it, and of the tenant that it is held for. */
  readonly sourceCountry?: string | undefined;
  readonly receiverCountry?: string | null | undefined;
  /** It came on chain already, and is no bank's entry. */
  readonly isOnChain?: boolean | undefined;
  /** The partner's customer that the rail collects for. */
  readonly partnerCustomerId?: string | null;
}

/** Records how an escrow is to be funded, before the rail is asked. What is funded, or funded this way already, stays as it is. Refuses any other amount; what is past its expiry is expired and refused. */
export function askFunding(state: Escrow, input: FundingInput, now: Instant): EscrowDecision {
  if (input.amountCents !== state.amountCents) return { transitions: [], no: wrongAmount(state) };
  if (isHolding(state)) return { transitions: [], no: null };
  if (state.status !== "awaiting_funds") return { transitions: [], no: illegalMove(state, "funded") };
  if (state.sendBack !== null)
    return { transitions: [], no: illegalMove(state, "funded", "its money is on its way back") };
  const outstanding = outstandingFunding(state);
  if (outstanding) {
    const { fundingRef, depositTxHash } = outstanding;
    const isSame = fundingRef === input.fundingRef && depositTxHash === input.depositTxHash;
    return { transitions: [], no: isSame ? null : illegalMove(state, "funded", "other money for it is on its way") };
  }
  if (isPastExpiry(state, now))
    return {
      transitions: [expiryTransition(state, "past its expiry", now)],
      no: illegalMove(state, "funded", "it is expired"),
    };
  const pastFundings = fundingsOf(state);
  if (pastFundings.length >= maxFundings)
    return { transitions: [], no: illegalMove(state, "funded", "its money was asked for too often") };
  const { source, holderType, fundingRef, depositTxHash } = input;
  const entry = entryOf(input, now);
  const funding: Funding = {
    ...{ key: fundingKey(state), source, holderType, ...entry, fundingRef, depositTxHash, at: now, railRef: null },
    ...{ cancelledAt: null, receivedCents: 0, bought: null, sentBackCents: 0, returnRef: null, returnCost: null },
    returned: null,
  };
  const partnerCustomerId = state.partnerCustomerId ?? input.partnerCustomerId ?? null;
  const next = { ...state, funding, pastFundings, partnerCustomerId };
  const reason = `funding asked for${entry.iat ? `; ${iatText(entry.iat)}` : ""}`;
  return { transitions: [escrowTransition(state, next, now, { reason })], no: null };
}

/** What a deposit's record keeps of its entry; a deposit on chain has none. Who the buyer is, and where, no escrow says. */
function entryOf(input: FundingInput, now: Instant): Pick<Funding, "iat" | "entryDescription"> {
  return input.isOnChain ? { iat: null, entryDescription: null } : entryTermsOf(input, now);
}

function wrongAmount({ amountCents }: Escrow): Refusal {
  const message = `must be the escrow's amount, ${amountCents}`;
  return new Refusal("amount_mismatch", `amountCents: ${message}`, {
    fields: [{ path: "amountCents", message }],
    extra: { expectedCents: amountCents },
  });
}

/** Records what the rail answered to the wish to collect: held at once where the money is there, else waiting for it. */
export function recordFunding(state: Escrow, report: Collection, now: Instant): EscrowTransitions {
  const { funding } = state;
  if (funding === null || funding.railRef !== null) return [];
  const { railRef, instructions } = report;
  const { fundingRef, depositTxHash } = funding;
  const answered = { ...funding, railRef };
  const result = { ...{ ...state, funding: answered, instructions, depositTxHash }, fundingRef: fundingRef ?? railRef };
  const came = { totalCents: state.amountCents, bought: report.bought };
  if (report.state === "funds_received") return moneyCame(state, result, answered, came, now);
  return [escrowTransition(state, result, now, { reason: `the deposit is asked for as ${railRef}` })];
}

/** Records a rail that will not, or could not, collect: nothing is held, and the escrow can only be closed. */
export function refuseFunding(state: Escrow, no: VendorRefusal, now: Instant): EscrowTransitions {
  if (state.status !== "awaiting_funds" || !outstandingFunding(state)) return [];
  const next = { ...state, status: "failed" as const, failureCode: no.code, failureReason: no.reason };
  return [escrowTransition(state, next, now, { reason: `funding failed: ${no.code}` })];
}

/** What a rail says came under a collection, the present one where it names none: all of it so far in cents, and in stablecoin where it tells that. */
export interface ReceivedDeposit {
  readonly totalCents: number;
  readonly bought?: string | undefined;
  readonly railRef?: string | undefined;
}

/** Counts all that came so far under a collection; repeats and older totals change nothing. Only the exact amount under the present one is held, anything else is applied to nothing. */
export function receiveFunding(state: Escrow, came: ReceivedDeposit, now: Instant): EscrowTransitions {
  const funding = fundingFor(state, came.railRef);
  return funding ? moneyCame(state, state, funding, came, now) : [];
}

function moneyCame(
  from: Escrow,
  report: Escrow,
  funding: Funding,
  received: ReceivedDeposit,
  now: Instant,
): EscrowTransitions {
  const { totalCents } = received;
  const bought = received.bought ?? null;
  const moreCents = totalCents - funding.receivedCents;
  if (moreCents <= 0 && from === report) return learned(report, funding, totalCents, bought, now);
  if (moreCents <= 0) {
    const isNews = moreCents === 0 && funding.bought === null;
    const next = isNews ? withFunding(report, funding.key, { bought }) : report;
    return [escrowTransition(from, next, now, { reason: `the deposit came as ${report.fundingRef}` })];
  }
  const counted = { ...report, receivedCents: report.receivedCents + moreCents };
  const came = withFunding(counted, funding.key, { receivedCents: totalCents, receivedAt: now, bought });
  const isPresent = funding.key === report.funding?.key;
  if (isPresent && isExact(came))
    return [held(from, came, "funds received", transfer("rail_clearing", "unapplied_receipts", moreCents), now)];
  return [
    escrowTransition(from, came, now, {
      reason: `received ${moreCents} cents that are applied to nothing yet`,
      postings: transfer("rail_clearing", "unapplied_receipts", moreCents),
    }),
  ];
}

/** A rail that tells only later what the money became. */
function learned(
  state: Escrow,
  funding: Funding,
  totalCents: number,
  bought: string | null,
  now: Instant,
): EscrowTransitions {
  if (bought === null || funding.bought !== null || totalCents !== funding.receivedCents) return [];
  const next = withFunding(state, funding.key, { bought });
  return [escrowTransition(state, next, now, { reason: `the deposit became ${bought} ${state.payoutStable}` })];
}

/** Whether what lies under the present collection is the amount to hold. */
function isExact(state: Escrow): boolean {
  const { status, funding, amountCents, sendBack } = state;
  return (
    status === "awaiting_funds" && sendBack === null && funding !== null && unappliedOf(state, funding) === amountCents
  );
}

/** Holds what lies under the present collection; `postings` are those of the money that came, or went, just now. */
function held(
  from: Escrow,
  came: Escrow,
  reason: string,
  postings: readonly Posting[],
  now: Instant,
): Transition<Escrow> {
  const next = withUnappliedCents({
    ...{ ...came, status: "funded" as const, heldCents: came.amountCents },
    ...{ fundedAt: now, askedAt: null, expiryLookAt: null },
  });
  return escrowTransition(from, next, now, {
    reason,
    postings: netPostings([...postings, ...transfer("unapplied_receipts", "escrow_held", came.amountCents)]),
    follows: came.funding ? counting(came.tenantId, now, countsOfCollection({ ...came, ...came.funding })) : [],
    events: (funded) => [{ name: "escrow.funded", data: { ...escrowFacts(funded), fundingRef: funded.fundingRef } }],
  });
}

/** Money that was applied to nothing and that operators sent back outside the rail, the oldest collection's first; where the exact amount is left, it is held. Refuses more than there is. */
export function returnUnappliedFunds(
  state: Escrow,
  back: { readonly amountCents: number; readonly reference: string; readonly by: string },
  now: Instant,
): EscrowTransitions | Refusal {
  const { amountCents, reference, by } = back;
  if (amountCents < 1 || amountCents > state.unappliedCents)
    return new Refusal("action_not_available", `${state.unappliedCents} cents are applied to nothing`);
  const next = {
    ...takenFrom(state, amountCents),
    sentBackCents: state.sentBackCents + amountCents,
    refundedCents: state.refundedCents + amountCents,
  };
  const reason = `${amountCents} cents sent back as ${reference} (${by})`;
  const postings = transfer("unapplied_receipts", "rail_clearing", amountCents);
  if (isExact(next)) return [held(state, next, reason, postings, now)];
  return [escrowTransition(state, next, now, { reason, postings })];
}

/** So much taken out of what is applied to nothing, past collections first. */
function takenFrom(state: Escrow, amountCents: number): Escrow {
  let after = state;
  let leftCents = amountCents;
  for (const each of fundingsOf(state)) {
    const takenCents = Math.min(unappliedOf(state, each), leftCents);
    leftCents -= takenCents;
    if (takenCents > 0) after = withFunding(after, each.key, { sentBackCents: each.sentBackCents + takenCents });
  }
  return after;
}

/** Records that the rail gave up a collection that still waited: from now on the escrow may end without it. */
export function recordCollectionCancellation(state: Escrow, now: Instant): EscrowTransitions {
  const funding = outstandingFunding(state);
  if (!funding) return [];
  const next = { ...state, funding: { ...funding, cancelledAt: now }, instructions: null };
  return [escrowTransition(state, next, now, { reason: "the deposit is not waited for any more" })];
}
