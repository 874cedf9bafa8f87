import { Refusal } from "../../domain/core/refusal.ts";
import type { DisputeCase } from "../../domain/disputes/case.ts";
import { caseReviewOf } from "../../domain/disputes/case-review.ts";
import { acceptCase } from "../../domain/disputes/transitions.ts";
import { notAvailable } from "../../domain/review/not-available.ts";
import { type Aggregate, loadAggregate } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import type { AskedAct, DecidedAction, Subject } from "../review/review-subject.ts";
import { caseRecordType } from "./case-record.ts";
import { caseWrites } from "./change-case.ts";

export function caseSubject(row: Row): Subject | undefined {
  const found = loadAggregate(caseRecordType, row);
  return found && seen(found);
}

function seen(found: Aggregate<DisputeCase>): Subject {
  const { state } = found;
  const { id, tenantId, status } = state;
  return {
    ...{ id, tenantId, status },
    review: () => caseReviewOf(state),
    // What is accepted is lost, and it is the tenant's.
    needsSecond: (action) => action === "accept_loss",
    amountAtStake: (action) => (action === "accept_loss" ? state.amountCents : null),
    cameUpSince: () => false,
    ask: async () => null,
    decide: (context, input) => decide(context, found, input),
  };
}

async function decide(
  context: Context,
  found: Aggregate<DisputeCase>,
  { action, by }: AskedAct,
): Promise<DecidedAction | Refusal> {
  if (action !== "accept_loss") return notAvailable(action, "cases have no such action");
  const transitions = acceptCase(found.state, context.clock.now());
  if (transitions instanceof Refusal) return notAvailable(action, transitions.message);
  const response = transitions.map((transition) => ({
    ...transition,
    reason: `${transition.reason} (${by})`,
  }));
  const planned = await caseWrites(context, found, response);
  return planned instanceof Refusal ? planned : { writes: planned.writes, after: seen(planned.result) };
}
