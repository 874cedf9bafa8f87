import { orderCredit } from "../../app/disputes/programs.ts";
import { requestTenantChange } from "../../app/review/ask-change.ts";
import { clearFrozenWallet } from "../../app/tenants/frozen-wallets.ts";
import { pinApiVersion } from "../../app/tenants/pin-api-version.ts";
import {
  createTenant,
  getTenant,
  listKeys,
  listTenants,
  mintKey,
  revokeKey,
  withWarnings,
} from "../../app/tenants/tenants.ts";
import { tenantOperations } from "../../contract/tenants/tenants.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { checksAddresses, licensedIn, live } from "../../wiring/core/env.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { controlContext } from "../../wiring/review/control.ts";

const environment = live ? "live" : "test";

/** A tenant as it is answered: with what is said against its stablecoin today. */
function shown(call: Parameters<typeof contextOf>[0], tenant: Tenant) {
  return withWarnings({ ...contextOf(call), licensedIn }, tenant);
}

export const handler = serve(tenantOperations, withCursors(operatorFrame), {
  createTenant: async (call) => ({
    body: shown(call, await createTenant({ ...contextOf(call), checksAddresses, licensedIn }, call.body)),
  }),
  listTenants: async (call) => {
    const { data, nextCursor } = await listTenants(contextOf(call), call.query);
    return { body: { data: data.map((each) => shown(call, each)), nextCursor } };
  },
  getTenant: async (call) => ({ body: shown(call, (await getTenant(contextOf(call), call.params.id)).state) }),
  changeTenant: async (call) => {
    const answer = await requestTenantChange(controlContext(call), call.params.id, call.body);
    return "tenant" in answer ? { body: shown(call, answer.tenant) } : { body: answer, status: 202 };
  },
  orderCredit: async (call) => ({ body: shown(call, await orderCredit(contextOf(call), call.params.id, call.body)) }),
  clearFrozenWallet: async (call) => ({
    body: shown(call, await clearFrozenWallet(contextOf(call), call.params.id, call.body)),
  }),
  pinApiVersion: async (call) => ({
    body: shown(call, await pinApiVersion(contextOf(call), call.params.id, call.body.apiVersion)),
  }),
  mintKey: async (call) => {
    const minted = await mintKey(contextOf(call), call.params.id, { ...call.body, environment });
    return { body: { ...minted, lastUsedAt: null, apiKey: minted.secret } };
  },
  listKeys: async (call) => ({ body: await listKeys(contextOf(call), call.params.id, call.query) }),
  revokeKey: async (call) => ({ body: await revokeKey(contextOf(call), call.params.id, call.params.keyId) }),
});
