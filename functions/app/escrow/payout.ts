import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Escrow, EscrowHops, PayoutIntent } from "../../domain/escrow/escrow.ts";
import { hasFreshScreen } from "../../domain/escrow/gate.ts";
import {
  mayDisburse,
  recordPayoutProof,
  recordPayoutSubmitted,
  refusePayout,
  tellPayout,
  withdrawPayout,
} from "../../domain/escrow/payout.ts";
import { unmetRefusal, withdrawnCode } from "../../domain/escrow/release.ts";
import type { Loaded } from "../core/aggregate.ts";
import type { Outcome } from "../core/idempotency-claim.ts";
import { railSilent } from "../core/idempotent-operation.ts";
import { within } from "../core/timeout.ts";
import type { Payout, Refused } from "../rails/ports.ts";
import {
  changeEscrow,
  type EscrowDesk,
  railSeconds,
  railThatHolds,
  releaseFacts,
  screenFor,
} from "./escrows.ts";
import { asked, type Held, type Step, stepHeld } from "./hold-steps.ts";

/** What the rail says of a payout: `null` where it knows none of that key, and it may not be sent. */
export interface PayoutSaid {
  readonly key: string;
  readonly said: Payout | Refused | null;
}

/** How a payout stands before the rail is told: already made, ready to be sent, or neither. */
export interface PayoutReady {
  readonly escrow: Loaded<Escrow>;
  readonly known: Payout | Refused | null;
  readonly isReady: boolean;
}

/** Looks whether the payout in flight may be sent. One whose pass has run out is looked for first, since what has left is not undone by a decline, and its address is screened again only where it has not left. */
export async function readyPayout(
  desk: EscrowDesk,
  found: Loaded<Escrow>,
  intent: PayoutIntent,
): Promise<PayoutReady> {
  const ready = (escrow: Loaded<Escrow>) => mayDisburse(escrow.state, releaseFacts, desk.clock.now());
  if (ready(found)) return { escrow: found, known: null, isReady: true };
  const known = await payoutMade(desk, found.state, intent);
  if (known) return { escrow: found, known, isReady: false };
  const { address, leg: stage } = intent;
  const isStale = !hasFreshScreen(found.state, address, desk.clock.now());
  const escrow = isStale ? await screenFor(desk, found, { stage, address }) : found;
  return { escrow, known: null, isReady: escrow.state.intent?.key === intent.key && ready(escrow) };
}

/** The payout that a key has made, for an answer that was lost; null where there is none. */
export function payoutMade(
  desk: EscrowDesk,
  state: Escrow,
  { key }: PayoutIntent,
): Promise<Payout | Refused | null> {
  const railRef = state.funding?.railRef ?? "";
  return within(railSeconds, railThatHolds(desk, state).payoutOf({ key, railRef }));
}

/** Tells the rail to pay out what is recorded, by its key, where that may be; the same key is the same payout. Throws where it gives no answer. */
export async function sendPayout(
  desk: EscrowDesk,
  found: Loaded<Escrow>,
  intent: PayoutIntent,
): Promise<{ readonly escrow: Loaded<Escrow>; readonly said: PayoutSaid }> {
  const { key, amount, chain, address: wallet } = intent;
  const { escrow, known, isReady } = await readyPayout(desk, found, intent);
  if (!isReady) return { escrow, said: { key, said: known } };
  const { escrow: told, isTold } = await tellOf(desk, escrow, key);
  // Somebody was faster, and may have sent it.
  if (!isTold) return { escrow: told, said: { key, said: await payoutMade(desk, told.state, intent) } };
  const { funding, payoutStable: stable } = told.state;
  const railRef = funding?.railRef ?? "";
  const rail = railThatHolds(desk, told.state);
  const said = await within(railSeconds, rail.disburse({ key, railRef, amount, stable, chain, wallet }));
  return { escrow: told, said: { key, said } };
}

/** Puts on record that the rail is being told, so that nobody takes the payout back while the order is on its way. */
async function tellOf(desk: EscrowDesk, found: Loaded<Escrow>, key: string) {
  let isTold = false;
  const escrow = await changeEscrow(desk, found, (state) => {
    const hops = tellPayout(state, key, releaseFacts, desk.clock.now());
    isTold = hops.length > 0;
    return hops;
  });
  return { escrow, isTold };
}

/** What follows from what the rail said of a payout. */
export function payoutHops(state: Escrow, { key, said }: PayoutSaid, now: Instant): EscrowHops {
  if (said === null) return withdrawPayout(state, key, releaseFacts, now);
  if ("refused" in said) return refusePayout(state, { key, no: said.refused }, now);
  const { txHash, transferRef = null } = said;
  return txHash === null
    ? recordPayoutSubmitted(state, { key, transferRef }, now)
    : recordPayoutProof(state, { key, txHash }, now);
}

/** The last part of a call that ordered a payout: the rail is told, and its answer is the call's. A definite no is payout_failed; where nothing is known the call can be repeated. */
export async function finishPayout(desk: EscrowDesk, held: Held): Promise<Outcome> {
  const { intent } = held.escrow.state;
  if (!intent || intent.submitted) return told(desk, await stepHeld(desk, held, () => answer), held);
  const { escrow, said } = await asked(desk, held, () => sendPayout(desk, held.escrow, intent));
  const after = await stepHeld(desk, { ...held, escrow }, (state) => {
    const hops = payoutHops(state, said, desk.clock.now());
    return { hops, ...answerTo(hops.at(-1)?.next ?? state, intent) };
  });
  return told(desk, after, held);
}

const answer: Step = { hops: [], answer: true };

function answerTo(state: Escrow, intent: PayoutIntent): Pick<Step, "answer" | "no"> {
  const { key, leg } = intent;
  const past = state.pastPayouts.find((each) => each.key === key && each.txHash === null);
  if (past && past.code !== withdrawnCode)
    return { no: new Refusal("payout_failed", `the rail refused the ${leg}: ${past.code}`) };
  if (past && leg === "release") return { no: unmetRefusal(state.unmet) };
  if (past) return { no: new Refusal("kyt_declined", "the refund address did not pass screening") };
  return state.intent?.key === key && !state.intent.submitted ? {} : { answer: true };
}

async function told(desk: EscrowDesk, stepped: Awaited<ReturnType<typeof stepHeld>>, { claim }: Held) {
  if ("outcome" in stepped) return stepped.outcome;
  throw await railSilent(desk, claim);
}
