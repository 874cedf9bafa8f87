import { isStandardSecret } from "../../app/core/sign.ts";
import { getWebhook, inEffect } from "../../app/webhooks/endpoint-changes.ts";
import { askReplay, getReplay } from "../../app/webhooks/replay.ts";
import {
  changeWebhook,
  deleteWebhook,
  listWebhooks,
  registerWebhook,
  rotateSecret,
  sendTestEvent,
  type WebhookWithSecret,
} from "../../app/webhooks/webhooks.ts";
import { deliveredExample } from "../../contract/webhooks/event-schemas.ts";
import { webhookOperations } from "../../contract/webhooks/webhooks.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { enqueueContext } from "../../wiring/webhooks/deliveries.ts";
import { secretSealer as secrets, urls } from "../../wiring/webhooks/endpoints.ts";

function context(call: Parameters<typeof contextOf>[0]) {
  return { ...enqueueContext, ...contextOf(call), secrets, urls };
}

function withSecret(endpoint: WebhookWithSecret) {
  return { ...endpoint, standardWebhooks: isStandardSecret(endpoint.secret) };
}

export const handler = serve(webhookOperations, withCursors(operatorFrame), {
  registerWebhook: async (call) => ({
    body: withSecret(await registerWebhook(context(call), call.params.id, call.body)),
  }),
  listWebhooks: async (call) => {
    const { data, nextCursor } = await listWebhooks(context(call), call.params.id, call.query);
    return { body: { data: await inEffect(enqueueContext, data), nextCursor } };
  },
  getWebhook: async ({ params, ...call }) => {
    const { state } = await getWebhook(context(call), params.id, params.webhookId);
    const [body = state] = await inEffect(enqueueContext, [state]);
    return { body };
  },
  changeWebhook: async ({ params, body, ...call }) => ({
    body: await changeWebhook(context(call), params.id, params.webhookId, body),
  }),
  deleteWebhook: async ({ params, ...call }) => ({
    body: await deleteWebhook(context(call), params.id, params.webhookId),
  }),
  rotateWebhookSecret: async ({ params, body, ...call }) => ({
    body: withSecret(await rotateSecret(context(call), params.id, params.webhookId, body)),
  }),
  testWebhook: async ({ params, body, ...call }) => {
    const event = { name: body.event, example: deliveredExample(body.event) };
    return { body: await sendTestEvent(context(call), params.id, params.webhookId, event) };
  },
  replayWebhook: async ({ params, body, ...call }) => ({
    body: await askReplay(context(call), params.id, params.webhookId, body.since),
  }),
  getReplay: async ({ params, ...call }) => ({
    body: await getReplay(context(call), params.id, params.webhookId, params.replayId),
  }),
});
