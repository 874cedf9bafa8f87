import { addSeconds, type Instant, secondsBetween } from "../../domain/core/time.ts";
import { admit, afterAnswer } from "../../domain/webhooks/endpoint-health.ts";
import {
  type AttemptAnswer,
  beginAttempt,
  type Delivery,
  endAttempt,
  exhaust,
  isOpen,
  isSuccess,
  putOff,
  signingSecrets,
  type WebhookEndpoint,
} from "../../domain/webhooks/webhook.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { ConcurrencyLimit } from "../core/concurrency-limit.ts";
import type { CommitContext } from "../core/context.ts";
import type { LinkKeys } from "../core/link-token.ts";
import type { Clock, Meter, Row, SecretOpener, Store, WriteResult } from "../core/ports.ts";
import { redactText } from "../core/redact.ts";
import { rowKey } from "../core/row-keys.ts";
import { signedHeaders } from "../core/sign.ts";
import { flagsKey, tenantSettingsOf } from "../tenants/tenant-settings.ts";
import {
  deliveryRow,
  healthKey,
  healthRow,
  type LoadedDelivery,
  type LoadedHealth,
  loadedDelivery,
  loadedHealth,
  madeByOrder,
  orderOf,
  unlistedRow,
} from "./delivery-rows.ts";
import { storeDeliveries } from "./enqueue.ts";
import { wholeData } from "./event-data.ts";
import type { Courier, DeliveryOrder, DeliveryQueue } from "./ports.ts";
import { webhookRecordType } from "./record.ts";

/** What the sender works with; it writes deliveries and nothing else. */
export interface SenderContext extends CommitContext {
  /** Left out where no event has a link. */
  readonly linkKeys?: LinkKeys;
  readonly deliveries: Store;
  readonly queue: DeliveryQueue;
  readonly courier: Courier;
  readonly secrets: SecretOpener;
  readonly meter: Meter;
  /** The receiver's clock is the wall's, whatever the test clock says: signatures carry its time. */
  readonly wall: Clock;
  /** How many sends to one endpoint may be under way from here. */
  readonly slots: ConcurrencyLimit;
}

/** SQS delays a message by 15 minutes at most; what is due later is woken by the sweeper. */
const longestDelaySeconds = 900;

/** How long a delivery waits when its endpoint has too many sends under way. */
const busySeconds = 5;

interface Subject {
  /** What the queue handed over. */
  readonly order: DeliveryOrder;
  readonly state: Delivery;
  /** 0 where the message is all there is of it. */
  readonly v: number;
  /** Whether its messages alone know that it waits. */
  readonly isUnlisted: boolean;
  readonly health: LoadedHealth;
  readonly endpoint: WebhookEndpoint | undefined;
}

/** Makes the attempt that is due, if one is: claims it, signs the stored bytes afresh, posts, records, plans the next. What a message alone holds is written as waiting where that fails: messages do not come again for ever. */
export async function sendDelivery(context: SenderContext, order: DeliveryOrder): Promise<void> {
  try {
    await attemptDue(context, order);
  } catch (error) {
    const made = madeByOrder(order);
    if (made) await storeDeliveries(context, [made]).catch(() => undefined);
    throw error;
  }
}

async function attemptDue(context: SenderContext, order: DeliveryOrder): Promise<void> {
  const { force = false } = order;
  const subject = await look(context, order);
  if (!subject) return;
  const now = context.clock.now();
  const begun = beginAttempt(subject.state, now, force);
  // Of an attempt that another has claimed and no sweeper knows of, this message may be the last.
  if (!begun && subject.isUnlisted) return planNext(context, subject.state, force);
  if (!begun) return;
  if (begun.status === "exhausted") {
    if (await save(context, subject, begun, now)) measure(context, begun, now);
    return;
  }
  if (!isOpen(subject.endpoint) || subject.health.state.condemned !== null) {
    const reason = subject.health.state.condemned ?? "endpoint_disabled";
    await save(context, subject, exhaust(subject.state, reason, now), now);
    return;
  }
  const turn = admit(subject.health.state, now, force);
  if (turn.kind === "wait") return later(context, subject, turn.until);
  await inSlot(context, subject, force);
}

