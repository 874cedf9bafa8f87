import { setFlag } from "../../../app/tenants/flags-and-fees.ts";
import { changeTenant, createTenant, mintKey, revokeKey } from "../../../app/tenants/tenants.ts";
import { tenantForms } from "../../../contract/console/console-actions.ts";
import { live } from "../../../wiring/core/env.ts";
import { actionContext } from "../kit/action-context.ts";
import { secretPage } from "../kit/detail.ts";
import { leading, performing } from "../kit/handlers.ts";

const environment = live ? "live" : "test";

/** What is done to tenants, their keys and their flags. */
export const tenantActions = performing(tenantForms, actionContext, {
  registerTenant: async (context, { body }) => {
    const { id } = await createTenant(context, { ...body, metadata: {} });
    return { to: `tenants/${id}`, done: "tenant-made" };
  },
  editTenant: leading("tenants/{id}", "tenant-changed", (context, { params, body }) =>
    changeTenant(context, params.id, body),
  ),
  setTenantStatus: async (context, { params: { id }, body: { status } }) => {
    await changeTenant(context, id, { status });
    return { to: `tenants/${id}`, done: status === "active" ? "resumed" : "suspended" };
  },
  addKey: async (context, { params: { id }, body }, view) => {
    const { secret } = await mintKey(context, id, { ...body, environment });
    const text = "This is the tenant's new API key.";
    return secretPage(view, {
      title: "A new API key",
      secret,
      text,
      back: `tenants/${id}`,
      above: "The tenant",
    });
  },
  endKey: leading("tenants/{id}", "key-revoked", (context, { params }) => revokeKey(context, params.id, params.keyId)),
  switchFlag: async (context, { params: { key }, body: { setting, tenantId, note } }) => {
    const enabled = setting === "unset" ? null : setting === "on";
    await setFlag(context, { key, enabled, tenantId, note });
    return { to: `flags/${key}`, query: { tenantId: tenantId ?? undefined }, done: "flag-set" };
  },
});
