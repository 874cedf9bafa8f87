import { randomBytes } from "node:crypto";
import { Refusal } from "../domain/refusal.ts";
import type { WebhookEndpoint } from "../domain/webhook.ts";
import { webhookUrlProblem } from "../domain/webhook-url.ts";
import { hopWrites, unborn } from "./aggregate.ts";
import { webhookKind, webhookList } from "./catalogue-kinds.ts";
import { change } from "./change.ts";
import type { Desk } from "./desk.ts";
import { type Listed, type ListRequest, listAggregates } from "./list.ts";
import type { SecretBox } from "./ports.ts";
import { getTenant } from "./tenants.ts";

/** A secret in the Standard Webhooks form: `whsec_` and 32 random bytes in base64. */
export function mintWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** Registers an endpoint; its secret is in the answer and, sealed, on the record. */
export async function registerWebhook(
  desk: Desk & { readonly secrets: SecretBox; readonly local: boolean },
  tenantId: string,
  asked: { url: string; secret: string | null; description: string | null; events: string[] | null },
): Promise<WebhookEndpoint & { secret: string }> {
  const problem = webhookUrlProblem(asked.url, { local: desk.local });
  if (problem !== undefined)
    throw new Refusal("validation_error", `url: ${problem}`, { fields: [{ path: "url", message: problem }] });
  await getTenant(desk, tenantId);
  const now = desk.clock.now();
  const secret = asked.secret ?? mintWebhookSecret();
  const next: WebhookEndpoint = {
    id: desk.newId("whe", now),
    tenantId,
    url: asked.url,
    description: asked.description,
    events: asked.events,
    enabled: true,
    sealedSecret: await desk.secrets.seal(secret),
    createdAt: now,
    updatedAt: now,
  };
  const hop = { next, from: null, to: "enabled", reason: "webhook endpoint registered" };
  await change(desk, () => ({
    writes: hopWrites(unborn(webhookKind, next), [hop], desk).writes,
    result: undefined,
  }));
  return { ...next, secret };
}

export async function listWebhooks(
  desk: Desk,
  tenantId: string,
  asked: ListRequest,
): Promise<Listed<WebhookEndpoint>> {
  await getTenant(desk, tenantId);
  return listAggregates(desk, webhookKind, webhookList(tenantId), asked);
}
