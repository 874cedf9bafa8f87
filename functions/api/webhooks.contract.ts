import * as z from "zod";
import { operation } from "../http/define.ts";
import { idParam, listQuery, listReply, text } from "../http/shapes.ts";

const endpointView = z.object({
  id: z.string(),
  tenantId: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.string()).nullable(),
  enabled: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const tag = "Webhooks";

export const webhookOperations = {
  registerWebhook: operation({
    id: "registerWebhook",
    method: "POST",
    path: "/admin/tenants/{id}/webhooks",
    caller: "operator",
    tag,
    summary: "Register a webhook endpoint; its signing secret is shown once",
    description: "Unknown event names are accepted and deliver nothing. https only outside the sandbox.",
    params: idParam("ten"),
    body: z.strictObject({
      url: z.string().min(1).max(2048),
      secret: z.string().min(24, "at least 24 characters").max(256).nullable().default(null),
      description: text(1, 200).nullable().default(null),
      events: z.array(text(1, 64)).max(100).nullable().default(null),
    }),
    reply: { status: 201, schema: endpointView.extend({ secret: z.string() }) },
    refusals: ["not_found", "version_conflict"],
    lambda: "webhooks",
  }),
  listWebhooks: operation({
    id: "listWebhooks",
    method: "GET",
    path: "/admin/tenants/{id}/webhooks",
    caller: "operator",
    tag,
    summary: "List a tenant's webhook endpoints",
    params: idParam("ten"),
    query: listQuery({}),
    reply: { status: 200, schema: listReply(endpointView) },
    refusals: ["not_found", "invalid_cursor"],
    lambda: "webhooks",
  }),
};
