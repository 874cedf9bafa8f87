import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { ReleaseFacts } from "../../domain/escrow/conditions.ts";
import type { Escrow, EscrowTransitions } from "../../domain/escrow/escrow.ts";
import { hasFreshScreen } from "../../domain/escrow/gate.ts";
import { orderedAtOf, type PayoutIntent } from "../../domain/escrow/movement.ts";
import {
  mayDisburse,
  recordEscrowSearch,
  recordPayoutProof,
  recordPayoutSubmission,
  refusePayout,
  tellPayout,
  withdrawPayout,
} from "../../domain/escrow/payout.ts";
import { legText, unmetRefusal, withdrawnCode } from "../../domain/escrow/release.ts";
import type { Aggregate } from "../core/aggregate.ts";
import type { CommitContext, Context } from "../core/context.ts";
import type { Outcome } from "../core/idempotency-claim.ts";
import { railSilent } from "../core/idempotent-operation.ts";
import { within } from "../core/timeout.ts";
import type { Gate } from "../gate/screen-wallet.ts";
import type { Payout, VendorNo } from "../rails/ports.ts";
import { recordSearch } from "../rails/ports-search.ts";
import { type Rails, railSeconds } from "../settlement/vendors-of-record.ts";
import { changeByFacts, changeEscrow, type EscrowContext, railThatHolds, screenFor } from "./escrows.ts";
import { callRail, type HeldEscrow, type Step, stepHeldEscrow } from "./money-call.ts";
import { releaseFacts } from "./release-facts.ts";

/** What the rail says of a payout: `null` where it knows none of that key, and it may not be sent. */
export interface PayoutResponse {
  readonly key: string;
  readonly said: Payout | VendorNo | null;
}

/** How a payout stands before the rail is told: already made, ready to be sent, or neither. */
export interface PayoutReady {
  readonly escrow: Aggregate<Escrow>;
  readonly known: Payout | VendorNo | null;
  readonly isReady: boolean;
}

/** Looks whether the payout in flight may be sent. One whose pass has run out is looked for first, since what has left is not undone by a decline, and its address is screened again only where it has not left. */
export async function readyPayout(
  context: Context & Gate & Rails,
  found: Aggregate<Escrow>,
  intent: PayoutIntent,
): Promise<PayoutReady> {
  const ready = async ({ state }: Aggregate<Escrow>) =>
    mayDisburse(state, await releaseFacts(context, state.id), context.clock.now());
  if (await ready(found)) return { escrow: found, known: null, isReady: true };
  const known = await makePayout(context, found, intent);
  if (known) return { escrow: found, known, isReady: false };
  const { address, leg } = intent;
  const stage = leg === "release" ? "release" : "refund";
  const isStale = !hasFreshScreen(found.state, address, context.clock.now());
  const escrow = isStale ? await screenFor(context, found, { stage, address }) : found;
  return { escrow, known: null, isReady: escrow.state.intent?.key === intent.key && (await ready(escrow)) };
}

/** The payout that a key has made, for an answer that was lost; null where there is none. */
export function makePayout(
  context: Context & Rails,
  found: Aggregate<Escrow>,
  intent: PayoutIntent,
): Promise<Payout | VendorNo | null> {
  const { key, transferRef, toldAt, at, searchedTo: searchFrom } = intent;
  const railRef = found.state.funding?.railRef ?? "";
  const query = { key, railRef, transferRef, orderedAt: orderedAtOf(intent), toldAt: toldAt ?? at, searchFrom };
  return payoutAnswer(context, found, key, railThatHolds(context, found.state).payoutOf(query));
}

/** What a rail answers about a payout. Where its list is too long for one look, the record says where the next goes on. */
function payoutAnswer<T>(context: Context, found: Aggregate<Escrow>, key: string, look: Promise<T>): Promise<T> {
  return recordSearch(within(railSeconds, look), (searchedTo) =>
    changeEscrow(context, found, (state) => recordEscrowSearch(state, key, searchedTo, context.clock.now())),
  );
}

