import * as z from "zod";
import { eventNames } from "../../domain/core/event.ts";
import { idOf } from "../../domain/core/id.ts";
import { deliveryStatuses, deliveryView } from "../../domain/webhooks/webhook.ts";
import { operation } from "../../http/operation-types.ts";
import { idParam, listQuery, listReply } from "../../http/schemas.ts";

const served = { caller: "operator", tag: "Webhooks", lambda: "deliveries" } as const;

export const deliveryOperations = {
  listDeliveries: operation({
    ...served,
    id: "listDeliveries",
    method: "GET",
    path: "/admin/webhooks/deliveries",
    summary: "List webhook deliveries with their attempts, newest first",
    query: listQuery({
      status: z.enum(deliveryStatuses).optional(),
      event: z.enum(eventNames).optional(),
      tenantId: idOf("ten").optional(),
    }),
    reply: { status: 200, schema: listReply(deliveryView) },
    refusals: ["not_found", "invalid_cursor"],
  }),
  getDelivery: operation({
    ...served,
    id: "getDelivery",
    method: "GET",
    path: "/admin/webhooks/deliveries/{id}",
    summary: "Read a delivery with its attempts",
    params: idParam("dlv"),
    reply: { status: 200, schema: deliveryView },
    refusals: ["not_found"],
  }),
  redeliver: operation({
    ...served,
    id: "redeliver",
    method: "POST",
    path: "/admin/webhooks/deliveries/{id}/redeliver",
    summary: "Send a delivery's event again, as a new delivery under the same event id",
    params: idParam("dlv"),
    reply: { status: 202, schema: deliveryView },
    refusals: ["not_found", "endpoint_disabled"],
  }),
  sweepWebhooks: operation({
    ...served,
    id: "sweepWebhooks",
    method: "POST",
    path: "/admin/webhooks/sweep",
    summary: "Put due deliveries into the queue now",
    description: "force ignores the due time and the breaker, never the limit of six attempts.",
    body: z.strictObject({ limit: z.int().min(1).max(1000).default(100), force: z.boolean().default(false) }),
    bodyOptional: true,
    reply: {
      status: 200,
      schema: z.object({
        due: z.int().describe("deliveries found due; with force, found waiting"),
        queued: z.int().describe("of those, put into the queue"),
        endpointsDisabled: z.int(),
      }),
    },
    refusals: ["version_conflict"],
  }),
};
