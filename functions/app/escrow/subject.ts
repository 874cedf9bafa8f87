import { Refusal } from "../../domain/core/refusal.ts";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import {
  actsOnEscrow,
  decideEscrowAct,
  isEscrowAct,
  returnableOf,
  whyNotOnEscrow,
} from "../../domain/escrow/operator-actions.ts";
import { openEscrowBreaks } from "../../domain/escrow/review.ts";
import { escrowReviewOf } from "../../domain/escrow/review-item.ts";
import type { ScreenAnswer } from "../../domain/gate/screen-answer.ts";
import type { ReviewAct } from "../../domain/review/review-reason-code.ts";
import { type Loaded, loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import type { Acted, AskedAct, ReviewDesk, Subject } from "../review/review-subject.ts";
import { buyScreen, releaseFacts } from "./escrows.ts";
import { escrowKind, escrowWrites } from "./record.ts";

/** An escrow as the review queue sees it. */
export function escrowSubject(row: Row): Subject | undefined {
  const escrow = row.type === escrowKind.type ? loaded(escrowKind, row) : undefined;
  return escrow && seen(escrow);
}

function seen(escrow: Loaded<Escrow>): Subject {
  const { state } = escrow;
  const { id, tenantId, status } = state;
  return {
    ...{ id, tenantId, status },
    review: (now) => escrowReviewOf(state, now),
    needsSecond: (action) => isEscrowAct(action) && actsOnEscrow[action].second,
    amountAtStake: (action) => (action === "returned_off_platform" ? returnableOf(state) : null),
    cameUpSince: (action, at) =>
      (action === "resolve" && openEscrowBreaks(state).some((each) => each.at > at)) ||
      (action === "reported" && (state.listing?.at ?? "") > at),
    ask: (desk, action) => ask(desk, state, action),
    decide: async (desk, asked) => decide(desk, escrow, asked),
  };
}

/** No machine waits beside a blocked release, so the provider is asked at once. */
async function ask(desk: ReviewDesk, state: Escrow, action: ReviewAct): Promise<ScreenAnswer | null> {
  const { payoutAddress: address } = state;
  if (action !== "retry_screen" || address === null) return null;
  if (whyNotOnEscrow(action, state, desk.clock.now()) !== undefined) return null;
  if (!desk.gate) throw new Error("this door buys no screens");
  return buyScreen({ ...desk, ...desk.gate }, state, { stage: "check", address }, "anew");
}

function decide(desk: Desk, escrow: Loaded<Escrow>, asked: AskedAct): Acted | Refusal {
  const { action, input, by, screen } = asked;
  const { reference = "", verdict = "decline" } = input;
  const hops = decideEscrowAct(action, {
    ...{ escrow: escrow.state, facts: releaseFacts, now: desk.clock.now() },
    ...{ reference, verdict, screen, by },
  });
  if (hops instanceof Refusal) return hops;
  const { writes, after } = escrowWrites(escrow, hops, desk);
  return { writes, after: seen(after) };
}
