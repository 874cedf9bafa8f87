import { Refusal } from "../../domain/core/refusal.ts";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import {
  decideEscrowAction,
  escrowDecisions,
  isEscrowAction,
  returnableOf,
  whyNotOnEscrow,
} from "../../domain/escrow/operator-actions.ts";
import { openEscrowBreaks } from "../../domain/escrow/review.ts";
import { escrowReviewOf } from "../../domain/escrow/review-item.ts";
import { nextSendBackCents } from "../../domain/escrow/send-back.ts";
import type { ScreenAnswer } from "../../domain/gate/screen-answer.ts";
import type { RecordAction } from "../../domain/review/review-reason-code.ts";
import { type Aggregate, loadAggregate } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import type { ActionRequest, DecidedAction, ReviewContext, Subject } from "../review/review-subject.ts";
import { buyScreen } from "./escrows.ts";
import { escrowRecordType, escrowWrites } from "./record.ts";
import { releaseFacts } from "./release-facts.ts";

export function escrowSubject(row: Row): Subject | undefined {
  const escrow = loadAggregate(escrowRecordType, row);
  return escrow && seen(escrow);
}

function seen(escrow: Aggregate<Escrow>): Subject {
  const { state } = escrow;
  const { id, tenantId, status } = state;
  return {
    ...{ id, tenantId, status },
    review: (now) => escrowReviewOf(state, now),
    needsSecond: (action) => isEscrowAction(action) && escrowDecisions[action].second,
    amountAtStake: (action) => amountAtStake(state, action),
    cameUpSince: (action, at) =>
      (action === "resolve" && openEscrowBreaks(state).some((each) => each.at > at)) ||
      (action === "reported" && (state.listing?.at ?? "") > at),
    ask: (context, action) => ask(context, state, action),
    decide: (context, input) => decide(context, escrow, input),
  };
}

function amountAtStake(state: Escrow, action: RecordAction): number | null {
  if (action === "resume") return state.heldCents;
  if (action === "return") return nextSendBackCents(state);
  return action === "returned_off_platform" ? returnableOf(state) : null;
}

/** No machine waits beside a blocked release, so the provider is asked at once. */
async function ask(context: ReviewContext, state: Escrow, action: RecordAction): Promise<ScreenAnswer | null> {
  const { payoutAddress: address } = state;
  if (action !== "retry_screen" || address === null) return null;
  if (whyNotOnEscrow(action, state, context.clock.now()) !== undefined) return null;
  if (!context.gate) throw new Error("this door buys no screens");
  return buyScreen({ ...context, ...context.gate }, state, { stage: "check", address }, "anew");
}

async function decide(
  context: Context,
  escrow: Aggregate<Escrow>,
  request: ActionRequest,
): Promise<DecidedAction | Refusal> {
  const { action, input, by, screen } = request;
  const { reference = "", verdict = "decline" } = input;
  const transitions = decideEscrowAction(action, {
    ...{ escrow: escrow.state, facts: await releaseFacts(context, escrow.state.id), now: context.clock.now() },
    ...{ reference, verdict, screen: screen?.stage === "collection" ? null : screen, by },
  });
  if (transitions instanceof Refusal) return transitions;
  const { writes, after } = escrowWrites(escrow, transitions, context);
  return { writes, after: seen(after) };
}
