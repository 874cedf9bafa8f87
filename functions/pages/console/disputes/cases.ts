import { html } from "hono/html";
import { dueCases, listAllCases } from "../../../app/disputes/all-cases.ts";
import { consoleDisputeOperations } from "../../../contract/console/console-disputes.ts";
import type { DisputeCase } from "../../../domain/disputes/case.ts";
import { caseChecklist } from "../../../domain/disputes/case-evidence.ts";
import { networkWords, spoken } from "../../../domain/disputes/labels.ts";
import type { Html } from "../../kit/page.ts";
import { badge, link, moment, money, recordLink, section, table } from "../kit/components.ts";
import { type ConsoleContext, consoleList } from "../kit/context.ts";
import { columnsIn, type ListColumn, oneOf } from "../kit/list.ts";
import { tenantColumn, tenantFilter, tenantsOf } from "../kit/tenant-field.ts";
import type { View } from "../kit/view.ts";
import { caseBadge, caseName, clock, disputesNav, stageWords } from "./labels.ts";

/** Cases to be answered that the list shows above all others. */
const mostDue = 25;

/** How far a case's evidence is. */
function progress(state: DisputeCase): Html {
  const { score, ready } = caseChecklist(state);
  return badge(ready ? "ready" : `${score} %`, ready ? "good" : "warn");
}

const firstColumns: readonly ListColumn<DisputeCase>[] = [
  ["Case", (state, { view }) => recordLink(view, "disputes/cases", caseName(state), state.id)],
  ["Amount", ({ amountCents, currency }) => money(amountCents, currency), "right"],
  ["Status", ({ status }) => caseBadge(status)],
];

const dueColumns: readonly ListColumn<DisputeCase>[] = [
  ...firstColumns,
  ["Evidence", progress],
  tenantColumn,
  ["Our deadline", ({ internalDueBy }, { view }) => clock(internalDueBy, view.now)],
  ["Network’s deadline", ({ networkDueBy }, { view }) => clock(networkDueBy, view.now)],
];

async function due(context: ConsoleContext, view: View): Promise<Html> {
  const { data, more } = await dueCases(context, mostDue);
  const columns = columnsIn({ view, names: await tenantsOf(context, data) }, dueColumns);
  return section(
    "To be answered",
    table("Cases to be answered, the first due first", data, columns, "No case waits for its answer."),
    more && html`<p>${link(view, "review", "All of them, in the review queue", { kind: "dispute" })}</p>`,
  );
}

/** The cases that are to be answered, and all cases of all tenants or of one. A filtered or later page shows the list alone. */
export const casesPage = consoleList(consoleDisputeOperations.showCases, {
  title: "Dispute cases",
  tabs: disputesNav,
  above: due,
  section: "All cases",
  load: listAllCases,
  names: tenantsOf,
  caption: "Cases, newest first",
  columns: [
    ...firstColumns,
    ["About", ({ category }) => spoken(category)],
    tenantColumn,
    ["Opened", ({ createdAt }) => moment(createdAt)],
  ],
  empty: "No case is like that.",
  filters: {
    tenantId: tenantFilter(),
    status: oneOf("Status", spoken),
    stage: oneOf("Stage", stageWords),
    network: oneOf("Network", networkWords),
  },
});
