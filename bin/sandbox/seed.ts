import { randomBytes } from "node:crypto";
import { PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { type JsonCall, jsonClient } from "./client.ts";
import { localAws } from "./deploy.ts";
import type { Endpoints, SeededTenant } from "./endpoints.ts";

/** Gives the sandbox its two named operators, each with a token of its own that both products know. */
export async function writeOperators(
  awsEndpoint: string,
  secretIds: readonly string[],
): Promise<Endpoints["operators"]> {
  const operators = ["first-operator", "second-operator"].map((name) => ({
    name,
    token: randomBytes(32).toString("base64url"),
  }));
  await Promise.all(secretIds.map((secretId) => writeSecret(awsEndpoint, secretId, { operators })));
  return operators;
}

/** Puts a secret in the place of the one that a stack was made with. */
export async function writeSecret(awsEndpoint: string, secretId: string, secret: object): Promise<void> {
  const { region } = localAws;
  const secrets = new SecretsManagerClient({ endpoint: awsEndpoint, region, credentials: localAws });
  await secrets.send(new PutSecretValueCommand({ SecretId: secretId, SecretString: JSON.stringify(secret) }));
}

/** What a seeded sandbox knows: two tenants, and the secret that signs the first one's webhooks. */
export interface Seeds {
  readonly tenant: SeededTenant;
  readonly otherTenant: SeededTenant;
  readonly webhookSecret: string;
}

interface Waiting {
  readonly approvalId?: string;
}

/** Fills a fresh sandbox through its own operator routes, as two operators would; where it has HIFI, the first tenant converts there. */
export async function seed(
  apiUrl: string,
  [first, second]: readonly string[],
  { receiverUrl, hifi }: { readonly receiverUrl: string; readonly hifi: boolean },
): Promise<Seeds> {
  const call = jsonClient(apiUrl, first ?? null);
  const agree = async ({ approvalId }: Waiting) => {
    if (approvalId === undefined) return;
    await jsonClient(apiUrl, second ?? null)("POST", `/admin/approvals/${approvalId}/approve`, {});
  };
  // Whoever has no rule of their own pays nothing.
  await agree(await call<Waiting>("POST", "/admin/fee-rules", { tenantId: null }));
  const [tenant, otherTenant] = [
    await seedTenant(call, "acme", "Acme Corp"),
    await seedTenant(call, "globex", "Globex"),
  ];
  // 1 % and 0.30 USD, 10 % of the rest held in reserve for 90 days.
  await call("POST", "/admin/fee-rules", {
    tenantId: tenant.id,
    bps: 100,
    fixedCents: 30,
    reserveBps: 1000,
    reserveDays: 90,
  });
  if (hifi)
    await agree(
      await call<Waiting>("PUT", "/admin/flags", {
        ...{ key: "vendor.conversion.hifi", enabled: true, tenantId: tenant.id },
        note: "the sandbox was started with HIFI's simulator",
      }),
    );
  const webhook = await call<{ secret: string }>("POST", `/admin/tenants/${tenant.id}/webhooks`, { url: receiverUrl });
  return { tenant, otherTenant, webhookSecret: webhook.secret };
}

const wallets: Readonly<Record<string, string>> = {
  acme: "0x52908400098527886E0F7030069857D2E4169EE7",
  globex: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
};

async function seedTenant(call: JsonCall, slug: string, name: string): Promise<SeededTenant> {
  const { id } = await call<{ id: string }>("POST", "/admin/tenants", {
    slug,
    name,
    contactEmail: `billing@${slug}.example`,
    destChain: "ethereum",
    destWallet: wallets[slug],
    stable: "USDT",
    partnerCustomerId: `cust_${slug}`,
  });
  const { apiKey } = await call<{ apiKey: string }>("POST", `/admin/tenants/${id}/keys`, {});
  return { id, slug, apiKey };
}
