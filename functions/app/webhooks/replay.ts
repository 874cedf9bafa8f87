import { Refusal } from "../../domain/core/refusal.ts";
import { readBody } from "../../domain/core/stored-body.ts";
import { addDays, addSeconds, type Instant } from "../../domain/core/time.ts";
import { type Replay, replay } from "../../domain/webhooks/replay.ts";
import { isOpen, wants } from "../../domain/webhooks/webhook.ts";
import { entry } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { upkeepIndex } from "../core/due-index.ts";
import { listRows, monthlyPartitions } from "../core/list-page.ts";
import type { Row, Store } from "../core/ports.ts";
import { findRecord } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import { getWebhook, noteOnEndpoint } from "./endpoint-changes.ts";
import { deliveryOf, type EnqueueContext, enqueue } from "./enqueue.ts";
import { framedEvents } from "./event-data.ts";
import { eventDays, eventPartition } from "./events.ts";
import { webhookRecordType } from "./record.ts";

/** Events that one piece of a replay reads. */
const pieceSize = 100;

/** A piece that was begun and not recorded is begun again after this. */
const pieceSeconds = 60;

function replayRow(state: Replay, v: number): Row {
  const key = rowKey(state.id);
  const row = { ...key, v, type: "replay", body: state };
  return state.status === "done" ? row : { ...row, index: { due: upkeepIndex(key, state.updatedAt) } };
}

/** Sends everything since a time again to one endpoint: the first piece at once, the rest by the sweeper. */
export async function askReplay(
  context: Context & EnqueueContext,
  tenantId: string,
  endpointId: string,
  since: Instant,
): Promise<Replay> {
  const now = context.clock.now();
  const oldest = addDays(now, -eventDays);
  const state: Replay = {
    id: context.newId("rpl", now),
    tenantId,
    endpointId,
    since: since < oldest ? oldest : since,
    until: now,
    status: "queued",
    replayed: 0,
    cursor: null,
    createdAt: now,
    updatedAt: now,
  };
  await noteOnEndpoint(context, tenantId, endpointId, `${state.id} sends events since ${state.since} again`);
  await context.deliveries.write([{ put: replayRow(state, 1), expect: "absent" }], context.newId("req", now));
  await replayPiece(context, state.id);
  return getReplay(context, tenantId, endpointId, state.id);
}

export async function getReplay(
  context: StoreContext & { readonly deliveries: Store },
  tenantId: string,
  endpointId: string,
  id: string,
): Promise<Replay> {
  await getWebhook(context, tenantId, endpointId);
  const [row] = await context.deliveries.read([rowKey(id)]);
  const found = row?.type === "replay" ? replay.parse(row.body) : undefined;
  if (found?.endpointId !== endpointId) throw new Refusal("not_found", "no such replay");
  return found;
}

/** Does the next piece of a replay; says whether there is another to do now. Done twice it makes the same deliveries, since their ids follow from event, endpoint and replay. */
export async function replayPiece(context: Context & EnqueueContext, id: string): Promise<boolean> {
  const [row] = await context.deliveries.read([rowKey(id)]);
  if (row?.type !== "replay") return false;
  const state = readBody(replay, row.body);
  const now = context.clock.now();
  if (state.status === "done" || state.updatedAt > now) return false;
  const begun: Replay = { ...state, updatedAt: addSeconds(now, pieceSeconds) };
  if (!(await saveReplay(context, begun, row.v))) return false;
  const { replayed, cursor } = await sendPiece(context, state);
  const status = cursor === null ? "done" : "queued";
  const next: Replay = { ...state, replayed: state.replayed + replayed, cursor, status, updatedAt: now };
  return (await saveReplay(context, next, row.v + 1)) && status === "queued";
}

async function saveReplay(context: Context & EnqueueContext, state: Replay, from: number): Promise<boolean> {
  const nonce = context.newId("req", context.clock.now());
  const written = await context.deliveries.write([{ put: replayRow(state, from + 1), expect: from }], nonce);
  return written.ok;
}

async function sendPiece(context: Context & EnqueueContext, state: Replay) {
  const { tenantId, endpointId, since, until } = state;
  const endpoint = (await findRecord(context, webhookRecordType, endpointId))?.state;
  if (!isOpen(endpoint)) return { replayed: 0, cursor: null };
  const now = context.clock.now();
  const source = {
    index: "list" as const,
    name: state.id,
    partitions: monthlyPartitions((month) => eventPartition(tenantId, month), since, until),
  };
  const wanted = (row: Row) => {
    const { at } = entry.parse(row.body);
    return at >= since && at < until;
  };
  const page = { limit: pieceSize, cursor: state.cursor ?? undefined };
  const { rows, nextCursor } = await listRows(context.store, source, page, wanted);
  const made = rows.flatMap((row) =>
    framedEvents(context, entry.parse(row.body))
      .filter((event) => wants(endpoint, event.name))
      .map((event) => deliveryOf(tenantId, event, endpoint, now, state.id)),
  );
  await enqueue(context, made);
  return { replayed: made.length, cursor: nextCursor };
}
