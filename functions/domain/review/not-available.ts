import { Refusal } from "../core/refusal.ts";

/** This action cannot be done now. */
export function notAvailable(action: string, why: string): Refusal {
  return new Refusal("action_not_available", `${action} is not possible: ${why}`, { extra: { action } });
}
