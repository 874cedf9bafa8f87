import type { Context } from "../core/context.ts";
import { upkeepPartitions } from "../core/due-index.ts";
import { dueRows } from "../core/due-rows.ts";
import { recordAction } from "../core/record-action.ts";
import { loadedDelivery, orderOf } from "./delivery-rows.ts";
import { disableEndpoint } from "./endpoint-changes.ts";
import type { EnqueueContext } from "./enqueue.ts";
import { replayPiece } from "./replay.ts";

export interface SweptDeliveries {
  /** Deliveries found due (with `force`: found waiting). */
  readonly due: number;
  /** Of those, put into the queue. */
  readonly queued: number;
  /** Endpoints switched off because they are gone or have failed for days. */
  readonly endpointsDisabled: number;
}

/** Pieces of replays that one sweep does, of all of them together. */
const replayPieces = 20;

/** Later than every due time. */
const everything = "9999";

/** A sweep that an operator asks for, on the audit trail. */
export async function askSweep(
  context: Context & EnqueueContext,
  input: { limit: number; force: boolean },
): Promise<SweptDeliveries> {
  await recordAction(context, { reason: "deliveries swept", detail: input });
  return sweepDeliveries(context, input);
}

/** Puts due deliveries into the queue, then switches condemned endpoints off and goes on with replays. `force` ignores due time and breaker, never the limit of six. */
export async function sweepDeliveries(
  context: Context & EnqueueContext,
  input: { limit: number; force: boolean },
): Promise<SweptDeliveries> {
  const now = context.clock.now();
  const upTo = input.force ? everything : `${now}~`;
  const waitingRows = await dueRows(context.deliveries, upTo, input.limit);
  const rows = await dueRows(context.deliveries, upTo, input.limit, upkeepPartitions);
  const waiting = waitingRows.flatMap((row) => loadedDelivery(row)?.state ?? []);
  await context.queue.send(
    waiting.map((state) => ({ ...orderOf(state), ...(input.force && { force: true }), delaySeconds: 0 })),
  );
  const condemned = rows.filter(({ type }) => type === "endpoint_health");
  for (const row of condemned) await disableEndpoint(context, row);
  await goOnWithReplays(
    context,
    rows.flatMap(({ type, pk }) => (type === "replay" ? [pk] : [])),
  );
  return { due: waiting.length, queued: waiting.length, endpointsDisabled: condemned.length };
}

/** A piece of each replay in its turn, so that a long one does not keep the others waiting. */
async function goOnWithReplays(context: Context & EnqueueContext, ids: readonly string[]): Promise<void> {
  const open = [...ids];
  for (let left = replayPieces; left > 0; left--) {
    const id = open.shift();
    if (id === undefined) return;
    if (await replayPiece(context, id)) open.push(id);
  }
}
