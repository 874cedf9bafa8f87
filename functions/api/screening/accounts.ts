import {
  changeAccount,
  createAccount,
  getAccount,
  listAccountKeys,
  listAccounts,
  mintAccountKey,
  revokeAccountKey,
} from "../../app/screening/accounts.ts";
import { accountOperations } from "../../contract/screening/accounts.ts";
import { refusePlan } from "../../domain/screening/account.ts";
import type { ApiKey } from "../../domain/tenants/tenant.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { live } from "../../wiring/core/env.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";

const environment = live ? "live" : "test";

function keyShown<K extends ApiKey>({ tenantId, ...key }: K) {
  return { ...key, accountId: tenantId };
}

export const handler = serve(accountOperations, withCursors(operatorFrame), {
  createAccount: async (call) => ({ body: await createAccount(contextOf(call), { ...call.body, environment }) }),
  listAccounts: async (call) => ({ body: await listAccounts(contextOf(call), call.query) }),
  getAccount: async (call) => ({ body: (await getAccount(contextOf(call), call.params.id)).state }),
  changeAccount: async (call) => {
    const refused = refusePlan(call.body.plan, environment);
    if (refused) throw refused;
    return { body: await changeAccount(contextOf(call), call.params.id, call.body) };
  },
  mintAccountKey: async (call) => {
    const minted = await mintAccountKey(contextOf(call), call.params.id, { ...call.body, environment });
    return { body: { ...keyShown(minted), lastUsedAt: null, apiKey: minted.secret } };
  },
  listAccountKeys: async (call) => {
    const { data, nextCursor } = await listAccountKeys(contextOf(call), call.params.id, call.query);
    return { body: { data: data.map(keyShown), nextCursor } };
  },
  revokeAccountKey: async (call) => {
    const { id, keyId } = call.params;
    return { body: keyShown(await revokeAccountKey(contextOf(call), id, keyId)) };
  },
});
