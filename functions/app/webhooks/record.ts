import { createHash } from "node:crypto";
import { type WebhookEndpoint, webhookEndpoint } from "../../domain/webhooks/webhook.ts";
import type { RecordType } from "../core/aggregate.ts";
import type { ListSource } from "../core/list-page.ts";
import { listOf } from "../tenants/records.ts";

export function webhookList(tenantId: string): ListSource {
  return listOf(`${tenantId}#webhook`);
}

export const webhookRecordType: RecordType<WebhookEndpoint> = {
  type: "webhook_endpoint",
  schema: webhookEndpoint,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  actedUpon: true,
  index: (state) =>
    state.deletedAt === null ? { list: [webhookList(state.tenantId).name, `${state.createdAt}#${state.id}`] } : {},
  shown: ({ sealedSecret, previousSecret, ...shown }) => ({
    ...shown,
    // Which secret it is, not the secret: a rotation shows, nothing is given away.
    secretDigest: createHash("sha256").update(sealedSecret).digest("hex").slice(0, 12),
    previousSecretUntil: previousSecret?.until ?? null,
  }),
};
