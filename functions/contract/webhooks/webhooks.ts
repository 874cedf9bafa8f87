import * as z from "zod";
import { eventNames } from "../../domain/core/event.ts";
import { idOf } from "../../domain/core/id.ts";
import { instant } from "../../domain/core/time.ts";
import { replayView } from "../../domain/webhooks/replay.ts";
import { deliveryView, webhookEndpoint } from "../../domain/webhooks/webhook.ts";
import { operation } from "../../http/operation-types.ts";
import { idParam, listQuery, listReply, text } from "../../http/schemas.ts";

const endpointView = webhookEndpoint
  .omit({ sealedSecret: true, previousSecret: true, deletedAt: true })
  .meta({ id: "WebhookEndpoint" });

const tag = "Webhooks";
const served = { caller: "operator", tag, lambda: "webhooks" } as const;
const endpointParams = z.strictObject({ id: idOf("ten"), webhookId: idOf("whe") });
const endpointPath = "/admin/tenants/{id}/webhooks/{webhookId}";
const secret = text(24, 256).nullable().default(null);
const events = z.array(text(1, 64)).max(100).nullable();
const standard = z
  .boolean()
  .describe("whether the secret is base64 as Standard Webhooks wants it; any other is used as text in both signatures");

/** The secret's old companion signs along for a day unless said otherwise, and for a week at most. */
const graceSeconds = z.int().min(0).max(604_800).default(86_400);

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
      url: text(1, 2048),
      secret,
      description: text(1, 200).nullable().default(null),
      events: events.default(null),
    }),
    reply: { status: 201, schema: endpointView.extend({ secret: z.string(), standardWebhooks: standard }) },
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
  getWebhook: operation({
    ...served,
    id: "getWebhook",
    method: "GET",
    path: endpointPath,
    summary: "Read a webhook endpoint",
    params: endpointParams,
    reply: { status: 200, schema: endpointView },
    refusals: ["not_found"],
  }),
  changeWebhook: operation({
    ...served,
    id: "changeWebhook",
    method: "PATCH",
    path: endpointPath,
    summary: "Change a webhook endpoint",
    description: "Switching it off ends what waits for it; switching it on forgives earlier failures.",
    params: endpointParams,
    body: z
      .strictObject({
        url: text(1, 2048),
        description: text(1, 200).nullable(),
        events,
        enabled: z.boolean(),
      })
      .partial(),
    reply: { status: 200, schema: endpointView },
    refusals: ["not_found", "version_conflict"],
  }),
  deleteWebhook: operation({
    ...served,
    id: "deleteWebhook",
    method: "DELETE",
    path: endpointPath,
    summary: "Delete a webhook endpoint",
    params: endpointParams,
    reply: { status: 200, schema: endpointView },
    refusals: ["not_found", "version_conflict"],
  }),
  rotateWebhookSecret: operation({
    ...served,
    id: "rotateWebhookSecret",
    method: "POST",
    path: `${endpointPath}/rotate`,
    summary: "Rotate the signing secret; the old one signs along for a while",
    params: endpointParams,
    body: z.strictObject({ secret, graceSeconds }),
    bodyOptional: true,
    reply: { status: 200, schema: endpointView.extend({ secret: z.string(), standardWebhooks: standard }) },
    refusals: ["not_found", "version_conflict"],
  }),
  testWebhook: operation({
    ...served,
    id: "testWebhook",
    method: "POST",
    path: `${endpointPath}/test`,
    summary: "Send a test event to this endpoint",
    description: "A listed event's example; its data says test: true.",
    params: endpointParams,
    body: z.strictObject({ event: z.enum(eventNames).default("settlement.completed") }),
    bodyOptional: true,
    reply: { status: 202, schema: deliveryView },
    refusals: ["not_found"],
  }),
  replayWebhook: operation({
    ...served,
    id: "replayWebhook",
    method: "POST",
    path: `${endpointPath}/replay`,
    summary: "Send everything since a time again to this endpoint",
    description: "Queued: the answer names the replay, which can be read until it is done. Event ids stay the same.",
    params: endpointParams,
    body: z.strictObject({ since: instant }),
    reply: { status: 202, schema: replayView },
    refusals: ["not_found"],
  }),
  getReplay: operation({
    ...served,
    id: "getReplay",
    method: "GET",
    path: `${endpointPath}/replays/{replayId}`,
    summary: "How far a replay is",
    params: endpointParams.extend({ replayId: idOf("rpl") }),
    reply: { status: 200, schema: replayView },
    refusals: ["not_found"],
  }),
};
