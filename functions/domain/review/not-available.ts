import { Refusal } from "../core/refusal.ts";

export function notAvailable(action: string, why: string): Refusal {
  return new Refusal("action_not_available", `${action} is not possible: ${why}`, { extra: { action } });
}
