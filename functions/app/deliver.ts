import { afterAnswer, isResting } from "../domain/endpoint-health.ts";
import { addSeconds, type Instant, secondsBetween } from "../domain/time.ts";
import {
  type AttemptAnswer,
  beginAttempt,
  type Delivery,
  endAttempt,
  exhaust,
  isOpen,
  putOff,
  signingSecrets,
  type WebhookEndpoint,
} from "../domain/webhook.ts";
import { loaded } from "./aggregate.ts";
import { webhookKind } from "./catalogue-kinds.ts";
import {
  deliveryRow,
  healthKey,
  healthRow,
  type LoadedHealth,
  loadedDelivery,
  loadedHealth,
  orderOf,
} from "./delivery-rows.ts";
import { rowKey } from "./kinds.ts";
import type { Book, Clock, Courier, DeliveryOrder, DeliveryQueue, NewId, SecretBox } from "./ports.ts";
import { scrub } from "./scrub.ts";
import { signedHeaders } from "./sign.ts";
import type { Slots } from "./slots.ts";
import { flagsKey, standing } from "./standing.ts";

/** What the sender works with; it writes deliveries and nothing else. */
export interface SenderDesk {
  readonly book: Book;
  readonly deliveries: Book;
  readonly queue: DeliveryQueue;
  readonly courier: Courier;
  readonly secrets: SecretBox;
  readonly clock: Clock;
  /** The receiver's clock is the wall's, whatever the test clock says: signatures carry its time. */
  readonly wall: Clock;
  readonly newId: NewId;
  /** How many sends to one endpoint may be under way from here. */
  readonly slots: Slots;
}

/** SQS delays a message by 15 minutes at most; what is due later is woken by the sweeper. */
const longestDelaySeconds = 900;

/** How long a delivery waits when its endpoint has too many sends under way. */
const busySeconds = 5;

interface Subject {
  readonly state: Delivery;
  readonly v: number;
  readonly health: LoadedHealth;
  readonly endpoint: WebhookEndpoint | undefined;
  readonly retriesOn: boolean;
}

/** Makes the attempt that is due, if one is: claims it, signs the stored bytes afresh, posts, records, plans the next. */
export async function sendDelivery(desk: SenderDesk, order: DeliveryOrder): Promise<void> {
  const { force = false } = order;
  const subject = await look(desk, order);
  if (!subject) return;
  const now = desk.clock.now();
  const begun = beginAttempt(subject.state, now, force);
  if (!begun) return;
  if (begun.status === "exhausted") return void (await save(desk, begun, subject.v));
  if (!isOpen(subject.endpoint) || subject.health.state.condemned !== null) {
    await save(
      desk,
      exhaust(subject.state, subject.health.state.condemned ?? "endpoint_disabled", now),
      subject.v,
    );
    return;
  }
  if (isResting(subject.health.state, now) && !force)
    return later(desk, subject, subject.health.state.openUntil ?? now);
  await inSlot(desk, subject, force);
}

/** Makes the attempt while one of the endpoint's slots is ours; the wait for it may have been long, so its time begins now. */
async function inSlot(desk: SenderDesk, subject: Subject, force: boolean): Promise<void> {
  const release = await desk.slots.take(subject.state.endpointId);
  const now = desk.clock.now();
  if (!release) return later(desk, subject, addSeconds(now, busySeconds));
  let answered = true;
  try {
    const begun = beginAttempt(subject.state, now, force);
    if (begun && (await save(desk, begun, subject.v)))
      answered = await attempt(desk, { ...subject, state: begun, v: subject.v + 1 }, now);
  } finally {
    release(answered);
  }
}

/** The delivery and its endpoint's health in one read, the endpoint and the flag that bear on it in another. */
async function look(desk: SenderDesk, order: DeliveryOrder): Promise<Subject | undefined> {
  const { deliveryId, endpointId, tenantId } = order;
  const [[row, healthRead], [endpointRow, global, own]] = await Promise.all([
    desk.deliveries.read([rowKey(deliveryId), healthKey(endpointId)]),
    desk.book.read([rowKey(endpointId), flagsKey(null), flagsKey(tenantId)]),
  ]);
  const found = loadedDelivery(row);
  if (!found) return undefined;
  return {
    ...found,
    health: loadedHealth(healthRead, endpointId, tenantId),
    endpoint: loaded(webhookKind, endpointRow)?.state,
    retriesOn: standing([undefined, global, own]).flags.on("webhooks.retry.enabled"),
  };
}

async function later(desk: SenderDesk, subject: Subject, until: Instant): Promise<void> {
  const off = putOff(subject.state, until, desk.clock.now());
  if (await save(desk, off, subject.v)) await planNext(desk, off);
}

/** Whether the endpoint gave any answer. */
async function attempt(desk: SenderDesk, subject: Subject, startedAt: Instant): Promise<boolean> {
  const { state, endpoint } = subject;
  if (!endpoint) return true;
  const secrets = await Promise.all(
    signingSecrets(endpoint, startedAt).map((sealed) => desk.secrets.open(sealed)),
  );
  const headers = signedHeaders({
    secrets,
    body: state.body,
    unixSeconds: Math.floor(Date.parse(desk.wall.now()) / 1000),
    eventId: state.eventId,
    deliveryId: state.id,
    attempt: state.attemptsMade,
  });
  const said = await desk.courier.post({ url: endpoint.url, headers, body: state.body });
  const answer = {
    ...said,
    excerpt: scrub(said.excerpt, [...secrets, headers["x-service-signature"] ?? ""]),
  };
  const tried = endAttempt(state, answer, startedAt, subject.retriesOn, desk.clock.now());
  const gone = answer.status === 410;
  const ended = gone ? exhaust(tried, "answered_410", desk.clock.now()) : tried;
  if (await record(desk, { ...subject, state: ended }, answer)) await planNext(desk, ended);
  return answer.status !== null;
}

/** Records the attempt and what it says of the endpoint, together; another sender's word on the health is built upon. */
async function record(desk: SenderDesk, subject: Subject, answer: AttemptAnswer): Promise<boolean> {
  const { state, v } = subject;
  const put = { put: deliveryRow(state, v + 1), expect: v };
  let { health } = subject;
  for (let attempts = 1; attempts <= 5; attempts++) {
    const now = desk.clock.now();
    const after = afterAnswer(health.state, answer, now);
    const expect = health.v === 0 ? ("absent" as const) : health.v;
    const told = after === health.state ? [] : [{ put: healthRow(after, health.v + 1, now), expect }];
    const written = await desk.deliveries.write([put, ...told], desk.newId("req", now));
    if (written.ok) return true;
    const [row, healthRead] = await desk.deliveries.read([rowKey(state.id), healthKey(state.endpointId)]);
    if (row?.v !== v) return false;
    health = loadedHealth(healthRead, state.endpointId, state.tenantId);
  }
  return save(desk, state, v);
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
  await desk.queue.send([{ ...orderOf(state), delaySeconds: Math.max(0, delaySeconds) }]);
}
