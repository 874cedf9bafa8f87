import { type EscrowContext, escrowIdOf } from "../../app/escrow/escrows.ts";
import type { Frame } from "../../http/route.ts";
import { contextOf, store } from "../core/context.ts";
import { checksAddresses, settings } from "../core/env.ts";
import { withLinks } from "../frames/links.ts";
import { tenantFrame } from "../frames/tenant.ts";
import { vendors } from "../rails/vendors.ts";

/** The handler frame of escrows, which a tenant may name by its own reference. */
export const escrowFrame: Frame = {
  ...withLinks(tenantFrame),
  canonicalParams: async (params, tenantId) => {
    const { id: name } = params;
    const id = name === undefined ? undefined : await escrowIdOf({ store }, tenantId, name);
    return id === undefined ? params : { ...params, id };
  },
};

export function escrowContext(call: Parameters<typeof contextOf>[0]): EscrowContext {
  return { ...vendors, ...contextOf(call), pagesUrl: settings.ONBOARD_URL, checksAddresses };
}
