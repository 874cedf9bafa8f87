import { html } from "hono/html";
import { getTenant } from "../../../app/tenants/tenants.ts";
import { listDeliveries } from "../../../app/webhooks/deliveries.ts";
import { getWebhook, inEffect } from "../../../app/webhooks/endpoint-changes.ts";
import { eventNames } from "../../../domain/core/event.ts";
import type { WebhookEndpoint } from "../../../domain/webhooks/webhook.ts";
import type { Html } from "../../kit/page.ts";
import { badge, code, facts, moment, section, trail } from "../kit/components.ts";
import type { ConsoleDesk } from "../kit/context.ts";
import { folded, formOfView } from "../kit/form.ts";
import { type Content, href, type View } from "../kit/view.ts";
import { endpointFields } from "../tenants.ts";
import { deliveriesTable } from "./deliveries.ts";

const shownDeliveries = 25;

function doings(view: View, place: string, endpoint: WebhookEndpoint): Html {
  const to = (what: string) => `${place}/${what}`;
  const off = {
    operation: "switchEndpoint",
    to: to("switch"),
    hidden: { to: "off" },
    submit: "Switch it off",
    look: "danger" as const,
  };
  const on = {
    operation: "switchEndpoint",
    to: to("switch"),
    hidden: { to: "on" },
    submit: "Switch it on again",
  };
  const test = {
    operation: "testEndpoint",
    to: to("test"),
    submit: "Send it",
    fields: [
      {
        name: "event",
        label: "Event",
        value: "settlement.completed",
        options: eventNames.map((name) => [name, name] as const),
      },
    ],
  };
  const rotate = {
    operation: "rotateEndpoint",
    to: to("rotate"),
    submit: "Make a new secret",
    fields: [
      {
        name: "graceHours",
        label: "The old one signs along for, in hours",
        type: "number" as const,
        value: "24",
      },
    ],
  };
  const replay = {
    operation: "replayEndpoint",
    to: to("replay"),
    submit: "Send all of it again",
    fields: [
      {
        name: "since",
        label: "Everything since",
        type: "datetime-local" as const,
        hint: "In UTC, up to 90 days back. Event ids stay the same.",
        value: `${view.now.slice(0, 10)}T00:00`,
      },
    ],
  };
  const remove = {
    operation: "removeEndpoint",
    to: to("delete"),
    submit: "Delete this endpoint",
    look: "danger" as const,
  };
  const edit = {
    operation: "editEndpoint",
    to: place,
    submit: "Save",
    fields: endpointFields(endpoint),
  };
  return html`<div class="doings">${folded(view, "Change", edit)}${folded(view, "Send a test", test)}${folded(view, "Replay", replay)}${folded(view, "Rotate the secret", rotate)}
${endpoint.enabled ? folded(view, "Switch off", off, "What waits for it is given up.") : formOfView(view, on)}
${folded(view, "Delete", remove, "It is sent nothing more. Its trail stays.")}</div>`;
}

/** A webhook endpoint: what it is sent, and what can be done with it. */
export async function endpointPage(
  desk: ConsoleDesk,
  view: View,
  { id, webhookId }: { id: string; webhookId: string },
): Promise<Content> {
  const [{ state: tenant }, found] = await Promise.all([
    getTenant(desk, id),
    getWebhook(desk, id, webhookId),
  ]);
  const [state = found.state] = await inEffect(desk, [found.state]);
  const recent = await listDeliveries(desk, { tenantId: id, limit: shownDeliveries });
  const place = `tenants/${id}/webhooks/${webhookId}`;
  const grace = state.previousSecret;
  return {
    title: `Endpoint of ${tenant.name}`,
    main: html`${trail(view, [
      ["tenants", "Tenants"],
      [`tenants/${id}`, tenant.name],
    ])}
<div class="head"><h1>${state.url}</h1>${badge(state.enabled ? "on" : "off")}</div>
${section(
  "Endpoint",
  facts([
    ["Id", code(state.id)],
    ["Description", state.description],
    ["Events", state.events === null ? "all" : state.events.join(", ")],
    ...(state.disabledReason === null ? [] : [["Switched off because", state.disabledReason] as const]),
    ...(grace && grace.until > view.now ? [["Old secret signs until", moment(grace.until)] as const] : []),
    ["Since", moment(state.createdAt)],
    ["Changed", moment(state.updatedAt)],
  ]),
  doings(view, place, state),
)}
${section(
  "This tenant's latest deliveries",
  deliveriesTable(
    view,
    recent.data.filter(({ endpointId }) => endpointId === webhookId),
    "Nothing was sent here lately.",
  ),
  html`<a href="${href(view, "deliveries", { tenantId: id })}">All deliveries of ${tenant.name}</a>`,
)}`,
  };
}
