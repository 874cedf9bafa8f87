import {
  changeAccount,
  createAccount,
  getAccount,
  listAccountKeys,
  listAccounts,
  mintAccountKey,
  revokeAccountKey,
} from "../app/screening-accounts.ts";
import type { PlanName } from "../domain/plan.ts";
import { Refusal } from "../domain/refusal.ts";
import type { ApiKey } from "../domain/tenant.ts";
import { serve } from "../http/route.ts";
import { deskOf } from "../wiring/base.ts";
import { live } from "../wiring/env.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { accountOperations } from "./accounts.contract.ts";

const environment = live ? "live" : "test";

/** The sandbox's plan has no limits and no price: production has none of it. */
function requirePlan(plan: PlanName | undefined): void {
  if (!live || plan !== "sandbox") return;
  const fields = [{ path: "plan", message: "the plan sandbox is for sandbox stages" }];
  throw new Refusal("validation_error", "plan: the plan sandbox is for sandbox stages", { fields });
}

function keyShown<K extends ApiKey>({ tenantId, ...key }: K) {
  return { ...key, accountId: tenantId };
}

export const handler = serve(
  accountOperations,
  {
    createAccount: async (call) => {
      requirePlan(call.body.plan);
      return { body: await createAccount(deskOf(call), { ...call.body, environment }) };
    },
    listAccounts: async (call) => ({ body: await listAccounts(deskOf(call), call.query) }),
    getAccount: async (call) => ({ body: (await getAccount(deskOf(call), call.params.id)).state }),
    changeAccount: async (call) => {
      requirePlan(call.body.plan);
      return { body: await changeAccount(deskOf(call), call.params.id, call.body) };
    },
    mintAccountKey: async (call) => {
      const minted = await mintAccountKey(deskOf(call), call.params.id, { ...call.body, environment });
      return { body: { ...keyShown(minted), apiKey: minted.secret } };
    },
    listAccountKeys: async (call) => {
      const { data, nextCursor } = await listAccountKeys(deskOf(call), call.params.id, call.query);
      return { body: { data: data.map(keyShown), nextCursor } };
    },
    revokeAccountKey: async (call) => {
      const { id, keyId } = call.params;
      return { body: keyShown(await revokeAccountKey(deskOf(call), id, keyId)) };
    },
  },
  operatorFrame,
);
