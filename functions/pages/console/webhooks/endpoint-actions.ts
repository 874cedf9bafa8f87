import { redeliver } from "../../../app/webhooks/deliveries.ts";
import { askReplay } from "../../../app/webhooks/replay.ts";
import {
  changeWebhook,
  deleteWebhook,
  registerWebhook,
  rotateSecret,
  sendTestEvent,
} from "../../../app/webhooks/webhooks.ts";
import { endpointForms } from "../../../contract/console/console-actions.ts";
import { eventExamples } from "../../../domain/webhooks/event-example.ts";
import { actionContext } from "../kit/action-context.ts";
import { secretPage } from "../kit/detail.ts";
import { leading, performing } from "../kit/handlers.ts";
import type { Content, View } from "../kit/view.ts";

const place = "tenants/{id}/webhooks/{webhookId}";

function secretOnce(view: View, { id, webhookId }: { id: string; webhookId: string }, secret: string): Content {
  const text = "This secret signs what the endpoint is sent.";
  const back = { back: `tenants/${id}/webhooks/${webhookId}`, above: "The endpoint" };
  return secretPage(view, { title: "A new signing secret", secret, text, ...back });
}

/** What is done to webhook endpoints and their deliveries. */
export const endpointActions = performing(endpointForms, actionContext, {
  addEndpoint: async (context, { params: { id }, body }, view) => {
    const made = await registerWebhook(context, id, { ...body, secret: null });
    return secretOnce(view, { id, webhookId: made.id }, made.secret);
  },
  editEndpoint: leading(place, "endpoint-changed", (context, { params, body }) =>
    changeWebhook(context, params.id, params.webhookId, body),
  ),
  switchEndpoint: leading(place, "endpoint-changed", (context, { params, body }) =>
    changeWebhook(context, params.id, params.webhookId, { enabled: body.to === "on" }),
  ),
  removeEndpoint: leading("tenants/{id}", "endpoint-deleted", (context, { params }) =>
    deleteWebhook(context, params.id, params.webhookId),
  ),
  rotateEndpoint: async (context, { params, body }, view) => {
    const rotation = { secret: null, graceSeconds: body.graceHours * 3600 };
    const { secret } = await rotateSecret(context, params.id, params.webhookId, rotation);
    return secretOnce(view, params, secret);
  },
  testEndpoint: leading(place, "test-sent", (context, { params, body: { event } }) =>
    sendTestEvent(context, params.id, params.webhookId, { name: event, example: eventExamples[event] }),
  ),
  replayEndpoint: leading(place, "replaying", (context, { params, body }) =>
    askReplay(context, params.id, params.webhookId, body.since),
  ),
  redeliverAgain: async (context, { params }) => {
    const { id } = await redeliver(context, params.id);
    return { to: `deliveries/${id}`, done: "redelivered" };
  },
});
