import type { Context } from "../../../functions/app/core/context.ts";
import { createTenant, mintKey } from "../../../functions/app/tenants/tenants.ts";

/** A tenant with a key, made as an operator makes them; the key's secret. */
export async function newTenant(context: Context, at: number): Promise<{ id: string; apiKey: string }> {
  const { id } = await createTenant(context, {
    ...{ slug: `tenant-${at}`, name: `Tenant ${at}`, contactEmail: "billing@example.com", metadata: {} },
    ...{ destChain: "base", destWallet: "0xWALLET", stable: "USDT", partnerCustomerId: `cust_${at}`, isoRef: null },
  });
  const { secret } = await mintKey(context, id, { name: null, environment: "test" });
  return { id, apiKey: secret };
}
