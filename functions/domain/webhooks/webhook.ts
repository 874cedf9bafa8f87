import * as z from "zod";
import { addSeconds, type Instant, secondsBetween } from "../core/time.ts";

/** Where a tenant wants its events sent. `events` null means all; secrets are kept sealed, the previous one signs along until it ends. */
export const webhookEndpoint = z.object({
  id: z.string(),
  tenantId: z.string(),
  url: z.string().describe("where its events are sent"),
  description: z.string().nullable().describe("what its owner says of it; null where nothing"),
  events: z.array(z.string()).nullable().describe("the events that it is sent; null: every one"),
  enabled: z.boolean().describe("whether anything is sent to it"),
  /** Why the service switched it off; null while it is on or was switched off by an operator. */
  disabledReason: z
    .string()
    .nullable()
    .describe("why the service switched it off; null while it is on or an operator switched it off"),
  deletedAt: z.string().nullable(),
  sealedSecret: z.string(),
  previousSecret: z.object({ sealed: z.string(), until: z.string() }).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

/** Whether an endpoint is to be sent anything at all. */
export function isOpen(endpoint: WebhookEndpoint | undefined): endpoint is WebhookEndpoint {
  return endpoint?.enabled === true && endpoint.deletedAt === null;
}

export function wants(endpoint: WebhookEndpoint, event: string): boolean {
  return isOpen(endpoint) && (endpoint.events === null || endpoint.events.includes(event));
}

/** The sealed secrets that sign at `now`: the current one, and the one before it while it lasts. */
export function signingSecrets(endpoint: WebhookEndpoint, now: Instant): string[] {
  const { sealedSecret, previousSecret } = endpoint;
  return previousSecret && previousSecret.until > now ? [sealedSecret, previousSecret.sealed] : [sealedSecret];
}

export const deliveryStatuses = ["pending", "delivered", "failed", "exhausted"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const attempt = z.object({
  number: z.int().describe("which attempt it was, from 1 on"),
  at: z.string().describe("when it began"),
  status: z.int().nullable().describe("the receiver's HTTP status; null when it gave no answer"),
  durationMs: z.int().describe("how long it took, in milliseconds"),
  excerpt: z.string().describe("the beginning of what the receiver answered"),
});

/** One event on its way to one endpoint. `nextAttemptAt` is the truth about when it is sent; `body` is sent as it is. */
export const delivery = z.object({
  id: z.string(),
  tenantId: z.string(),
  endpointId: z.string(),
  eventId: z.string(),
  event: z.string().describe("what happened, from the closed list of events"),
  url: z.string().describe("where it is sent"),
  body: z.string(),
  status: z.enum(deliveryStatuses).describe("how far it is; failed ones are tried again, exhausted ones are not"),
  attemptsMade: z.int().describe("how many attempts were begun, six at most"),
  attempts: z.array(attempt).describe("each attempt and what came of it"),
  nextAttemptAt: z.string().nullable(),
  /** Why it ended without a 2xx, beyond its attempts (endpoint_disabled, endpoint_gone ...). */
  endedReason: z.string().nullable().describe("why it ended without a 2xx, beyond its attempts; null otherwise"),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Delivery = z.infer<typeof delivery>;

/** A delivery as people see it: all of it but the body, which is the event's. */
export const deliveryView = delivery.omit({ body: true }).meta({ id: "Delivery" });

export function newDelivery(
  made: Pick<Delivery, "id" | "tenantId" | "endpointId" | "eventId" | "event" | "url" | "body">,
  now: Instant,
): Delivery {
  return {
    ...{ ...made, status: "pending", attemptsMade: 0, attempts: [], nextAttemptAt: now },
    ...{ endedReason: null, createdAt: now, updatedAt: now },
  };
}

/** Seconds between the end of one attempt and the next (spec section 8): 60 s, 5 m, 15 m, 1 h, 6 h. */
export const retrySeconds = [60, 300, 900, 3600, 21_600] as const;

/** Six attempts in all, then exhausted. */
export const maxAttempts = retrySeconds.length + 1;

/** Seconds after which an attempt that was begun and never recorded counts as ended: no sender runs longer. */
const attemptLeaseSeconds = 60;

/** Whether a sender may still be at the attempt that was begun last. */
function isUnderWay({ attempts, attemptsMade, updatedAt }: Delivery, now: Instant): boolean {
  const recorded = attempts.at(-1)?.number ?? 0;
  return recorded < attemptsMade && secondsBetween(updatedAt, now) < attemptLeaseSeconds;
}

/** Begins the next attempt: it counts from here, so that a crash can never add a seventh, and the next one waits by the schedule even if this one is never recorded. Undefined when none is due; `force` ignores when it is due, never the limit. */
export function beginAttempt(state: Delivery, now: Instant, force = false): Delivery | undefined {
  if (state.status === "delivered" || state.status === "exhausted") return undefined;
  if (state.nextAttemptAt === null && !force) return undefined;
  const early = state.nextAttemptAt !== null && secondsBetween(now, state.nextAttemptAt) > 0;
  if (early && (!force || isUnderWay(state, now))) return undefined;
  if (state.attemptsMade >= maxAttempts) return exhaust(state, "attempts_used", now);
  return {
    ...state,
    attemptsMade: state.attemptsMade + 1,
    nextAttemptAt: addSeconds(now, attemptLeaseSeconds + (retrySeconds[state.attemptsMade] ?? 0)),
    updatedAt: now,
  };
}

/** What came back from one attempt; `status` null when nothing did. */
export interface AttemptAnswer {
  readonly status: number | null;
  readonly durationMs: number;
  readonly excerpt: string;
}

/** Whether an answer is success: 2xx headers, whatever the body does. */
export function isSuccess(answer: AttemptAnswer): boolean {
  return answer.status !== null && answer.status >= 200 && answer.status < 300;
}

/** Records how an attempt ended and when the next one is due; with retries off a first failure stays failed. */
export function endAttempt(
  state: Delivery,
  answer: AttemptAnswer,
  startedAt: Instant,
  retriesOn: boolean,
  now: Instant,
): Delivery {
  const attempts = [...state.attempts, { number: state.attemptsMade, at: startedAt, ...answer }];
  const done = { ...state, attempts, updatedAt: now };
  if (isSuccess(answer)) return { ...done, status: "delivered", nextAttemptAt: null };
  const wait = retrySeconds[state.attemptsMade - 1];
  if (wait === undefined) return exhaust(done, "attempts_used", now);
  return { ...done, status: "failed", nextAttemptAt: retriesOn ? addSeconds(now, wait) : null };
}

/** Puts a due attempt off without counting it: its endpoint is busy or rests. */
export function putOff(state: Delivery, until: Instant, now: Instant): Delivery {
  return { ...state, nextAttemptAt: until, updatedAt: now };
}

export function exhaust(state: Delivery, endedReason: string, now: Instant): Delivery {
  return { ...state, status: "exhausted", nextAttemptAt: null, endedReason, updatedAt: now };
}
