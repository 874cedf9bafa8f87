import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import {
  alertData,
  leftAlone,
  type Monitor,
  monitorEvent,
  screenedAgain,
} from "../../domain/screening/monitor.ts";
import { viewScreen } from "../../domain/screening/screen-view.ts";
import { hopWrites, type Loaded, loaded } from "../core/aggregate.ts";
import { change, type Plan } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { deliveryId, deliveryRow } from "../webhooks/delivery-rows.ts";
import { deliveryOf } from "../webhooks/enqueue.ts";
import { webhookKind } from "../webhooks/record.ts";
import { monitorKind } from "./monitor-record.ts";
import { endpointKey, isPaused } from "./monitors.ts";
import { screenUncounted, type Uncounted } from "./screen-value.ts";
import type { ScreenDesk } from "./screening-context.ts";

/** What screening again came to. */
export type Rescreened = "alerted" | "unchanged" | "left_alone" | "gone";

/**
 * Screens a monitored address again. Where its risk has changed, the monitor, the screen that says so and the delivery that
 * tells its account are written in one transaction, so that no crash loses an alert or makes two of one change. The
 * screen is made after the monitor was read: of two at once, the later look wins.
 */
export async function rescreenMonitor(desk: ScreenDesk, id: string): Promise<Rescreened> {
  return change(desk, async () => {
    const [row, endpointRow] = await desk.book.read([rowKey(id), endpointKey(id)]);
    const found = loaded(monitorKind, row);
    if (!found || found.state.deletedAt !== null) return { writes: [], result: "gone" };
    const now = desk.clock.now();
    if (await isPaused(desk, found.state.accountId))
      return quietly(desk, found, leftAlone(found.state, now), "left_alone");
    const seen = await look(desk, found.state);
    if (!seen) return quietly(desk, found, leftAlone(found.state, now), "left_alone");
    return outcome(desk, { found, endpointRow, seen }, now);
  });
}

/** A screen of a monitored address as it stands. What was taken for being on a list, and would be refused now that it is not, is asked without its chain; undefined where that is refused too. */
async function look(
  desk: ScreenDesk,
  { accountId, value, chain }: Pick<Monitor, "accountId" | "value" | "chain">,
): Promise<Uncounted | undefined> {
  try {
    return await screenUncounted(desk, accountId, { type: "wallet", value, chain });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "provider_unavailable") throw error;
    return chain === null ? undefined : look(desk, { accountId, value, chain: null });
  }
}

function quietly(desk: Desk, found: Loaded<Monitor>, next: Monitor, result: Rescreened): Plan<Rescreened> {
  const hop = { next, from: null, to: "", reason: "", quiet: true } as const;
  return { writes: hopWrites(found, [hop], desk).writes, result };
}

function outcome(
  desk: Desk,
  { found, endpointRow, seen }: { found: Loaded<Monitor>; endpointRow: Row | undefined; seen: Uncounted },
  now: Instant,
): Plan<Rescreened> {
  const eventId = desk.newId("evt", now);
  const told = { eventId, deliveryId: deliveryId(eventId, siblingId(found.state.id, "whe")) };
  const view = viewScreen(seen.screen);
  const { next, alert } = screenedAgain(found.state, view, told, now);
  if (!alert) return quietly(desk, found, next, "unchanged");
  const endpoint = loaded(webhookKind, endpointRow)?.state;
  if (!endpoint) throw new Error(`monitor ${next.id} has no endpoint`);
  const { before, after } = alert;
  const data = alertData(next, alert, view);
  const reason = `risk ${before.risk_level} to ${after.risk_level} (${view.id}), told as ${eventId}`;
  const sent = deliveryOf(next.accountId, { id: eventId, name: monitorEvent, data }, endpoint, now);
  const writes = [
    ...hopWrites(found, [{ next, from: before.action, to: after.action, reason }], desk).writes,
    ...seen.writes,
    { put: deliveryRow(sent, 1), expect: "absent" as const },
  ];
  return { writes, result: "alerted" };
}
