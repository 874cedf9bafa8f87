import { Refusal } from "../../domain/core/refusal.ts";
import type { Alert } from "../../domain/disputes/alert.ts";
import { alertReviewOf, isAlertAct } from "../../domain/disputes/alert-review.ts";
import { dismissAlert } from "../../domain/disputes/resolve.ts";
import { notAvailable } from "../../domain/review/not-available.ts";
import { hopWrites, type Loaded, loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import type { Acted, AskedAct, Subject } from "../review/review-subject.ts";
import { openCaseOf } from "./alert-decision.ts";
import { alertKind } from "./alert-record.ts";

/** An alert as the review queue sees it. */
export function alertSubject(row: Row): Subject | undefined {
  const alert = row.type === alertKind.type ? loaded(alertKind, row) : undefined;
  return alert && seen(alert);
}

function seen(alert: Loaded<Alert>): Subject {
  const { state } = alert;
  const { id, tenantId, status } = state;
  return {
    ...{ id, tenantId, status },
    review: () => alertReviewOf(state),
    needsSecond: () => false,
    amountAtStake: () => null,
    cameUpSince: () => false,
    ask: async () => null,
    decide: (desk, asked) => decide(desk, alert, asked),
  };
}

async function decide(desk: Desk, alert: Loaded<Alert>, { action }: AskedAct): Promise<Acted | Refusal> {
  if (!isAlertAct(action)) return notAvailable(action, "alerts have no such action");
  const done = action === "open_case" ? await openCaseOf(desk, alert) : dismissed(desk, alert);
  if (!(done instanceof Refusal)) return { writes: done.writes, after: seen(done.after) };
  return done.code === "version_conflict" ? done : notAvailable(action, done.message);
}

function dismissed(desk: Desk, alert: Loaded<Alert>) {
  const hops = dismissAlert(alert.state, null, desk.clock.now());
  return hops instanceof Refusal ? hops : hopWrites(alert, hops, desk);
}
