import { loadedDelivery, orderOf } from "./delivery-rows.ts";
import type { Desk } from "./desk.ts";
import type { EnqueueDesk } from "./dispatch.ts";
import { dueRows } from "./due-rows.ts";
import { switchOffCondemned } from "./endpoint-changes.ts";
import { recordAction } from "./record-action.ts";
import { replayPiece } from "./replay.ts";

/** What a sweep of deliveries did. */
export interface SweptDeliveries {
  /** Deliveries found due (with `force`: found waiting). */
  readonly due: number;
  /** Of those, put into the queue. */
  readonly queued: number;
  /** Endpoints switched off because they are gone or have failed for days. */
  readonly endpointsDisabled: number;
}

/** Pieces of one replay that one sweep does. */
const replayPieces = 20;

/** Later than every due time. */
const everything = "9999";

/** A sweep that an operator asks for, on the audit trail. */
export async function askSweep(
  desk: Desk & EnqueueDesk,
  asked: { limit: number; force: boolean },
): Promise<SweptDeliveries> {
  await recordAction(desk, { reason: "deliveries swept", detail: asked });
  return sweepDeliveries(desk, asked);
}

/** Puts due deliveries into the queue, and switches condemned endpoints off. `force` ignores due time and breaker, never the limit of six. */
export async function sweepDeliveries(
  desk: Desk & EnqueueDesk,
  asked: { limit: number; force: boolean },
): Promise<SweptDeliveries> {
  const now = desk.clock.now();
  const rows = await dueRows(desk.deliveries, asked.force ? everything : `${now}~`, asked.limit);
  let endpointsDisabled = 0;
  for (const row of rows) {
    for (let piece = 1; row.type === "replay" && piece <= replayPieces; piece++)
      await replayPiece(desk, row.pk);
    if (row.type !== "endpoint_health") continue;
    await switchOffCondemned(desk, row);
    endpointsDisabled += 1;
  }
  const waiting = rows.flatMap((row) => loadedDelivery(row)?.state ?? []);
  await desk.queue.send(
    waiting.map((state) => ({ ...orderOf(state), ...(asked.force && { force: true }), delaySeconds: 0 })),
  );
  return { due: waiting.length, queued: waiting.length, endpointsDisabled };
}
