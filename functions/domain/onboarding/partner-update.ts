import type { Instant } from "../core/time.ts";
import { isWithPartner, type Kyb, type KybTransitions, kybTransition } from "./kyb.ts";

/** Looks at an application at once, because the partner has something to say of it; what that is, is asked. One that the partner has not, or has decided, is left alone. */
export function hearNews(state: Kyb, now: Instant): KybTransitions {
  if (!isWithPartner(state) || state.partner === null) return [];
  const next = { ...state, partner: { ...state.partner, lookAt: now } };
  const follows = [{ kind: "ask_partner" as const, kybId: state.id }];
  return [kybTransition(state, next, now, { reason: "the partner has news", follows })];
}
