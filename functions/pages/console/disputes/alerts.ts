import { html } from "hono/html";
import { listAllAlerts, waitingAlerts } from "../../../app/disputes/all-alerts.ts";
import { consoleDisputeOperations } from "../../../contract/console/console-disputes.ts";
import type { Alert } from "../../../domain/disputes/alert.ts";
import { alertReviewReason } from "../../../domain/disputes/alert-review.ts";
import { spoken } from "../../../domain/disputes/labels.ts";
import type { Html } from "../../kit/page.ts";
import { distance, isolated, link, moment, money, section, table } from "../kit/components.ts";
import { type ConsoleContext, consoleList } from "../kit/context.ts";
import { columnsIn, type ListColumn, oneOf } from "../kit/list.ts";
import { tenantColumn, tenantFilter, tenantsOf } from "../kit/tenant-field.ts";
import type { View } from "../kit/view.ts";
import { alertBadge, alertKindWords, clock, disputesNav, sourceWords } from "./labels.ts";

/** Alerts of the queue that the list shows above all others. */
const mostWaiting = 25;

const firstColumns: readonly ListColumn<Alert>[] = [
  [
    "Alert",
    ({ id, said }, { view }) =>
      link(view, `disputes/alerts/${id}`, html`${alertKindWords[said.kind]} ${isolated(said.externalId)}`),
  ],
  ["Amount", ({ said }) => money(said.amountCents, said.currency), "right"],
  ["Status", ({ status }) => alertBadge(status)],
];

const queueColumns: readonly ListColumn<Alert>[] = [
  ...firstColumns,
  ["What is the matter", (each) => alertReviewReason(each)?.reason ?? "–"],
  tenantColumn,
  ["Since", ({ updatedAt }, { view }) => distance(updatedAt, view.now)],
  ["Answer by", ({ said }, { view }) => clock(said.respondBy, view.now)],
];

async function queue(context: ConsoleContext, view: View): Promise<Html> {
  const { data, more } = await waitingAlerts(context, mostWaiting);
  const columns = columnsIn({ view, names: await tenantsOf(context, data) }, queueColumns);
  return section(
    "Waiting for somebody",
    table("Alerts that wait, the longest waiting first", data, columns, "No alert waits for anybody."),
    more && html`<p>${link(view, "review", "All of them, in the review queue", { kind: "alert" })}</p>`,
  );
}

/** The alerts that wait for somebody, and all alerts of all tenants or of one. A filtered or later page shows the list alone. */
export const alertsPage = consoleList(consoleDisputeOperations.showAlerts, {
  title: "Dispute alerts",
  tabs: disputesNav,
  above: queue,
  section: "All alerts",
  load: listAllAlerts,
  names: tenantsOf,
  caption: "Alerts, newest first",
  columns: [
    ...firstColumns,
    ["From", ({ source }) => sourceWords[source]],
    tenantColumn,
    ["Came", ({ createdAt }) => moment(createdAt)],
  ],
  empty: "No alert is like that.",
  filters: {
    tenantId: tenantFilter(),
    status: oneOf("Status", spoken),
    kind: oneOf("Kind", alertKindWords),
    source: oneOf("From", sourceWords),
  },
});