/** Makes the attempt while one of the endpoint's slots is ours; the wait for it may have been long, so its time begins now. */
async function inSlot(context: SenderContext, subject: Subject, force: boolean): Promise<void> {
  const release = await context.slots.take(subject.state.endpointId);
  if (!release) return later(context, subject, addSeconds(context.clock.now(), busySeconds));
  let answered = true;
  try {
    const now = context.clock.now();
    // Before the claim, since an attempt that cannot be signed must not count.
    const secrets = await openSecrets(context, subject, now);
    const body = await toldBody(context, subject.state);
    const claimed = await claim(context, subject, now, force);
    if (claimed) answered = await attempt(context, claimed, { secrets, body }, now);
  } finally {
    release(answered);
  }
}

async function openSecrets(context: SenderContext, { endpoint, state }: Subject, now: Instant): Promise<string[]> {
  const sealed = endpoint ? signingSecrets(endpoint, now) : [];
  return Promise.all(sealed.map((each) => context.secrets.open(each, state.endpointId)));
}

/** Claims the attempt, and with it the probe of an endpoint whose rest is over: one delivery gets it, the others wait again. */
async function claim(
  context: SenderContext,
  subject: Subject,
  now: Instant,
  force: boolean,
): Promise<Subject | undefined> {
  const { state, v, health } = subject;
  const begun = beginAttempt(state, now, force);
  if (!begun) return undefined;
  const isFirst = v === 0;
  const claimed = { ...subject, state: begun, v: v + 1, isUnlisted: isFirst };
  const put = isFirst ? unlistedRow(begun, 1) : deliveryRow(begun, v + 1);
  const claiming = { put, expect: isFirst ? ("absent" as const) : v };
  const turn = admit(health.state, now, force);
  if (turn.kind !== "probe") {
    const written = await context.deliveries.write([claiming], context.newId("req", now));
    return isWritten(subject, written) ? claimed : undefined;
  }
  const probe = { v: health.v + 1, state: turn.health };
  const written = await context.deliveries.write(
    [claiming, { put: healthRow(probe.state, probe.v, now), expect: health.v }],
    context.newId("req", now),
  );
  if (written.ok) return { ...claimed, health: probe };
  await later(context, subject, turn.until);
  return undefined;
}

/** The delivery and its endpoint's health in one read, the endpoint in another. */
async function look(context: SenderContext, order: DeliveryOrder): Promise<Subject | undefined> {
  const { deliveryId, endpointId, tenantId } = order;
  const [[row, healthRead], [endpointRow]] = await Promise.all([
    context.deliveries.read([rowKey(deliveryId), healthKey(endpointId)]),
    context.store.read([rowKey(endpointId)]),
  ]);
  const found = loadedDelivery(row) ?? madeNow(order, context.clock.now());
  if (!found) return undefined;
  return {
    ...found,
    order,
    health: loadedHealth(healthRead, endpointId, tenantId),
    endpoint: loadAggregate(webhookRecordType, endpointRow)?.state,
  };
}

/** The delivery that a message alone holds: due at once, whatever its maker's clock says. */
function madeNow(order: DeliveryOrder, now: Instant): LoadedDelivery | undefined {
  const made = madeByOrder(order);
  return made && { v: 0, state: { ...made, nextAttemptAt: now }, isUnlisted: true };
}

async function later(context: SenderContext, subject: Subject, until: Instant): Promise<void> {
  const now = context.clock.now();
  const off = putOff(subject.state, until, now);
  if (await save(context, subject, off, now)) await planNext(context, off, subject.order.force);
}

async function attempt(
  context: SenderContext,
  subject: Subject,
  { secrets, body }: { readonly secrets: readonly string[]; readonly body: string },
  startedAt: Instant,
): Promise<boolean> {
  const { state, endpoint } = subject;
  if (!endpoint) return true;
  const headers = signedHeaders({
    secrets,
    body,
    unixSeconds: Math.floor(Date.parse(context.wall.now()) / 1000),
    eventId: state.eventId,
    deliveryId: state.id,
    attempt: state.attemptsMade,
  });
  const reply = await context.courier.post({ url: endpoint.url, headers, body });
  const answer = { ...reply, excerpt: redactText(reply.excerpt, [...secrets, headers["x-service-signature"] ?? ""]) };
  const now = context.clock.now();
  const tried = endAttempt(state, answer, startedAt, await mayRetry(context, state, answer), now);
  const ended = answer.status === 410 ? exhaust(tried, "answered_410", now) : tried;
  if (await record(context, { ...subject, state: ended }, answer, now)) {
    context.meter.count(ended.status === "delivered" ? "WebhookDelivered" : "WebhookFailed", 1);
    measure(context, ended, now);
    await planNext(context, ended);
  }
  return answer.status !== null;
}

