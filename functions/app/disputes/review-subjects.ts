import { Refusal } from "../../domain/core/refusal.ts";
import type { Alert } from "../../domain/disputes/alert.ts";
import { alertReviewOf, isAlertAction } from "../../domain/disputes/alert-review.ts";
import type { DisputeCase } from "../../domain/disputes/case.ts";
import { caseReviewOf } from "../../domain/disputes/case-review.ts";
import { dismissAlert } from "../../domain/disputes/resolve.ts";
import { acceptCase } from "../../domain/disputes/transitions.ts";
import { notAvailable } from "../../domain/review/not-available.ts";
import { type Aggregate, loadAggregate, transitionWrites } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import type { ActionRequest, DecidedAction, Subject } from "../review/review-subject.ts";
import { openCaseOf } from "./alert-decision.ts";
import { alertRecordType } from "./alert-record.ts";
import { caseRecordType } from "./case-record.ts";
import { caseWrites } from "./change-case.ts";

export function alertSubject(row: Row): Subject | undefined {
  const alert = loadAggregate(alertRecordType, row);
  return alert && alertAsSubject(alert);
}

function alertAsSubject(alert: Aggregate<Alert>): Subject {
  const { state } = alert;
  const { id, tenantId, status } = state;
  return {
    ...{ id, tenantId, status },
    review: () => alertReviewOf(state),
    needsSecond: () => false,
    amountAtStake: () => null,
    cameUpSince: () => false,
    ask: async () => null,
    decide: (context, input) => decideAlertAct(context, alert, input),
  };
}

async function decideAlertAct(
  context: Context,
  alert: Aggregate<Alert>,
  { action }: ActionRequest,
): Promise<DecidedAction | Refusal> {
  if (!isAlertAction(action)) return notAvailable(action, "alerts have no such action");
  const done = action === "open_case" ? await openCaseOf(context, alert) : dismissed(context, alert);
  if (!(done instanceof Refusal)) return { writes: done.writes, after: alertAsSubject(done.after) };
  return notAvailable(action, done.message);
}

function dismissed(context: Context, alert: Aggregate<Alert>) {
  const transitions = dismissAlert(alert.state, null, context.clock.now());
  return transitions instanceof Refusal ? transitions : transitionWrites(alert, transitions, context);
}

export function caseSubject(row: Row): Subject | undefined {
  const found = loadAggregate(caseRecordType, row);
  return found && caseAsSubject(found);
}

function caseAsSubject(found: Aggregate<DisputeCase>): Subject {
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
    decide: (context, input) => decideCaseAct(context, found, input),
  };
}

async function decideCaseAct(
  context: Context,
  found: Aggregate<DisputeCase>,
  { action, by }: ActionRequest,
): Promise<DecidedAction | Refusal> {
  if (action !== "accept_loss") return notAvailable(action, "cases have no such action");
  const transitions = acceptCase(found.state, context.clock.now());
  if (transitions instanceof Refusal) return notAvailable(action, transitions.message);
  const attributed = transitions.map((transition) => ({ ...transition, reason: `${transition.reason} (${by})` }));
  const planned = await caseWrites(context, found, attributed);
  return planned instanceof Refusal ? planned : { writes: planned.writes, after: caseAsSubject(planned.result) };
}
