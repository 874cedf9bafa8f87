import type { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Alert, AlertTransitions } from "../../domain/disputes/alert.ts";
import { dismissAlert, expireAlert, resolveAlert } from "../../domain/disputes/resolve.ts";
import { type Aggregate, loadAggregate } from "../core/aggregate.ts";
import { changeRecord } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import { loadAlert } from "./alert-reads.ts";
import { alertRecordType } from "./alert-record.ts";

export interface NamedAlert {
  readonly tenantId: string | null;
  readonly alertId: string;
}

/** How an alert that waits for people is ended: by what it came to, or as nothing to be done. */
export type AlertEnding =
  | { readonly as: "resolved"; readonly resolution: NonNullable<Alert["resolution"]>; readonly note: string | null }
  | { readonly as: "dismissed"; readonly note: string | null };

function ended(state: Alert, input: AlertEnding, now: Instant): AlertTransitions | Refusal {
  return input.as === "resolved" ? resolveAlert(state, input, now) : dismissAlert(state, input.note, now);
}

/** Ends an alert by somebody's word; the same again changes nothing. */
export function endAlert(context: Context, { tenantId, alertId }: NamedAlert, input: AlertEnding): Promise<Alert> {
  return changeAlert(
    context,
    () => loadAlert(context, tenantId, alertId),
    (state) => ended(state, input, context.clock.now()),
  );
}

/** Lets an alert expire whose time for an answer has passed. */
export async function sweepAlert(context: Context, row: Row): Promise<boolean> {
  const first = loadAggregate(alertRecordType, row);
  if (!first) return false;
  const { tenantId, id } = first.state;
  const after = await changeAlert(
    context,
    (attempt) => (attempt === 1 ? first : loadAlert(context, tenantId, id)),
    (state) => expireAlert(state, context.clock.now()),
  );
  return after.status === "expired";
}

export async function changeAlert(
  context: Context,
  load: (attempt: number) => Promise<Aggregate<Alert>> | Aggregate<Alert>,
  decide: (state: Alert) => AlertTransitions | Refusal,
): Promise<Alert> {
  return (await changeRecord(context, load, decide)).state;
}
