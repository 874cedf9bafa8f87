import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { alertData, leftAlone, type Monitor, monitorEvent, recordRescreen } from "../../domain/screening/monitor.ts";
import { viewScreen } from "../../domain/screening/screen-view.ts";
import { type Aggregate, loadAggregate, transitionWrites } from "../core/aggregate.ts";
import { change, type Plan } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { deliveryId, deliveryRow } from "../webhooks/delivery-rows.ts";
import { deliveryOf } from "../webhooks/enqueue.ts";
import { webhookRecordType } from "../webhooks/record.ts";
import { endpointKey, isPaused, monitorRecordType } from "./monitors.ts";
import { screenUnmeteredValue, type UnmeteredScreen } from "./screen-value.ts";
import type { ScreenContext } from "./screening-context.ts";

export type RescreenResult = "alerted" | "unchanged" | "left_alone" | "gone";

/**
 * Screens a monitored address again. Where its risk has changed, the monitor, the screen that says so and the delivery that
 * tells its account are written in one transaction, so that no crash loses an alert or makes two of one change. The
 * screen is made after the monitor was read: of two at once, the later look wins.
 */
export async function rescreenMonitor(context: ScreenContext, id: string): Promise<RescreenResult> {
  return change(context, async () => {
    const [row, endpointRow] = await context.store.read([rowKey(id), endpointKey(id)]);
    const found = loadAggregate(monitorRecordType, row);
    if (!found || found.state.deletedAt !== null) return { writes: [], result: "gone" };
    const now = context.clock.now();
    if (await isPaused(context, found.state.accountId))
      return quietly(context, found, leftAlone(found.state, now), "left_alone");
    const seen = await look(context, found.state);
    if (!seen) return quietly(context, found, leftAlone(found.state, now), "left_alone");
    return outcome(context, { found, endpointRow, seen }, now);
  });
}

/** A screen of a monitored address as it stands. What was taken for being on a list, and would be refused now that it is not, is asked without its chain; undefined where that is refused too. */
async function look(
  context: ScreenContext,
  { accountId, value, chain }: Pick<Monitor, "accountId" | "value" | "chain">,
): Promise<UnmeteredScreen | undefined> {
  try {
    return await screenUnmeteredValue(context, accountId, { type: "wallet", value, chain });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "provider_unavailable") throw error;
    return chain === null ? undefined : look(context, { accountId, value, chain: null });
  }
}

function quietly(
  context: Context,
  found: Aggregate<Monitor>,
  next: Monitor,
  result: RescreenResult,
): Plan<RescreenResult> {
  const transition = { next, from: null, to: "", reason: "", quiet: true } as const;
  return { writes: transitionWrites(found, [transition], context).writes, result };
}

function outcome(
  context: Context,
  { found, endpointRow, seen }: { found: Aggregate<Monitor>; endpointRow: Row | undefined; seen: UnmeteredScreen },
  now: Instant,
): Plan<RescreenResult> {
  const eventId = context.newId("evt", now);
  const ids = { eventId, deliveryId: deliveryId(eventId, siblingId(found.state.id, "whe")) };
  const view = viewScreen(seen.screen);
  const { next, alert } = recordRescreen(found.state, view, ids, now);
  if (!alert) return quietly(context, found, next, "unchanged");
  const endpoint = loadAggregate(webhookRecordType, endpointRow)?.state;
  if (!endpoint) throw new Error(`monitor ${next.id} has no endpoint`);
  const { before, after } = alert;
  const data = alertData(next, alert, view);
  const reason = `risk ${before.risk_level} to ${after.risk_level} (${view.id}), told as ${eventId}`;
  const sent = deliveryOf(next.accountId, { id: eventId, name: monitorEvent, data }, endpoint, now);
  const writes = [
    ...transitionWrites(found, [{ next, from: before.action, to: after.action, reason }], context).writes,
    ...seen.writes,
    { put: deliveryRow(sent, 1), expect: "absent" as const },
  ];
  return { writes, result: "alerted" };
}
