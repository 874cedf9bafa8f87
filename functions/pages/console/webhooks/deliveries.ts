import { html } from "hono/html";
import { getDelivery, listDeliveries } from "../../../app/webhooks/deliveries.ts";
import { type EventName, eventNames } from "../../../domain/core/event.ts";
import { type Delivery, type DeliveryStatus, deliveryStatuses } from "../../../domain/webhooks/webhook.ts";
import type { Html } from "../../kit/page.ts";
import { badge, code, distance, facts, moment, pager, section, table, trail } from "../kit/components.ts";
import type { ConsoleDesk } from "../kit/context.ts";
import { filterForm, formOfView } from "../kit/form.ts";
import { tenantField } from "../kit/tenant-field.ts";
import { type Content, href, type View } from "../kit/view.ts";

/** Deliveries, a row each. */
export function deliveriesTable(view: View, deliveries: readonly Delivery[], empty: string): Html {
  const columns = [
    { head: "Event" },
    { head: "Status" },
    { head: "Attempts", right: true },
    { head: "Endpoint" },
    { head: "Next" },
    { head: "Since" },
  ];
  const rows = deliveries.map((each) => [
    html`<a href="${href(view, `deliveries/${each.id}`)}">${each.event}</a>`,
    badge(each.status),
    String(each.attemptsMade),
    each.url,
    each.nextAttemptAt === null ? "–" : distance(each.nextAttemptAt, view.now),
    moment(each.createdAt),
  ]);
  return table("Webhook deliveries, newest first", columns, rows, empty);
}

/** What the list of deliveries is asked for. */
export interface DeliveriesAsked {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly event?: EventName | undefined;
  readonly tenantId?: string | undefined;
}

/** Webhook deliveries, by status, event and tenant. */
export async function deliveriesPage(
  desk: ConsoleDesk,
  view: View,
  asked: DeliveriesAsked,
): Promise<Content> {
  const { data, nextCursor } = await listDeliveries(desk, asked);
  const filters = filterForm(view, "deliveries", [
    {
      name: "status",
      label: "Status",
      value: asked.status,
      options: [["", "any"], ...deliveryStatuses.map((each) => [each, each] as const)],
    },
    {
      name: "event",
      label: "Event",
      value: asked.event,
      options: [["", "any"], ...eventNames.map((each) => [each, each] as const)],
    },
    await tenantField(desk, asked.tenantId, "all"),
  ]);
  return {
    title: "Deliveries",
    main: html`<h1>Webhook deliveries</h1>
<section>${filters}${deliveriesTable(view, data, "No delivery is like that.")}${pager(view, "deliveries", { ...asked }, nextCursor)}</section>`,
  };
}

/** One delivery with its attempts. */
export async function deliveryPage(desk: ConsoleDesk, view: View, id: string): Promise<Content> {
  const state = await getDelivery(desk, id);
  const again = {
    operation: "redeliverAgain",
    to: `deliveries/${id}/redeliver`,
    submit: "Deliver it again",
  };
  const columns = [
    { head: "Attempt" },
    { head: "At" },
    { head: "Answer" },
    { head: "Took", right: true },
    { head: "What came back" },
  ];
  const rows = state.attempts.map((each) => [
    String(each.number),
    moment(each.at),
    each.status === null
      ? badge("no answer", "bad")
      : badge(String(each.status), each.status < 300 ? "good" : "bad"),
    html`<span class="n">${each.durationMs} ms</span>`,
    html`<pre>${each.excerpt}</pre>`,
  ]);
  return {
    title: `${state.event} to ${state.url}`,
    main: html`${trail(view, [["deliveries", "Deliveries"]])}
<div class="head"><h1>${state.event}</h1>${badge(state.status)}</div>
${section(
  "Delivery",
  facts([
    ["Id", code(state.id)],
    ["Event id", code(state.eventId)],
    ["Tenant", html`<a href="${href(view, `tenants/${state.tenantId}`)}">${code(state.tenantId)}</a>`],
    [
      "Endpoint",
      html`<a href="${href(view, `tenants/${state.tenantId}/webhooks/${state.endpointId}`)}">${state.url}</a>`,
    ],
    ["Since", moment(state.createdAt)],
    ["Next attempt", state.nextAttemptAt && moment(state.nextAttemptAt)],
    ...(state.endedReason === null
      ? []
      : [["Ended because", state.endedReason.replaceAll("_", " ")] as const]),
  ]),
  html`<div class="doings">${formOfView(view, again)}</div>`,
)}
${section("Attempts", table("Attempts, oldest first", columns, rows, "None yet."))}
${section("What is sent", html`<pre tabindex="0">${pretty(state.body)}</pre>`)}`,
  };
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    // shown as it is: a body of ours is JSON, but this page must open whatever it is
    return json;
  }
}
