import { RateLimiter } from "../../app/core/rate-limit.ts";
import { flagsKey, tenantSettingsOf } from "../../app/tenants/tenant-settings.ts";
import type { Frame } from "../../http/route.ts";
import { TenantAuthenticator } from "../../http/tenant-key.ts";
import { clock, newId, store } from "../core/context.ts";
import { live } from "../core/env.ts";
import { publicFrame } from "./public.ts";

/** Requests a tenant may make: live as domain facts 5.10, in the sandbox slower with a burst for parallel tests. */
const limit = live ? { perSecond: 100, burst: 200 } : { perSecond: 50, burst: 500 };

async function keyOptional(tenantId: string): Promise<boolean> {
  if (live) return false;
  const [global, own] = await store.read([flagsKey(null), flagsKey(tenantId)]);
  return !tenantSettingsOf([undefined, global, own]).flags.on("idempotency.require");
}

export const tenantFrame: Frame = {
  ...publicFrame,
  book: store,
  tenants: new TenantAuthenticator(store, live ? "live" : "test"),
  limiter: new RateLimiter({ store, clock, newId }, limit),
  keyOptional,
};
