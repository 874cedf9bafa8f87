import { randomBytes } from "node:crypto";
import type { Endpoints } from "../support/runner/sandbox.ts";

/** The sandbox as a new tenant and a new account see it: an earlier run has perhaps revoked the seeded ones' keys. */
export async function asSomebodyNew(endpoints: Endpoints): Promise<Endpoints> {
  const { apiUrl, kytUrl, receiverUrl } = endpoints;
  const slug = `fuzz-${randomBytes(4).toString("hex")}`;
  const post = (url: string, body: object) => posted(url, endpoints.internalToken, body);
  const { id } = await post(`${apiUrl}/admin/tenants`, {
    ...{ slug, name: "Fuzz", contactEmail: `billing@${slug}.example`, partnerCustomerId: `cust_${slug}` },
    ...{ destChain: "ethereum", destWallet: "0x52908400098527886E0F7030069857D2E4169EE7", stable: "USDT" },
  });
  const { apiKey } = await post(`${apiUrl}/admin/tenants/${id}/keys`, {});
  await post(`${apiUrl}/admin/tenants/${id}/webhooks`, { url: receiverUrl });
  const { apiKey: kytApiKey } = await post(`${kytUrl}/admin/accounts`, { name: slug, plan: "sandbox" });
  return { ...endpoints, tenant: { id, slug, apiKey }, kytApiKey };
}

async function posted(url: string, token: string, body: object): Promise<{ id: string; apiKey: string }> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const reply = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${(await reply.text()).slice(0, 200)}`);
  return (await reply.json()) as { id: string; apiKey: string };
}
