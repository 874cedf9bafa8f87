import { html } from "hono/html";
import { getTenant } from "../../../app/tenants/tenants.ts";
import { listDeliveries } from "../../../app/webhooks/deliveries.ts";
import { getWebhook, inEffect } from "../../../app/webhooks/endpoint-changes.ts";
import { endpointForms } from "../../../contract/console/console-actions.ts";
import type { WebhookEndpoint } from "../../../domain/webhooks/webhook.ts";
import type { Html } from "../../kit/page.ts";
import { action, actionForm, formRow } from "../kit/action.ts";
import { facts, link, section, table } from "../kit/components.ts";
import type { ConsoleContext } from "../kit/context.ts";
import { detailPage } from "../kit/detail.ts";
import { columnsIn } from "../kit/list.ts";
import { badge, code, moment } from "../kit/text.ts";
import type { ParamsCall, View } from "../kit/view.ts";
import { deliveryColumns } from "./deliveries.ts";

const shownDeliveries = 25;

export const endpointTexts = {
  url: { label: "URL", type: "url", hint: "https, but in the sandbox" },
  events: { label: "Events", type: "lines", optional: true, hint: "One a line; none means all" },
  description: "Description",
} as const;

const edit = action(endpointForms.editEndpoint, { opens: "Change", submit: "Save", fields: endpointTexts });
const test = action(endpointForms.testEndpoint, {
  opens: "Send a test",
  submit: "Send it",
  fields: { event: "Event" },
});
const replay = action(endpointForms.replayEndpoint, {
  opens: "Replay",
  submit: "Send all of it again",
  fields: {
    since: {
      label: "Everything since",
      type: "datetime-local",
      hint: "In UTC, up to 90 days back. Event ids stay the same.",
    },
  },
});
const rotate = action(endpointForms.rotateEndpoint, {
  opens: "Rotate the secret",
  submit: "Make a new secret",
  fields: { graceHours: "The old one signs along for, in hours" },
});
const switchOff = action(endpointForms.switchEndpoint, {
  opens: "Switch off",
  before: "What waits for it is given up.",
  submit: "Switch it off",
  look: "danger",
  hidden: { to: "off" },
});
const switchOn = action(endpointForms.switchEndpoint, { submit: "Switch it on again", hidden: { to: "on" } });
const remove = action(endpointForms.removeEndpoint, {
  opens: "Delete",
  before: "It is sent nothing more. Its trail stays.",
  submit: "Delete this endpoint",
  look: "danger",
});

function forms(view: View, params: Readonly<Record<string, string>>, endpoint: WebhookEndpoint): Html {
  const { url, description, events, enabled } = endpoint;
  const today = `${view.now.slice(0, 10)}T00:00`;
  return formRow(
    actionForm(view, edit, params, { url, description, events: events?.join("\n") }),
    actionForm(view, test, params),
    actionForm(view, replay, params, { since: today }),
    actionForm(view, rotate, params),
    actionForm(view, enabled ? switchOff : switchOn, params),
    actionForm(view, remove, params),
  );
}

export async function endpointPage(
  context: ConsoleContext,
  view: View,
  { params: { id, webhookId } }: ParamsCall<{ readonly id: string; readonly webhookId: string }>,
) {
  const [{ state: tenant }, found] = await Promise.all([getTenant(context, id), getWebhook(context, id, webhookId)]);
  const [state = found.state] = await inEffect(context, [found.state]);
  const recent = await listDeliveries(context, { tenantId: id, limit: shownDeliveries });
  const grace = state.previousSecret;
  return detailPage(view, {
    title: `Endpoint of ${tenant.name}`,
    heading: html`<h1>${state.url}</h1>`,
    above: [
      ["tenants", "Tenants"],
      [`tenants/${id}`, tenant.name],
    ],
    status: badge(state.enabled ? "on" : "off"),
    parts: [
      section(
        "Endpoint",
        facts([
          ["Id", code(state.id)],
          ["Description", state.description],
          ["Events", state.events === null ? "all" : state.events.join(", ")],
          state.disabledReason !== null && ["Switched off because", state.disabledReason],
          grace && grace.until > view.now && ["Old secret signs until", moment(grace.until)],
          ["Since", moment(state.createdAt)],
          ["Changed", moment(state.updatedAt)],
        ]),
        forms(view, { id, webhookId }, state),
      ),
      section(
        "This tenant's latest deliveries",
        table(
          "Webhook deliveries, newest first",
          recent.data.filter(({ endpointId }) => endpointId === webhookId),
          "Nothing was sent here lately.",
          columnsIn({ view, names: new Map() }, deliveryColumns),
        ),
        link(view, "deliveries", `All deliveries of ${tenant.name}`, { tenantId: id }),
      ),
    ],
  });
}
