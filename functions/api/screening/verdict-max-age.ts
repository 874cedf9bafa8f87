import { type Instant, secondsBetween } from "../../domain/core/time.ts";
import { clock } from "../../wiring/core/context.ts";

/** A verdict of before says how old it is, in seconds: lists may have changed since. */
export function verdictAge(givenAt: Instant): Record<string, string> {
  return { "x-verdict-age": String(Math.max(0, secondsBetween(givenAt, clock.now()))) };
}
