import { Refusal } from "../../domain/core/refusal.ts";
import {
  decideSweepAction,
  type FeeSweep,
  feeSweepReview,
  needsSecondForSweep,
} from "../../domain/reconciliation/fee-sweep.ts";
import { type Aggregate, loadAggregate, transitionWrites } from "../core/aggregate.ts";
import type { Row } from "../core/ports.ts";
import type { Subject } from "../review/review-subject.ts";
import { feeSweepRecordType } from "./fee-sweep-record.ts";

export function feeSweepSubject(row: Row): Subject | undefined {
  const found = loadAggregate(feeSweepRecordType, row);
  return found && asSubject(found);
}

function asSubject(found: Aggregate<FeeSweep>): Subject {
  const { id, tenantId, status } = found.state;
  return {
    ...{ id, tenantId, status },
    review: () => feeSweepReview(found.state),
    needsSecond: needsSecondForSweep,
    amountAtStake: () => null,
    cameUpSince: () => false,
    // The sweeper screens it within a minute.
    ask: async () => null,
    decide: async (context, { action, by }) => {
      const transitions = decideSweepAction(found.state, action, by, context.clock.now());
      if (transitions instanceof Refusal) return transitions;
      const { writes, after } = transitionWrites(found, transitions, context);
      return { writes, after: asSubject(after) };
    },
  };
}
