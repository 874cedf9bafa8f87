import * as z from "zod";
import type { Context } from "../core/context.ts";
import type { Write } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { getTenant } from "../tenants/tenants.ts";

const owner = z.object({ tenantId: z.string() });

/** Whose a customer of the partner's is: null for nobody's, and for one whose tenant has become another customer since. `version` is that of what says so. */
interface CustomerOwner {
  readonly tenantId: string | null;
  readonly version: number | "absent";
}

function ownerKey(partnerCustomerId: string) {
  return rowKey(`customer#${partnerCustomerId}`);
}

/** The tenant that an approval has made the partner's customer into. */
export async function ownerOfCustomer(context: Context, partnerCustomerId: string): Promise<CustomerOwner> {
  const [row] = await context.store.read([ownerKey(partnerCustomerId)]);
  if (!row) return { tenantId: null, version: "absent" };
  const { tenantId } = owner.parse(row.body);
  const { state } = await getTenant(context, tenantId);
  const isStanding = state.partnerCustomerId === partnerCustomerId;
  return { tenantId: isStanding ? tenantId : null, version: row.v };
}

/** What says whose a customer is from now on; lost where somebody else's approval was first. */
export function customerWrite(partnerCustomerId: string, tenantId: string, { version }: CustomerOwner): Write {
  const v = version === "absent" ? 1 : version + 1;
  return {
    put: { ...ownerKey(partnerCustomerId), v, type: "customer", body: { tenantId } },
    expect: version,
  };
}
