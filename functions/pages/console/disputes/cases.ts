import { html } from "hono/html";
import { type CasesAsked, dueCases, listAllCases } from "../../../app/disputes/all-cases.ts";
import { tenantNames } from "../../../app/tenants/names.ts";
import { caseStatuses, type DisputeCase, disputeStages } from "../../../domain/disputes/case.ts";
import { caseChecklist } from "../../../domain/disputes/case-evidence.ts";
import { networkWords, spoken } from "../../../domain/disputes/labels.ts";
import { disputeNetworks } from "../../../domain/disputes/network.ts";
import type { Html } from "../../kit/page.ts";
import { badge, moment, money, pager, section, table } from "../kit/components.ts";
import type { ConsoleDesk } from "../kit/context.ts";
import { filterForm } from "../kit/form.ts";
import { tenantField } from "../kit/tenant-field.ts";
import { type Content, href, type View } from "../kit/view.ts";
import { caseBadge, caseName, clock, disputesNav, stageWords } from "./labels.ts";

/** Cases to be answered that the list shows above all others. */
const mostDue = 25;

type Names = ReadonlyMap<string, string>;

function nameCell(view: View, state: DisputeCase): Html {
  return html`<a href="${href(view, `disputes/cases/${state.id}`)}" dir="auto">${caseName(state)}<span class="hidden"> ${state.id}</span></a>`;
}

function tenantCell(names: Names, { tenantId }: DisputeCase): Html {
  return html`<span dir="auto">${names.get(tenantId) ?? tenantId}</span>`;
}

/** How far a case's evidence is. */
function progress(state: DisputeCase): Html {
  const { score, ready } = caseChecklist(state);
  return badge(ready ? "ready" : `${score} %`, ready ? "good" : "warn");
}

async function due(desk: ConsoleDesk, view: View): Promise<Html> {
  const { data, more } = await dueCases(desk, mostDue);
  const names = await tenantNames(
    desk,
    data.map(({ tenantId }) => tenantId),
  );
  const rows = data.map((each) => [
    nameCell(view, each),
    money(each.amountCents, each.currency),
    caseBadge(each.status),
    progress(each),
    tenantCell(names, each),
    clock(each.internalDueBy, view.now),
    clock(each.networkDueBy, view.now),
  ]);
  const columns = [
    { head: "Case" },
    { head: "Amount", right: true },
    { head: "Status" },
    { head: "Evidence" },
    { head: "Tenant" },
    { head: "Our deadline" },
    { head: "Network’s deadline" },
  ];
  return section(
    "To be answered",
    table("Cases to be answered, the first due first", columns, rows, "No case waits for its answer."),
    more &&
      html`<p><a href="${href(view, "review", { kind: "dispute" })}">All of them, in the review queue</a></p>`,
  );
}

async function all(desk: ConsoleDesk, view: View, asked: CasesAsked): Promise<Html> {
  const { data, nextCursor } = await listAllCases(desk, asked);
  const names = await tenantNames(
    desk,
    data.map(({ tenantId }) => tenantId),
  );
  const rows = data.map((each) => [
    nameCell(view, each),
    money(each.amountCents, each.currency),
    caseBadge(each.status),
    spoken(each.category),
    tenantCell(names, each),
    moment(each.createdAt),
  ]);
  const columns = [
    { head: "Case" },
    { head: "Amount", right: true },
    { head: "Status" },
    { head: "About" },
    { head: "Tenant" },
    { head: "Opened" },
  ];
  const any = ["", "any"] as const;
  const filters = filterForm(view, "disputes/cases", [
    await tenantField(desk, asked.tenantId, "all"),
    {
      ...{ name: "status", label: "Status", value: asked.status },
      options: [any, ...caseStatuses.map((each) => [each, spoken(each)] as const)],
    },
    {
      ...{ name: "stage", label: "Stage", value: asked.stage },
      options: [any, ...disputeStages.map((each) => [each, stageWords[each]] as const)],
    },
    {
      ...{ name: "network", label: "Network", value: asked.network },
      options: [any, ...disputeNetworks.map((each) => [each, networkWords[each]] as const)],
    },
  ]);
  return section(
    "All cases",
    filters,
    table("Cases, newest first", columns, rows, "No case is like that."),
    pager(view, "disputes/cases", { ...asked }, nextCursor),
  );
}

/** The cases that are to be answered, and all cases of all tenants or of one. A filtered or later page shows the list alone. */
export async function casesPage(desk: ConsoleDesk, view: View, asked: CasesAsked): Promise<Content> {
  const { limit: _, ...narrowed } = asked;
  const isWhole = Object.values(narrowed).every((value) => value === undefined);
  return {
    title: "Dispute cases",
    main: html`${disputesNav(view)}<h1>Dispute cases</h1>
${isWhole && (await due(desk, view))}${await all(desk, view, asked)}`,
  };
}
