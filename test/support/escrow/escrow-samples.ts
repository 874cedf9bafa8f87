import { convertCents } from "../../../functions/domain/core/money.ts";
import { createEscrow, type EscrowOrigin, type NewEscrow } from "../../../functions/domain/escrow/create.ts";
import {
  type Escrow,
  type EscrowStatus,
  type EscrowTransitions,
  escrow,
} from "../../../functions/domain/escrow/escrow.ts";
import { expireEscrow } from "../../../functions/domain/escrow/expire.ts";
import {
  askFunding,
  type FundingInput,
  type ReceivedDeposit,
  receiveFunding,
  recordCollectionCancellation,
  recordFunding,
} from "../../../functions/domain/escrow/fund.ts";
import { escrowScreenRound } from "../../../functions/domain/escrow/gate.ts";
import { recordPayoutProof, refusePayout } from "../../../functions/domain/escrow/payout.ts";
import { startRefund } from "../../../functions/domain/escrow/refund.ts";
import { startRelease } from "../../../functions/domain/escrow/release.ts";
import { recordEscrowScreen } from "../../../functions/domain/escrow/screen.ts";
import type { Collection } from "../../../functions/domain/rails/deposit-instructions.ts";
import { agreed, aRule, aTenant, lastOf, later, noon, verdicts, withReasons } from "../core/samples.ts";

/** Nothing stands against a release. */
export const quietFacts = { disputeOpen: false };

export const beneficiary = "0xBENEFICIARY";
export const buyer = "0xBUYER";

/** What a client asks for, with changes. */
export function wish(change: Partial<NewEscrow> = {}): NewEscrow {
  return {
    reference: "deal-1",
    amountCents: 10_000,
    currency: "USD",
    rail: "stablecoin",
    releaseRule: "manual",
    requiredApprovals: 2,
    buyerRef: null,
    sellerRef: null,
    payoutChain: "base",
    payoutAddress: beneficiary,
    payoutStable: "USDT",
    refundAddress: null,
    invoiceId: null,
    expiresAt: null,
    metadata: {},
    milestones: [],
    ...change,
  };
}

export const origin: EscrowOrigin = {
  id: "esc_01K00000000000000000000000",
  tenantId: aTenant().id,
  tenantSlug: aTenant().slug,
  adapter: "mock",
  refundable: true,
  statusToken: "STATUS-TOKEN",
  milestoneIds: ["mil_1", "mil_2", "mil_3"],
  rule: aRule({ kind: "escrow", bps: 250 }),
};

export const funds: FundingInput = {
  ...{ amountCents: 10_000, source: "ach", holderType: "business" },
  ...{ fundingRef: null, depositTxHash: null },
};
export const collectedFunding: Collection = {
  ...{ railRef: "rail_1", state: "funds_received" as const, instructions: null, bought: "100.000000" },
};
export const awaitedFunding = { railRef: "rail_1", state: "awaiting_funds", instructions: { bank: "b" } } as const;
export const refusal = { code: "payout_rejected", reason: "closed account" };

/** So much came in all, and became as much stablecoin. */
export function total(totalCents: number, railRef?: string): ReceivedDeposit {
  return { totalCents, bought: convertCents(totalCents, "1"), ...(railRef !== undefined && { railRef }) };
}

/** The state after the transitions, or as it was where there were none. */
export function movedBy(state: Escrow, transitions: EscrowTransitions): Escrow {
  return withReasons(transitions).at(-1)?.next ?? state;
}

/** An escrow just created. */
export function createdEscrow(change: Partial<NewEscrow> = {}): Escrow {
  return lastOf(agreed(createEscrow(wish(change), origin, noon))).next;
}

/** An escrow that asked the rail for its money, which did not come yet. */
export function awaiting(state = createdEscrow()): Escrow {
  const input = movedBy(state, askFunding(state, { ...funds, source: "ach_push" }, noon).transitions);
  return movedBy(input, recordFunding(input, awaitedFunding, noon));
}

/** An escrow whose exact amount is held. */
export function fundedEscrow(change: Partial<NewEscrow> = {}): Escrow {
  const state = createdEscrow(change);
  const input = movedBy(state, askFunding(state, { ...funds, amountCents: state.amountCents }, noon).transitions);
  return movedBy(input, recordFunding(input, collectedFunding, noon));
}

/** The state after a screen of an address. */
export function screenedEscrow(
  state: Escrow,
  verdict: keyof typeof verdicts = "pass",
  address = beneficiary,
  now = noon,
): Escrow {
  const stage = address === beneficiary ? "release" : "refund";
  const input = { stage, round: escrowScreenRound(state), address, verdict: verdicts[verdict] } as const;
  return movedBy(state, recordEscrowScreen(state, input, quietFacts, now));
}

/** The state after a release was called. */
export function releasedEscrow(state: Escrow, now = noon): Escrow {
  return movedBy(state, startRelease(state, quietFacts, now).transitions);
}

/** An escrow whose release is ordered from the rail and not proven. */
export function releasing(): Escrow {
  return releasedEscrow(screenedEscrow(fundedEscrow()));
}

/** An escrow whose refund is ordered from the rail and not proven. */
export function refunding(state = fundedEscrow()): Escrow {
  const passed = screenedEscrow(state, "pass", buyer);
  return movedBy(passed, agreed(startRefund(passed, { reason: "off", refundAddress: buyer }, noon)));
}

/** An escrow as it stands in a status; `failed` after its payout was refused. */
export function escrowIn(status: EscrowStatus): Escrow {
  const ways: Readonly<Record<EscrowStatus, () => Escrow>> = {
    created: () => ({ ...createdEscrow(), status: "created" }) as Escrow,
    awaiting_funds: () => createdEscrow(),
    funded: fundedEscrow,
    release_pending: () => releasedEscrow(fundedEscrow()),
    released: () => movedBy(releasing(), recordPayoutProof(releasing(), { txHash: "0xproof" }, noon)),
    refunded: () => movedBy(refunding(), recordPayoutProof(refunding(), { txHash: "0xback" }, noon)),
    expired: () => lastOf(agreed(expireEscrow(createdEscrow(), "asked", noon))).next,
    failed: () => movedBy(releasing(), refusePayout(releasing(), { no: refusal }, noon)),
  };
  return escrow.parse(ways[status]());
}

/** Ways of money that its stories must take, by what the trail says of them. */
export const moneyReasons = [
  "that are applied to nothing yet",
  "to be sent back by the rail",
  "on its way back as",
  "cents sent back by the rail",
  "the rail did not send the money back",
  "of a collection that had been given up",
  "refunded, all that came went back",
];

/** With a wish to fund on record. */
export const askForFunds = (state = createdEscrow(), input = funds) =>
  movedBy(state, askFunding(state, input, noon).transitions);
/** With so many cents come in all. */
export const came = (state: Escrow, totalCents: number, railRef?: string) =>
  movedBy(state, receiveFunding(state, total(totalCents, railRef), later(1)));
/** With its collection given up. */
export const givenUp = (state = awaiting()) => movedBy(state, recordCollectionCancellation(state, later(2)));

/** A second collection, of which nothing came yet, after a first one of 4,000 cents was given up. */
export function anew(): Escrow {
  const state = askForFunds(givenUp(came(awaiting(), 4_000)));
  return movedBy(state, recordFunding(state, { ...awaitedFunding, railRef: "rail_2" }, later(3)));
}
