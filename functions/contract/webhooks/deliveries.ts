import * as z from "zod";
import { eventNames } from "../../domain/core/event.ts";
import { idOf } from "../../domain/core/id.ts";
import { deliveryStatuses, deliveryView } from "../../domain/webhooks/webhook.ts";
import { idParam } from "../../http/schemas.ts";
import { creationRange, get, listOf, operationTable, post, recordOf } from "../operation-table.ts";

const served = { caller: "operator", tag: "Webhooks", lambda: "deliveries" } as const;

export const deliveryOperations = operationTable(served, {
  listDeliveries: get("/admin/webhooks/deliveries", "List webhook deliveries with their attempts, newest first", {
    ...listOf(deliveryView, {
      status: z.enum(deliveryStatuses).optional(),
      event: z.enum(eventNames).optional(),
      tenantId: idOf("ten").optional(),
      ...creationRange,
    }),
    refusals: ["not_found", "invalid_cursor"],
  }),
  getDelivery: get(
    "/admin/webhooks/deliveries/{id}",
    "Read a delivery with its attempts",
    recordOf(idParam("dlv"), deliveryView),
  ),
  redeliver: post(
    "/admin/webhooks/deliveries/{id}/redeliver",
    "Send a delivery's event again, as a new delivery under the same event id",
    {
      role: "reviewer",
      params: idParam("dlv"),
      reply: { status: 202, schema: deliveryView },
      refusals: ["not_found", "endpoint_disabled"],
      claim: "first",
    },
  ),
  sweepWebhooks: post("/admin/webhooks/sweep", "Put due deliveries into the queue now", {
    role: "reviewer",
    description: "force ignores the due time and the breaker, never the limit of six attempts.",
    body: z.strictObject({
      limit: z.int().min(1).max(1000).default(100),
      force: z.boolean().default(false).describe("whether to send what waits, too, and not only what is due"),
    }),
    bodyOptional: true,
    reply: {
      status: 200,
      schema: z.object({
        due: z.int().describe("deliveries found due; with force, found waiting"),
        queued: z.int().describe("of those, put into the queue"),
        endpointsDisabled: z.int().describe("endpoints that were switched off for failing too long"),
      }),
    },
    refusals: ["version_conflict"],
    claim: "first",
  }),
});
