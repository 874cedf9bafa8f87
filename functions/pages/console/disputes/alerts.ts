import { html } from "hono/html";
import { type AlertsAsked, listAllAlerts, waitingAlerts } from "../../../app/disputes/all-alerts.ts";
import { tenantNames } from "../../../app/tenants/names.ts";
import { type Alert, alertKinds, alertStatuses } from "../../../domain/disputes/alert.ts";
import { alertReviewReason } from "../../../domain/disputes/alert-review.ts";
import { alertSources } from "../../../domain/disputes/alert-source.ts";
import { spoken } from "../../../domain/disputes/labels.ts";
import type { Html } from "../../kit/page.ts";
import { distance, moment, money, pager, section, table } from "../kit/components.ts";
import type { ConsoleDesk } from "../kit/context.ts";
import { filterForm } from "../kit/form.ts";
import { tenantField } from "../kit/tenant-field.ts";
import { type Content, href, type View } from "../kit/view.ts";
import { alertBadge, alertKindWords, clock, disputesNav, sourceWords } from "./labels.ts";

/** Alerts of the queue that the list shows above all others. */
const mostWaiting = 25;

type Names = ReadonlyMap<string, string>;

function nameCell(view: View, { id, said }: Alert): Html {
  return html`<a href="${href(view, `disputes/alerts/${id}`)}">${alertKindWords[said.kind]} <span dir="auto">${said.externalId}</span></a>`;
}

function tenantCell(names: Names, { tenantId }: Alert): Html {
  return html`<span dir="auto">${names.get(tenantId) ?? tenantId}</span>`;
}

async function queue(desk: ConsoleDesk, view: View): Promise<Html> {
  const { data, more } = await waitingAlerts(desk, mostWaiting);
  const names = await tenantNames(
    desk,
    data.map(({ tenantId }) => tenantId),
  );
  const rows = data.map((each) => [
    nameCell(view, each),
    money(each.said.amountCents, each.said.currency),
    alertBadge(each.status),
    alertReviewReason(each)?.reason ?? "–",
    tenantCell(names, each),
    distance(each.updatedAt, view.now),
    clock(each.said.respondBy, view.now),
  ]);
  const columns = [
    { head: "Alert" },
    { head: "Amount", right: true },
    { head: "Status" },
    { head: "What is the matter" },
    { head: "Tenant" },
    { head: "Since" },
    { head: "Answer by" },
  ];
  const queued = href(view, "review", { kind: "alert" });
  return section(
    "Waiting for somebody",
    table("Alerts that wait, the longest waiting first", columns, rows, "No alert waits for anybody."),
    more && html`<p><a href="${queued}">All of them, in the review queue</a></p>`,
  );
}

async function all(desk: ConsoleDesk, view: View, asked: AlertsAsked): Promise<Html> {
  const { data, nextCursor } = await listAllAlerts(desk, asked);
  const names = await tenantNames(
    desk,
    data.map(({ tenantId }) => tenantId),
  );
  const rows = data.map((each) => [
    nameCell(view, each),
    money(each.said.amountCents, each.said.currency),
    alertBadge(each.status),
    sourceWords[each.source],
    tenantCell(names, each),
    moment(each.createdAt),
  ]);
  const columns = [
    { head: "Alert" },
    { head: "Amount", right: true },
    { head: "Status" },
    { head: "From" },
    { head: "Tenant" },
    { head: "Came" },
  ];
  const any = ["", "any"] as const;
  const filters = filterForm(view, "disputes/alerts", [
    await tenantField(desk, asked.tenantId, "all"),
    {
      ...{ name: "status", label: "Status", value: asked.status },
      options: [any, ...alertStatuses.map((each) => [each, spoken(each)] as const)],
    },
    {
      ...{ name: "kind", label: "Kind", value: asked.kind },
      options: [any, ...alertKinds.map((each) => [each, alertKindWords[each]] as const)],
    },
    {
      ...{ name: "source", label: "From", value: asked.source },
      options: [any, ...alertSources.map((each) => [each, sourceWords[each]] as const)],
    },
  ]);
  return section(
    "All alerts",
    filters,
    table("Alerts, newest first", columns, rows, "No alert is like that."),
    pager(view, "disputes/alerts", { ...asked }, nextCursor),
  );
}

/** The alerts that wait for somebody, and all alerts of all tenants or of one. A filtered or later page shows the list alone. */
export async function alertsPage(desk: ConsoleDesk, view: View, asked: AlertsAsked): Promise<Content> {
  const { limit: _, ...narrowed } = asked;
  const isWhole = Object.values(narrowed).every((value) => value === undefined);
  return {
    title: "Dispute alerts",
    main: html`${disputesNav(view)}<h1>Dispute alerts</h1>
${isWhole && (await queue(desk, view))}${await all(desk, view, asked)}`,
  };
}