/** Tells the rail to pay out what is recorded, by its key, where that may be; the same key is the same payout. Throws where it gives no answer. */
export async function sendPayout(
  context: Context & Gate & Rails,
  found: Aggregate<Escrow>,
  intent: PayoutIntent,
): Promise<{ readonly escrow: Aggregate<Escrow>; readonly said: PayoutResponse }> {
  const { key, amount, chain, address: wallet } = intent;
  const { escrow, known, isReady } = await readyPayout(context, found, intent);
  if (!isReady) return { escrow, said: { key, said: known } };
  const { escrow: response, isTold } = await tellOf(context, escrow, key);
  // Somebody was faster, and may have sent it.
  if (!isTold) return { escrow: response, said: { key, said: await makePayout(context, response, intent) } };
  const { funding, payoutStable: stable } = response.state;
  const railRef = funding?.railRef ?? "";
  const orderedAt = orderedAtOf(intent);
  const order = { key, orderedAt, searchFrom: intent.searchedTo, railRef, amount, stable, chain, wallet };
  const sent = railThatHolds(context, response.state).disburse(order);
  const report = await payoutAnswer(context, response, key, sent);
  return { escrow: response, said: { key, said: report } };
}

/** Puts on record that the rail is being told, so that nobody takes the payout back while the order is on its way. */
async function tellOf(context: Context, found: Aggregate<Escrow>, key: string) {
  let isTold = false;
  const escrow = await changeByFacts(context, found, (state, facts) => {
    const transitions = tellPayout(state, key, facts, context.clock.now());
    isTold = transitions.length > 0;
    return transitions;
  });
  return { escrow, isTold };
}

/** What follows from all that the rail may say of a payout: where it knows none of that key, the payout is taken back. */
export function payoutTransitions(
  state: Escrow,
  { key, said: report }: PayoutResponse,
  facts: ReleaseFacts,
  now: Instant,
): EscrowTransitions {
  return report === null ? withdrawPayout(state, key, facts, now) : knownPayoutTransitions(state, key, report, now);
}

/** What follows from a payout that the rail knows. */
export function knownPayoutTransitions(
  state: Escrow,
  key: string,
  report: Payout | VendorNo,
  now: Instant,
): EscrowTransitions {
  if ("refused" in report) return refusePayout(state, { key, no: report.refused }, now);
  const { txHash, transferRef = null, paid, cost } = report;
  return txHash === null
    ? recordPayoutSubmission(state, { key, transferRef }, now)
    : recordPayoutProof(state, { key, txHash, paid, cost }, now);
}

/** The last part of a call that ordered a payout: the rail is told, and its answer is the call's. A definite no is payout_failed; where nothing is known the call can be repeated. */
export async function finishPayout(context: EscrowContext, held: HeldEscrow): Promise<Outcome> {
  const { intent } = held.escrow.state;
  if (!intent || intent.submitted) return told(context, await stepHeldEscrow(context, held, () => answer), held);
  const { escrow, said: report } = await callRail(context, held, () => sendPayout(context, held.escrow, intent));
  const after = await stepHeldEscrow(context, { ...held, escrow }, async (state) => {
    const facts = await releaseFacts(context, state.id);
    const transitions = payoutTransitions(state, report, facts, context.clock.now());
    return { transitions, ...answerTo(transitions.at(-1)?.next ?? state, intent) };
  });
  // A release that is proven and leaves a rest goes on with its return.
  if ("held" in after && isNextLeg(after.held.escrow.state, intent)) return finishPayout(context, after.held);
  return told(context, after, held);
}

function isNextLeg({ intent }: Escrow, { key, leg }: PayoutIntent): boolean {
  return leg === "release" && intent?.leg === "rest" && intent.key !== key;
}

const answer: Step = { transitions: [], answer: true };

function answerTo(state: Escrow, intent: PayoutIntent): Pick<Step, "answer" | "no"> {
  const { key, leg } = intent;
  const past = state.pastPayouts.find((each) => each.key === key && each.txHash === null);
  if (past && past.code !== withdrawnCode)
    return { no: new Refusal("payout_failed", `the rail refused the ${legText(leg)}: ${past.code}`) };
  if (past && leg === "release") return { no: unmetRefusal(state.unmet) };
  if (past) return { no: new Refusal("kyt_declined", "the refund address did not pass screening") };
  if (isNextLeg(state, intent)) return {};
  return state.intent?.key === key && !state.intent.submitted ? {} : { answer: true };
}

async function told(
  context: CommitContext,
  stepped: Awaited<ReturnType<typeof stepHeldEscrow>>,
  { claim }: HeldEscrow,
) {
  if ("outcome" in stepped) return stepped.outcome;
  throw await railSilent(context, claim);
}
