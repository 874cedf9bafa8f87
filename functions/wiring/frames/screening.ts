import { PlanLimiter } from "../../app/screening/plan-limiter.ts";
import { usageHeaders, usageKeys, usageOf } from "../../app/screening/usage.ts";
import { TenantDoor } from "../../http/caller.ts";
import type { Frame } from "../../http/route.ts";
import { book, clock, newId, tick } from "../core/context.ts";
import { live } from "../core/env.ts";
import { log } from "../core/log.ts";

/** What every answer to an account says of its month, as it stands now. */
async function usage(accountId: string): Promise<Record<string, string>> {
  const now = clock.now();
  return usageHeaders(usageOf(await book.read(usageKeys(accountId, now)), accountId, now));
}

/** The door frame for the screening interface's accounts. */
export const screeningFrame: Frame = {
  tick,
  clock,
  newId,
  log,
  tenants: new TenantDoor(book, live ? "live" : "test"),
  limiter: new PlanLimiter({ book, clock, newId }),
  usage,
};
