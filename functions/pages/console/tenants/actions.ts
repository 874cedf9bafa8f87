import { setFlag } from "../../../app/tenants/flags-and-fees.ts";
import { changeTenant, createTenant, mintKey, revokeKey } from "../../../app/tenants/tenants.ts";
import { live } from "../../../wiring/core/env.ts";
import { type Actions, actionDesk, answered } from "../kit/action-context.ts";
import { secretPage } from "../kit/secret-page.ts";
import { seeOther, viewOf } from "../kit/view.ts";

const environment = live ? "live" : "test";

/** What is done to tenants, their keys and their flags. */
export const tenantActions: Pick<
  Actions,
  "registerTenant" | "editTenant" | "setTenantStatus" | "addKey" | "endKey" | "switchFlag"
> = {
  registerTenant: async (call) => {
    const { id } = await createTenant(actionDesk(call), { ...call.body, metadata: {} });
    return seeOther(viewOf(call), `tenants/${id}`, { done: "tenant-made" });
  },
  editTenant: async (call) => {
    const { id } = call.params;
    await changeTenant(actionDesk(call), id, call.body);
    return seeOther(viewOf(call), `tenants/${id}`, { done: "tenant-changed" });
  },
  setTenantStatus: async (call) => {
    const { id } = call.params;
    const { status } = call.body;
    await changeTenant(actionDesk(call), id, { status });
    return seeOther(viewOf(call), `tenants/${id}`, { done: status === "active" ? "resumed" : "suspended" });
  },
  addKey: async (call) => {
    const { id } = call.params;
    const { secret } = await mintKey(actionDesk(call), id, { ...call.body, environment });
    const words = "This is the tenant's new API key.";
    const back = { back: `tenants/${id}`, above: "The tenant" };
    return answered(call, (view) => secretPage(view, { title: "A new API key", secret, words, ...back }));
  },
  endKey: async (call) => {
    const { id, keyId } = call.params;
    await revokeKey(actionDesk(call), id, keyId);
    return seeOther(viewOf(call), `tenants/${id}`, { done: "key-revoked" });
  },
  switchFlag: async (call) => {
    const { key } = call.params;
    const { setting, tenantId, note } = call.body;
    const enabled = setting === "unset" ? null : setting === "on";
    await setFlag(actionDesk(call), { key, enabled, tenantId, note });
    return seeOther(viewOf(call), `flags/${key}`, { tenantId: tenantId ?? undefined, done: "flag-set" });
  },
};
