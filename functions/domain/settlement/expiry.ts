import { addSeconds, type Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { termsOf } from "../rails/terms.ts";
import { whyNotUnpaid } from "./collection.ts";
import { type Settlement, settlementTransition } from "./settlement.ts";

/** Seconds before a rail that did not give a collection up is asked again. */
const askAgainSeconds = 21_600;

/** When a payment lapses that nobody has paid; null once money has come, while a returned debit waits to be presented again, and after its end. */
export function expiresAt(state: Settlement): Instant | null {
  const { status, payment, intent, createdAt, rail } = state;
  // Before the rail has answered, the call to pay is carried on.
  if (status !== "collecting" || whyNotUnpaid(state) !== undefined || payment.presentAt !== null) return null;
  return addSeconds(intent?.at ?? createdAt, termsOf(rail).expirySeconds[payment.source]);
}

/** When the rail is asked to give up a collection that has lapsed, or asked again; undefined where none lapses. */
export function expiryDueAt(state: Settlement): Instant | undefined {
  return (expiresAt(state) && state.expiryLookAt) ?? expiresAt(state) ?? undefined;
}

/** Whether it is time to ask the rail to give a lapsed collection up. */
export function isExpiryDue(state: Settlement, now: Instant): boolean {
  const at = expiryDueAt(state);
  return at !== undefined && at <= now;
}

/** Asks again later: the rail did not give the collection up, or gave no answer. */
export function postponeExpiry(state: Settlement, now: Instant): Transition<Settlement>[] {
  if (!isExpiryDue(state, now)) return [];
  const next = { ...state, expiryLookAt: addSeconds(now, askAgainSeconds) };
  return [settlementTransition(state, next, now, { reason: "lapsed, but not given up by the rail", quiet: true })];
}
