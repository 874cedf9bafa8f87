import { redeliver } from "../../../app/webhooks/deliveries.ts";
import { askReplay } from "../../../app/webhooks/replay.ts";
import {
  changeWebhook,
  deleteWebhook,
  registerWebhook,
  rotateSecret,
  sendTestEvent,
} from "../../../app/webhooks/webhooks.ts";
import { eventExamples } from "../../../domain/webhooks/event-example.ts";
import { type Actions, actionDesk, answered, type Sent } from "../kit/action-context.ts";
import { secretPage } from "../kit/secret-page.ts";
import { seeOther, viewOf } from "../kit/view.ts";

interface Named {
  readonly id: string;
  readonly webhookId: string;
}

function endpointPlace({ id, webhookId }: Named): string {
  return `tenants/${id}/webhooks/${webhookId}`;
}

function secretOnce(call: Sent, params: Named, secret: string) {
  const words = "This secret signs what the endpoint is sent.";
  const back = { back: endpointPlace(params), above: "The endpoint" };
  return answered(call, (view) =>
    secretPage(view, { title: "A new signing secret", secret, words, ...back }),
  );
}

/** What is done to webhook endpoints and their deliveries. */
export const endpointActions: Pick<
  Actions,
  | "addEndpoint"
  | "editEndpoint"
  | "switchEndpoint"
  | "removeEndpoint"
  | "rotateEndpoint"
  | "testEndpoint"
  | "replayEndpoint"
  | "redeliverAgain"
> = {
  addEndpoint: async (call) => {
    const { id } = call.params;
    const made = await registerWebhook(actionDesk(call), id, { ...call.body, secret: null });
    return secretOnce(call, { id, webhookId: made.id }, made.secret);
  },
  editEndpoint: async (call) => {
    const { id, webhookId } = call.params;
    await changeWebhook(actionDesk(call), id, webhookId, call.body);
    return seeOther(viewOf(call), endpointPlace(call.params), { done: "endpoint-changed" });
  },
  switchEndpoint: async (call) => {
    const { id, webhookId } = call.params;
    await changeWebhook(actionDesk(call), id, webhookId, { enabled: call.body.to === "on" });
    return seeOther(viewOf(call), endpointPlace(call.params), { done: "endpoint-changed" });
  },
  removeEndpoint: async (call) => {
    const { id, webhookId } = call.params;
    await deleteWebhook(actionDesk(call), id, webhookId);
    return seeOther(viewOf(call), `tenants/${id}`, { done: "endpoint-deleted" });
  },
  rotateEndpoint: async (call) => {
    const { id, webhookId } = call.params;
    const asked = { secret: null, graceSeconds: call.body.graceHours * 3600 };
    const { secret } = await rotateSecret(actionDesk(call), id, webhookId, asked);
    return secretOnce(call, call.params, secret);
  },
  testEndpoint: async (call) => {
    const { id, webhookId } = call.params;
    const { event } = call.body;
    await sendTestEvent(actionDesk(call), id, webhookId, { name: event, example: eventExamples[event] });
    return seeOther(viewOf(call), endpointPlace(call.params), { done: "test-sent" });
  },
  replayEndpoint: async (call) => {
    const { id, webhookId } = call.params;
    await askReplay(actionDesk(call), id, webhookId, call.body.since);
    return seeOther(viewOf(call), endpointPlace(call.params), { done: "replaying" });
  },
  redeliverAgain: async (call) => {
    const made = await redeliver(actionDesk(call), call.params.id);
    return seeOther(viewOf(call), `deliveries/${made.id}`, { done: "redelivered" });
  },
};
