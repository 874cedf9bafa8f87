import { type Instant, secondsBetween } from "../domain/time.ts";
import { clock } from "../wiring/base.ts";

/** A verdict of before says how old it is, in seconds: lists may have changed since. */
export function verdictAge(givenAt: Instant): Record<string, string> {
  return { "x-verdict-age": String(Math.max(0, secondsBetween(givenAt, clock.now()))) };
}
