import { Refusal } from "../../domain/core/refusal.ts";
import type { Alert } from "../../domain/disputes/alert.ts";
import { alertReviewOf, isAlertAct } from "../../domain/disputes/alert-review.ts";
import { dismissAlert } from "../../domain/disputes/resolve.ts";
import { notAvailable } from "../../domain/review/not-available.ts";
import { type Aggregate, loadAggregate, transitionWrites } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import type { AskedAct, DecidedAction, Subject } from "../review/review-subject.ts";
import { openCaseOf } from "./alert-decision.ts";
import { alertRecordType } from "./alert-record.ts";

export function alertSubject(row: Row): Subject | undefined {
  const alert = loadAggregate(alertRecordType, row);
  return alert && seen(alert);
}

function seen(alert: Aggregate<Alert>): Subject {
  const { state } = alert;
  const { id, tenantId, status } = state;
  return {
    ...{ id, tenantId, status },
    review: () => alertReviewOf(state),
    needsSecond: () => false,
    amountAtStake: () => null,
    cameUpSince: () => false,
    ask: async () => null,
    decide: (context, input) => decide(context, alert, input),
  };
}

async function decide(
  context: Context,
  alert: Aggregate<Alert>,
  { action }: AskedAct,
): Promise<DecidedAction | Refusal> {
  if (!isAlertAct(action)) return notAvailable(action, "alerts have no such action");
  const done = action === "open_case" ? await openCaseOf(context, alert) : dismissed(context, alert);
  if (!(done instanceof Refusal)) return { writes: done.writes, after: seen(done.after) };
  return done.code === "version_conflict" ? done : notAvailable(action, done.message);
}

function dismissed(context: Context, alert: Aggregate<Alert>) {
  const transitions = dismissAlert(alert.state, null, context.clock.now());
  return transitions instanceof Refusal ? transitions : transitionWrites(alert, transitions, context);
}
