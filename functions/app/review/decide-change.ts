import { Refusal } from "../../domain/core/refusal.ts";
import { type Approval, approvalAt, expireApproval, isOfRecord } from "../../domain/review/approval.ts";
import {
  type Agreement,
  approveChange,
  expireChange,
  failChange,
  isInForce,
  rejectChange,
} from "../../domain/review/change-approval.ts";
import { type Aggregate, loadAggregate } from "../core/aggregate.ts";
import { change, changeRecord, type Plan } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import { approve, reject } from "./approvals.ts";
import { effectPlan } from "./change-effect.ts";
import {
  approvalWrites,
  type ChangeContext,
  loadApproval,
  releaseWrites,
  screenNewWallet,
  type WalletScreen,
} from "./change-rows.ts";
import { approvalRecordType } from "./records.ts";
import type { ReviewContext } from "./review-subject.ts";

/** What an operator says who agrees: a note, and why it must not wait for its time where that is so. */
interface Decision {
  readonly note: string | null;
  readonly atOnce?: string | null;
}

type DecidingContext = ReviewContext & ChangeContext;

/** Agrees to what another operator asked for: an action is done, a change of settings takes effect at its time, or at once where that is said. Refuses the operator who asked for it, and what cannot be done any more. */
export async function giveApproval(
  context: DecidingContext,
  id: string,
  { note, atOnce = null }: Decision,
): Promise<Approval> {
  const first = await loadApproval(context, id);
  if (isOfRecord(first.state)) return approve(context, id, note);
  const agree = ({ state }: Aggregate<Approval>) => approveChange(state, agreementOf(context, { note, atOnce }));
  const agreed = agree(first);
  if (agreed instanceof Refusal) throw agreed;
  const screen = await screenDue(context, agreed.at(-1)?.next ?? first.state);
  return change<Approval>(context, async (attempt) => {
    const found = attempt === 1 ? first : await loadApproval(context, id);
    const decided = agree(found);
    if (decided instanceof Refusal) return decided;
    const effect = await effectPlan(context, found, decided, screen);
    if (effect) return effect;
    const { writes, after } = approvalWrites(found, decided, context);
    return { writes, result: after.state };
  });
}

function agreementOf(context: ChangeContext, { note, atOnce = null }: Decision): Agreement {
  return { actor: context.actor, note, atOnce, now: context.clock.now() };
}

/** Screens the new wallet of a change whose time has come; null where it has none, or its time has not come. */
async function screenDue(context: ChangeContext, state: Approval): Promise<WalletScreen | null> {
  if (state.change?.kind !== "tenant" || !isInForce(state, context.clock.now())) return null;
  return screenNewWallet(context, state.change, state, "disbursement");
}

/** Says no to what was asked for, or takes one's own wish back; a change of settings until it is in force. */
export async function refuseApproval(context: ReviewContext, id: string, note: string | null): Promise<Approval> {
  const first = await loadApproval(context, id);
  if (isOfRecord(first.state)) return reject(context, id, note);
  return change<Approval>(context, async (attempt) => {
    const found = attempt === 1 ? first : await loadApproval(context, id);
    const transitions = rejectChange(found.state, { actor: context.actor, note, now: context.clock.now() });
    if (transitions instanceof Refusal) return transitions;
    return ending(context, found, transitions, "rejected");
  });
}

/** Ends a change that never takes effect, with its mark on the tenant. */
async function ending(
  context: ChangeContext,
  found: Aggregate<Approval>,
  transitions: Parameters<typeof approvalWrites>[1],
  how: string,
): Promise<Plan<Approval>> {
  const { writes, after } = approvalWrites(found, transitions, context);
  const released = writes.length === 0 ? [] : await releaseWrites(context, found.state, how);
  return { writes: [...writes, ...released], result: after.state };
}

/** Lets an approval lapse whose three days are over. Whether a change of settings did. */
export async function sweepApproval(context: Context, row: Row): Promise<boolean> {
  const state = loadAggregate(approvalRecordType, row)?.state;
  if (state?.change) return lapseChange(context, row.pk);
  await changeRecord(
    context,
    () => loadApproval(context, row.pk),
    (current) => expireApproval(current, context.clock.now()),
  );
  return false;
}

async function lapseChange(context: ChangeContext, id: string): Promise<boolean> {
  const { status } = await change<Approval>(context, async () => {
    const found = await loadApproval(context, id);
    return ending(context, found, expireChange(found.state, context.clock.now()), "lapsed");
  });
  return status === "expired";
}

/**
 * Puts an approved change into force once its time has come: its wallet is screened first. What is declined, or not
 * possible any more, fails and leaves the old values; a screen without a verdict is asked for again until the change
 * lapses. Whether anything came of it.
 */
export async function sweepChange(context: ChangeContext, row: Row): Promise<boolean> {
  const state = loadAggregate(approvalRecordType, row)?.state;
  if (!state?.change) return false;
  const now = context.clock.now();
  if (approvalAt(state, now).status === "expired") return lapseChange(context, state.id);
  if (!isInForce(state, now)) return false;
  const screen = await screenDue(context, state);
  if (screen?.outcome === "unavailable" || screen?.outcome === "pending") return false;
  await change<Approval>(context, async () => {
    const found = await loadApproval(context, state.id);
    const effect = await effectPlan(context, found, [], screen);
    if (effect === undefined) return { writes: [], result: found.state };
    if (!(effect instanceof Refusal)) return effect;
    return ending(context, found, failChange(found.state, effect.message, context.clock.now()), "did not take effect");
  });
  return true;
}
