import { monthOf, secondsBetween } from "../domain/time.ts";
import { abandon, beginAttempt, type Delivery, delivery, endAttempt } from "../domain/webhook.ts";
import { loaded } from "./aggregate.ts";
import { webhookKind } from "./catalogue-kinds.ts";
import { dueIndex } from "./due.ts";
import { listPartition, rowKey } from "./kinds.ts";
import type { Book, Clock, Courier, DeliveryQueue, NewId, Row, SecretBox } from "./ports.ts";
import { signedHeaders } from "./sign.ts";
import { flagsKey, standing } from "./standing.ts";

/** What the sender works with; it writes deliveries and nothing else. */
export interface SenderDesk {
  readonly book: Book;
  readonly deliveries: Book;
  readonly queue: DeliveryQueue;
  readonly courier: Courier;
  readonly secrets: SecretBox;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** SQS delays a message by 15 minutes at most; what is due later is woken by the sweeper. */
const longestDelaySeconds = 900;

/** A delivery as a row, due while another attempt is to come. */
export function deliveryRow(state: Delivery, v: number): Row {
  const key = rowKey(state.id);
  const month = monthOf(state.createdAt);
  const place = `${state.createdAt}#${state.id}`;
  return {
    ...key,
    v,
    type: "delivery",
    body: state,
    index: {
      list: [listPartition("all", "delivery", month), place],
      status: [listPartition(state.tenantId, "delivery", month, state.status), place],
      ...(state.nextAttemptAt === null ? {} : { due: dueIndex(key, state.nextAttemptAt) }),
    },
  };
}

/** Makes the attempt that is due, if one is: claims it, signs the stored bytes afresh, posts, records, plans the next. */
export async function sendDelivery(desk: SenderDesk, deliveryId: string): Promise<void> {
  const [row] = await desk.deliveries.read([rowKey(deliveryId)]);
  if (!row) return;
  const startedAt = desk.clock.now();
  const begun = beginAttempt(delivery.parse(row.body), startedAt);
  if (!begun || !(await save(desk, begun, row.v))) return;
  if (begun.status === "exhausted") return;
  const [endpointRow, global, own] = await desk.book.read([
    rowKey(begun.endpointId),
    flagsKey(null),
    flagsKey(begun.tenantId),
  ]);
  const endpoint = loaded(webhookKind, endpointRow)?.state;
  if (!endpoint?.enabled) {
    await save(desk, abandon(begun, desk.clock.now()), row.v + 1);
    return;
  }
  const headers = signedHeaders({
    secret: await desk.secrets.open(endpoint.sealedSecret),
    body: begun.body,
    unixSeconds: Math.floor(Date.parse(startedAt) / 1000),
    eventId: begun.eventId,
    deliveryId: begun.id,
    attempt: begun.attemptsMade,
  });
  const answer = await desk.courier.post({ url: endpoint.url, headers, body: begun.body });
  const retriesOn = standing([undefined, global, own]).flags.on("webhooks.retry.enabled");
  const ended = endAttempt(begun, answer, startedAt, retriesOn, desk.clock.now());
  if (await save(desk, ended, row.v + 1)) await planNext(desk, ended);
}

async function save(desk: SenderDesk, state: Delivery, from: number): Promise<boolean> {
  const nonce = desk.newId("req", desk.clock.now());
  const written = await desk.deliveries.write([{ put: deliveryRow(state, from + 1), expect: from }], nonce);
  return written.ok;
}

async function planNext(desk: SenderDesk, state: Delivery): Promise<void> {
  if (state.nextAttemptAt === null) return;
  const delaySeconds = secondsBetween(desk.clock.now(), state.nextAttemptAt);
  if (delaySeconds > longestDelaySeconds) return;
  await desk.queue.send([{ deliveryId: state.id, delaySeconds: Math.max(0, delaySeconds) }]);
}
