import * as z from "zod";
import { addSeconds, type Instant, secondsBetween } from "./time.ts";

/** Where a tenant wants its events sent. `events` null means all; the secret is kept sealed. */
export const webhookEndpoint = z.object({
  id: z.string(),
  tenantId: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.string()).nullable(),
  enabled: z.boolean(),
  sealedSecret: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

/** Whether an endpoint wants an event. */
export function wants(endpoint: WebhookEndpoint, event: string): boolean {
  return endpoint.enabled && (endpoint.events === null || endpoint.events.includes(event));
}

export const deliveryStatuses = ["pending", "delivered", "failed", "exhausted"] as const;

const attempt = z.object({
  number: z.int(),
  at: z.string(),
  status: z.int().nullable(),
  durationMs: z.int(),
  excerpt: z.string(),
});

/** One event on its way to one endpoint. `nextAttemptAt` is the truth about when it is sent; `body` is sent as it is. */
export const delivery = z.object({
  id: z.string(),
  tenantId: z.string(),
  endpointId: z.string(),
  eventId: z.string(),
  event: z.string(),
  url: z.string(),
  body: z.string(),
  status: z.enum(deliveryStatuses),
  attemptsMade: z.int(),
  attempts: z.array(attempt),
  nextAttemptAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Delivery = z.infer<typeof delivery>;

/** Seconds between the end of one attempt and the next (spec section 8): 60 s, 5 m, 15 m, 1 h, 6 h. */
export const retrySeconds = [60, 300, 900, 3600, 21_600] as const;

/** Six attempts in all, then exhausted. */
export const maxAttempts = retrySeconds.length + 1;

/** Seconds after which an attempt that was begun and never recorded counts as made. */
const attemptLeaseSeconds = 30;

/** Begins the next attempt: it counts from here, so that a crash can never add a seventh. Undefined when none is due. */
export function beginAttempt(state: Delivery, now: Instant): Delivery | undefined {
  if (state.nextAttemptAt === null || secondsBetween(now, state.nextAttemptAt) > 0) return undefined;
  if (state.attemptsMade >= maxAttempts)
    return { ...state, status: "exhausted", nextAttemptAt: null, updatedAt: now };
  return {
    ...state,
    attemptsMade: state.attemptsMade + 1,
    nextAttemptAt: addSeconds(now, attemptLeaseSeconds),
    updatedAt: now,
  };
}

/** Records how an attempt ended. Only a 2xx is success; with retries off a first failure stays failed. */
export function endAttempt(
  state: Delivery,
  answer: { status: number | null; durationMs: number; excerpt: string },
  startedAt: Instant,
  retriesOn: boolean,
  now: Instant,
): Delivery {
  const attempts = [...state.attempts, { number: state.attemptsMade, at: startedAt, ...answer }];
  const done = { ...state, attempts, updatedAt: now };
  if (answer.status !== null && answer.status >= 200 && answer.status < 300)
    return { ...done, status: "delivered", nextAttemptAt: null };
  const wait = retrySeconds[state.attemptsMade - 1];
  if (wait === undefined) return { ...done, status: "exhausted", nextAttemptAt: null };
  return { ...done, status: "failed", nextAttemptAt: retriesOn ? addSeconds(now, wait) : null };
}

/** A delivery to an endpoint that is gone or switched off ends without another attempt. */
export function abandon(state: Delivery, now: Instant): Delivery {
  return { ...state, status: "exhausted", nextAttemptAt: null, updatedAt: now };
}
