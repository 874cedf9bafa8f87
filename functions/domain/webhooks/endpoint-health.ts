import * as z from "zod";
import { addSeconds, type Instant, secondsBetween } from "../core/time.ts";
import { type AttemptAnswer, isSuccess } from "./webhook.ts";

/** How an endpoint has answered lately; kept with the deliveries, because the sender writes nothing else. */
export const endpointHealth = z.object({
  endpointId: z.string(),
  tenantId: z.string(),
  /** Failures since the last success. */
  failures: z.int(),
  failingSince: z.string().nullable(),
  /** The breaker: nothing is sent before this moment, and from then on one probe at a time until an answer closes it. */
  openUntil: z.string().nullable(),
  /** Set when the endpoint is to be switched off; the sweeper does so and answers for it on the audit trail. */
  condemned: z.string().nullable(),
  switchedOff: z.boolean(),
});

export type EndpointHealth = z.infer<typeof endpointHealth>;

const nothing = { failures: 0, failingSince: null, openUntil: null, condemned: null, switchedOff: false };

export function healthy(endpointId: string, tenantId: string): EndpointHealth {
  return { endpointId, tenantId, ...nothing };
}

/** After this many failures in a row the breaker opens; above six, so that one delivery's own schedule stays exact. */
const breakerFailures = 20;
const breakerSeconds = 60;

/** An endpoint that has failed for five days is switched off (as Svix does). */
const condemnSeconds = 5 * 86_400;

/** The health after an answer; the same object when nothing changed, which is the case while all is well. */
export function afterAnswer(state: EndpointHealth, answer: AttemptAnswer, now: Instant): EndpointHealth {
  if (isSuccess(answer)) return state.failures === 0 ? state : { ...state, ...nothing };
  const failures = state.failures + 1;
  const failingSince = state.failingSince ?? now;
  return {
    ...state,
    failures,
    failingSince,
    openUntil: failures >= breakerFailures ? addSeconds(now, breakerSeconds) : null,
    condemned: state.condemned ?? verdict(answer, failingSince, now),
  };
}

function verdict(answer: AttemptAnswer, failingSince: Instant, now: Instant): string | null {
  if (answer.status === 410) return "answered_410";
  return secondsBetween(failingSince, now) >= condemnSeconds ? "failing_for_five_days" : null;
}

/** How long a probe keeps the others away: longer than an attempt takes, so that another may try once the prober has died. */
const probeSeconds = 30;

/** What the breaker says to a delivery. `health`: how the endpoint's health reads while this delivery alone tries. */
export type Admission =
  | { readonly kind: "send" }
  | { readonly kind: "wait"; readonly until: Instant }
  | { readonly kind: "probe"; readonly health: EndpointHealth; readonly until: Instant };

/** Whether a delivery may be sent at `now`; `force` ignores the breaker. A probe is one only for who gets its health written. */
export function admit(state: EndpointHealth, now: Instant, force = false): Admission {
  const { openUntil } = state;
  if (openUntil === null || force) return { kind: "send" };
  if (openUntil > now) return { kind: "wait", until: openUntil };
  const until = addSeconds(now, probeSeconds);
  return { kind: "probe", health: { ...state, openUntil: until }, until };
}
