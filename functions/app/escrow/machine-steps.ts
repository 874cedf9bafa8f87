import { awaitPayoutProof } from "../../domain/escrow/payout.ts";
import { parkPayout } from "../../domain/escrow/retry-schedule.ts";
import type { Context } from "../core/context.ts";
import type { Gate } from "../gate/screen-wallet.ts";
import type { Workflows } from "../settlement/ports.ts";
import type { Rails } from "../settlement/vendors-of-record.ts";
import { changeByFacts, changeEscrow, loadEscrow } from "./escrows.ts";
import { makePayout, payoutTransitions, readyPayout, sendPayout } from "./payout.ts";

export interface PayoutContext extends Context, Gate, Rails {
  readonly workflows: Workflows;
}

/** What the machine carries of its escrow: names to look things up by, nothing else. */
export interface PayoutSubject {
  readonly escrowId: string;
  readonly tenantId: string;
}

/** Screen: whether the payout may be sent. What has left already needs no more, and what the call that ordered it has brought to its end is ended. */
export async function screenPayout(
  context: Context & Gate & Rails,
  { escrowId }: PayoutSubject,
): Promise<"pass" | "blocked" | "ended"> {
  const found = await loadEscrow(context, escrowId);
  const { intent } = found.state;
  if (!intent) return "ended";
  if (intent.submitted) return "pass";
  const { known, isReady } = await readyPayout(context, found, intent);
  return known || isReady ? "pass" : "blocked";
}

/** Disburse: tells the rail by the payout's key, and records what it says. Throws, to be tried again, where that is nothing. */
export async function disbursePayout(context: Context & Gate & Rails, { escrowId }: PayoutSubject): Promise<void> {
  const found = await loadEscrow(context, escrowId);
  const { intent } = found.state;
  if (!intent || intent.submitted) return;
  const { escrow, said: reply } = await sendPayout(context, found, intent);
  const after = await changeByFacts(context, escrow, (state, facts) =>
    payoutTransitions(state, reply, facts, context.clock.now()),
  );
  const left = after.state.intent;
  if (left?.key === intent.key && !left.submitted) throw new Error("the payout is not sent yet");
}

/** Proof: keeps the token until the rail's word comes, or answers it at once when that is here. */
export async function awaitProof(context: PayoutContext, { escrowId }: PayoutSubject, token: string): Promise<void> {
  const found = await loadEscrow(context, escrowId);
  const after = await changeEscrow(context, found, (state) => awaitPayoutProof(state, token, context.clock.now()));
  if (after.state.waiting?.token !== token) await context.workflows.answer(token);
}

/** Withdraw: takes a payout back that may not be sent any more, once the rail says that it never was. Throws, to be tried again, while that cannot be known. */
export async function withdrawBlockedPayout(context: Context & Rails, { escrowId }: PayoutSubject): Promise<void> {
  const found = await loadEscrow(context, escrowId);
  const { intent } = found.state;
  if (!intent || intent.submitted) return;
  const { key } = intent;
  const report = await makePayout(context, found, intent);
  const after = await changeByFacts(context, found, (state, facts) =>
    payoutTransitions(state, { key, said: report }, facts, context.clock.now()),
  );
  const left = after.state.intent;
  if (left?.key === key && !left.submitted) throw new Error("the payout may still be on its way");
}

/** Parked: the rail gave no answer in time. The status stays, a person sees it, and it is asked again by key. */
export async function parkEscrow(context: Context, { escrowId }: PayoutSubject, why: string): Promise<void> {
  const found = await loadEscrow(context, escrowId);
  await changeEscrow(context, found, (state) => parkPayout(state, why, context.clock.now()));
}