/** Whether one that failed comes again. The flags are read only then: each delivery's reads of what all share bound how many there are a second. */
async function mayRetry({ store }: SenderContext, { tenantId }: Delivery, answer: AttemptAnswer): Promise<boolean> {
  if (isSuccess(answer)) return true;
  const [global, own] = await store.read([flagsKey(null), flagsKey(tenantId)]);
  return tenantSettingsOf([undefined, global, own]).flags.on("webhooks.retry.enabled");
}

const noLinks: LinkKeys = () => Promise.reject(new Error("this sender makes no links"));

/** What a receiver gets: the stored bytes, with the link of an invoice that was sent made whole. */
async function toldBody({ linkKeys = noLinks }: SenderContext, { event, body }: Delivery): Promise<string> {
  if (event !== "invoice.sent") return body;
  const { data, ...rest } = JSON.parse(body);
  return JSON.stringify({ ...rest, data: await wholeData({ linkKeys }, event, data) });
}

/** Counts how a delivery ends. One that its endpoint's owner ended is nobody's trouble. */
function measure({ meter }: SenderContext, state: Delivery, now: Instant): void {
  const { status, endedReason, createdAt } = state;
  if (status === "delivered") meter.time("DeliveryLag", Date.parse(now) - Date.parse(createdAt));
  if (status === "exhausted" && endedReason === "attempts_used") meter.count("WebhookExhausted", 1);
}

/** Records the attempt and what it says of the endpoint, together; another sender's word on the health is built upon. */
async function record(context: SenderContext, subject: Subject, answer: AttemptAnswer, now: Instant): Promise<boolean> {
  const { state, v } = subject;
  const put = { put: deliveryRow(state, v + 1), expect: v };
  let { health } = subject;
  for (let attempts = 1; attempts <= 5; attempts++) {
    const after = afterAnswer(health.state, answer, now);
    const expect = health.v === 0 ? ("absent" as const) : health.v;
    const healthWrites = after === health.state ? [] : [{ put: healthRow(after, health.v + 1, now), expect }];
    const written = await context.deliveries.write([put, ...healthWrites], context.newId("req", now));
    if (written.ok) return true;
    const [row, healthRead] = await context.deliveries.read([rowKey(state.id), healthKey(state.endpointId)]);
    if (row?.v !== v) {
      requireKnown(subject, row);
      return false;
    }
    health = loadedHealth(healthRead, state.endpointId, state.tenantId);
  }
  return save(context, subject, state, now);
}

async function save(context: SenderContext, subject: Subject, state: Delivery, now: Instant): Promise<boolean> {
  const { v } = subject;
  const put = { put: deliveryRow(state, v + 1), expect: v === 0 ? ("absent" as const) : v };
  return isWritten(subject, await context.deliveries.write([put], context.newId("req", now)));
}

/** Whether a write came to pass. */
function isWritten(subject: Subject, written: WriteResult): boolean {
  if (!written.ok)
    requireKnown(
      subject,
      written.rows.find((row) => row?.pk === subject.state.id),
    );
  return written.ok;
}

/** Throws where nothing but this message knows of a delivery, as its row is now, so that the message comes again. Of a claim that came first, that one's own message knows. */
function requireKnown({ state, v, isUnlisted }: Subject, row: Row | undefined): void {
  const found = loadedDelivery(row);
  if (isUnlisted && (!found || (found.isUnlisted && v > 0))) throw new Error(`delivery ${state.id} was not written`);
}

/** Has the next attempt made in time; an operator's wish goes along where it was put off unfulfilled. */
async function planNext(context: SenderContext, state: Delivery, force = false): Promise<void> {
  if (state.nextAttemptAt === null) return;
  const delaySeconds = secondsBetween(context.clock.now(), state.nextAttemptAt);
  if (delaySeconds > longestDelaySeconds) return;
  const order = { ...orderOf(state), ...(force && { force }) };
  await context.queue.send([{ ...order, delaySeconds: Math.max(0, delaySeconds) }]);
}
