import { orderCredit } from "../../app/disputes/programs.ts";
import { clearFrozenWallet } from "../../app/tenants/frozen-wallets.ts";
import { pinApiVersion } from "../../app/tenants/pin-api-version.ts";
import {
  changeTenant,
  createTenant,
  getTenant,
  listKeys,
  listTenants,
  mintKey,
  revokeKey,
} from "../../app/tenants/tenants.ts";
import { tenantOperations } from "../../contract/tenants/tenants.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { checksAddresses, licensedIn, live } from "../../wiring/core/env.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";

const environment = live ? "live" : "test";

export const handler = serve(tenantOperations, withCursors(operatorFrame), {
  createTenant: async (call) => ({
    body: await createTenant({ ...contextOf(call), checksAddresses, licensedIn }, call.body),
  }),
  listTenants: async (call) => ({ body: await listTenants(contextOf(call), call.query) }),
  getTenant: async (call) => ({ body: (await getTenant(contextOf(call), call.params.id)).state }),
  changeTenant: async (call) => ({
    body: await changeTenant({ ...contextOf(call), checksAddresses, licensedIn }, call.params.id, call.body),
  }),
  orderCredit: async (call) => ({ body: await orderCredit(contextOf(call), call.params.id, call.body) }),
  clearFrozenWallet: async (call) => ({ body: await clearFrozenWallet(contextOf(call), call.params.id, call.body) }),
  pinApiVersion: async (call) => ({ body: await pinApiVersion(contextOf(call), call.params.id, call.body.apiVersion) }),
  mintKey: async (call) => {
    const minted = await mintKey(contextOf(call), call.params.id, { ...call.body, environment });
    return { body: { ...minted, lastUsedAt: null, apiKey: minted.secret } };
  },
  listKeys: async (call) => ({ body: await listKeys(contextOf(call), call.params.id, call.query) }),
  revokeKey: async (call) => ({ body: await revokeKey(contextOf(call), call.params.id, call.params.keyId) }),
});
