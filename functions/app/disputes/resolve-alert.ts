import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Alert, AlertHops } from "../../domain/disputes/alert.ts";
import { dismissAlert, expireAlert, resolveAlert } from "../../domain/disputes/resolve.ts";
import { hopWrites, type Loaded, loaded } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import { loadAlert } from "./alert-reads.ts";
import { alertKind } from "./alert-record.ts";

/** An alert that somebody's call is about. */
export interface NamedAlert {
  readonly tenantId: string | null;
  readonly alertId: string;
}

/** How an alert that waits for people is ended: by what it came to, or as nothing to be done. */
export type AlertEnding =
  | {
      readonly as: "resolved";
      readonly resolution: NonNullable<Alert["resolution"]>;
      readonly note: string | null;
    }
  | { readonly as: "dismissed"; readonly note: string | null };

function ended(state: Alert, asked: AlertEnding, now: Instant): AlertHops | Refusal {
  return asked.as === "resolved" ? resolveAlert(state, asked, now) : dismissAlert(state, asked.note, now);
}

/** Ends an alert by somebody's word; the same again changes nothing. */
export function endAlert(desk: Desk, { tenantId, alertId }: NamedAlert, asked: AlertEnding): Promise<Alert> {
  return changeAlert(
    desk,
    () => loadAlert(desk, tenantId, alertId),
    (state) => ended(state, asked, desk.clock.now()),
  );
}

/** Lets an alert expire whose time for an answer has passed. */
export async function sweepAlert(desk: Desk, row: Row): Promise<boolean> {
  const first = loaded(alertKind, row);
  if (!first) return false;
  const { tenantId, id } = first.state;
  const after = await changeAlert(
    desk,
    (attempt) => (attempt === 1 ? first : loadAlert(desk, tenantId, id)),
    (state) => expireAlert(state, desk.clock.now()),
  );
  return after.status === "expired";
}

/** Changes an alert alone. */
export function changeAlert(
  desk: Desk,
  load: (attempt: number) => Promise<Loaded<Alert>> | Loaded<Alert>,
  decide: (state: Alert) => AlertHops | Refusal,
): Promise<Alert> {
  return change(desk, async (attempt) => {
    const found = await load(attempt);
    const hops = decide(found.state);
    if (hops instanceof Refusal) return hops;
    const { writes, after } = hopWrites(found, hops, desk);
    return { writes, result: after.state };
  });
}
