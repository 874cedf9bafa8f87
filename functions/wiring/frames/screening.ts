import { PlanLimiter } from "../../app/screening/plan-limiter.ts";
import { usageHeaders, usageKeys, usageOf, wholeUsage } from "../../app/screening/usage.ts";
import type { Frame } from "../../http/route.ts";
import { TenantAuthenticator } from "../../http/tenant-key.ts";
import { clock, newId, store } from "../core/context.ts";
import { live } from "../core/env.ts";
import { publicFrame } from "./public.ts";

/** What every answer to an account says of its month, as it stands now. */
async function usage(accountId: string): Promise<Record<string, string>> {
  const now = clock.now();
  const counted = usageOf(await store.read(usageKeys(accountId, now)), accountId, now);
  return usageHeaders(await wholeUsage({ store }, counted));
}

export const screeningFrame: Frame = {
  ...publicFrame,
  book: store,
  tenants: new TenantAuthenticator(store, live ? "live" : "test"),
  limiter: new PlanLimiter({ store, clock, newId }),
  usage,
};
