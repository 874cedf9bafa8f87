import { html } from "hono/html";
import { getDelivery, listDeliveries } from "../../../app/webhooks/deliveries.ts";
import { consoleOperations } from "../../../contract/console/console.ts";
import { endpointForms } from "../../../contract/console/console-actions.ts";
import type { Delivery } from "../../../domain/webhooks/webhook.ts";
import { action, actionForm, formRow } from "../kit/action.ts";
import { facts, link, section, table } from "../kit/components.ts";
import { type ConsoleContext, consoleList } from "../kit/context.ts";
import { detailPage } from "../kit/detail.ts";
import { type ListColumn, oneOf } from "../kit/list.ts";
import { tenantFilter } from "../kit/tenant-field.ts";
import { badge, code, distance, moment } from "../kit/text.ts";
import type { RecordCall, View } from "../kit/view.ts";

export const deliveryColumns: readonly ListColumn<Delivery>[] = [
  ["Event", (each, { view }) => link(view, `deliveries/${each.id}`, each.event)],
  ["Status", (each) => badge(each.status)],
  ["Attempts", (each) => String(each.attemptsMade), "right"],
  ["Endpoint", (each) => each.url],
  ["Next", ({ nextAttemptAt }, { view }) => (nextAttemptAt === null ? "–" : distance(nextAttemptAt, view.now))],
  ["Since", (each) => moment(each.createdAt)],
];

export const deliveriesPage = consoleList(consoleOperations.showDeliveries, {
  title: "Deliveries",
  heading: "Webhook deliveries",
  load: listDeliveries,
  caption: "Webhook deliveries, newest first",
  columns: deliveryColumns,
  empty: "No delivery is like that.",
  filters: { status: oneOf("Status"), event: oneOf("Event"), tenantId: tenantFilter() },
});

const redeliver = action(endpointForms.redeliverAgain, { submit: "Deliver it again" });

export async function deliveryPage(context: ConsoleContext, view: View, { params }: RecordCall) {
  const state = await getDelivery(context, params.id);
  const tenantPlace = `tenants/${state.tenantId}`;
  return detailPage(view, {
    title: `${state.event} to ${state.url}`,
    heading: html`<h1>${state.event}</h1>`,
    above: [["deliveries", "Deliveries"]],
    status: badge(state.status),
    parts: [
      section(
        "Delivery",
        facts([
          ["Id", code(state.id)],
          ["Event id", code(state.eventId)],
          ["Tenant", link(view, tenantPlace, code(state.tenantId))],
          ["Endpoint", link(view, `${tenantPlace}/webhooks/${state.endpointId}`, state.url)],
          ["Since", moment(state.createdAt)],
          ["Next attempt", state.nextAttemptAt && moment(state.nextAttemptAt)],
          state.endedReason !== null && ["Ended because", state.endedReason.replaceAll("_", " ")],
        ]),
        formRow(actionForm(view, redeliver, params)),
      ),
      section("Attempts", attemptsTable(state)),
      section("What is sent", html`<pre tabindex="0">${pretty(state.body)}</pre>`),
    ],
  });
}

function attemptsTable({ attempts }: Delivery) {
  return table("Attempts, oldest first", attempts, "None yet.", [
    ["Attempt", (each) => String(each.number)],
    ["At", (each) => moment(each.at)],
    [
      "Answer",
      ({ status }) =>
        status === null ? badge("no answer", "bad") : badge(String(status), status < 300 ? "good" : "bad"),
    ],
    ["Took", (each) => html`<span class="n">${each.durationMs} ms</span>`, "right"],
    ["What came back", (each) => html`<pre>${each.excerpt}</pre>`],
  ]);
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    // shown as it is: a body of ours is JSON, but this page must open whatever it is
    return json;
  }
}
