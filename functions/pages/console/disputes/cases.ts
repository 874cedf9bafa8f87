import { html } from "hono/html";
import { dueCases, listAllCases } from "../../../app/disputes/case-reads.ts";
import { type InspectedCase, inspectCase } from "../../../app/disputes/inspect.ts";
import { consoleDisputeOperations } from "../../../contract/console/console-disputes.ts";
import { siblingId } from "../../../domain/core/id.ts";
import type { Instant } from "../../../domain/core/time.ts";
import type { CompellingAction, DisputeCase } from "../../../domain/disputes/case.ts";
import { caseChecklist } from "../../../domain/disputes/case-evidence.ts";
import { caseReviewReason } from "../../../domain/disputes/case-review.ts";
import { networkLabels, spokenLabel } from "../../../domain/disputes/labels.ts";
import { isPreparing } from "../../../domain/disputes/transitions.ts";
import type { Html } from "../../kit/page.ts";
import { type Fact, facts, link, recordLink, section, table, tiles } from "../kit/components.ts";
import { type ConsoleContext, consoleList } from "../kit/context.ts";
import { detailPage } from "../kit/detail.ts";
import { entriesFold, timelineList } from "../kit/history.ts";
import { caseTones, stageName, statusBadge } from "../kit/labels.ts";
import { columnsIn, type ListColumn, oneOf } from "../kit/list.ts";
import { tenantColumn, tenantFilter, tenantLink, tenantsOf } from "../kit/tenant-field.ts";
import { badge, code, distance, isolateText, moment, money, type Tone } from "../kit/text.ts";
import type { RecordCall, View } from "../kit/view.ts";
import { checklistSection, evidenceSection } from "./case-evidence.ts";
import { caseActions, packetSection } from "./case-forms.ts";
import type { DisputeContext } from "./context.ts";
import { caseName, clock, compellingLabels, disputesNav, paymentLink, reasonLabels, urgency } from "./labels.ts";

/** Cases to be answered that the list shows above all others. */
const mostDue = 25;

function progress(state: DisputeCase): Html {
  const { score, ready } = caseChecklist(state);
  return badge(ready ? "ready" : `${score} %`, ready ? "good" : "warn");
}

const firstColumns: readonly ListColumn<DisputeCase>[] = [
  ["Case", (state, { view }) => recordLink(view, "disputes/cases", caseName(state), state.id)],
  ["Amount", ({ amountCents, currency }) => money(amountCents, currency), "right"],
  ["Status", ({ status }) => statusBadge(caseTones, status)],
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
    table("Cases to be answered, the first due first", data, "No case waits for its answer.", columns),
    more && html`<p>${link(view, "review", "All of them, in the review queue", { kind: "dispute" })}</p>`,
  );
}

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
    ["About", ({ category }) => spokenLabel(category)],
    tenantColumn,
    ["Opened", ({ createdAt }) => moment(createdAt)],
  ],
  empty: "No case is like that.",
  filters: {
    tenantId: tenantFilter(),
    status: oneOf("Status", spokenLabel),
    stage: oneOf("Stage", stageName),
    network: oneOf("Network", networkLabels),
  },
});

function clocks(view: View, { state, checklist }: InspectedCase): Html | false {
  if (!isPreparing(state)) return false;
  const { score, ready } = checklist;
  const clock = (name: string, at: Instant) =>
    [name, distance(at, view.now), html`${moment(at)} ${urgency(at, view.now)}`] as const;
  return tiles([
    clock("Answer it by our own deadline", state.internalDueBy),
    clock("The network’s window closes", state.networkDueBy),
    ["Evidence", `${score} %`, html`of what the network asks for ${ready && badge("ready", "good")}`],
  ]);
}

function outcomeFacts({ outcome, currency }: DisputeCase): Fact[] {
  if (!outcome) return [];
  const { result, networkRef, decidedAt, recoveredCents } = outcome;
  return [
    ["Decided", html`${badge(result, result === "won" ? "good" : "bad")} ${moment(decidedAt)}`],
    ["Came back", money(recoveredCents, currency)],
    ["Network’s reference", networkRef],
  ];
}

function caseFacts(view: View, { state, payment }: InspectedCase, tenant: Html): Html {
  const { network, stage, category, reasonCode, amountCents, currency, alertId, paymentId, escrowId } = state;
  return facts([
    ["Case", code(state.id)],
    ["Tenant", tenant],
    ["Network", network && networkLabels[network]],
    ["Stage", stageName(stage)],
    ["Reason code", reasonLabels(network, reasonCode, state.createdAt)],
    ["About", spokenLabel(category)],
    ["Amount", money(amountCents, currency)],
    ["Given back already", money(state.refundedCents, currency)],
    ["Alert", alertId && link(view, `disputes/alerts/${alertId}`, code(alertId))],
    ["Payment", paymentId && paymentLink(view, paymentId)],
    escrowId !== null && ["Escrow", link(view, `escrows/${escrowId}`, code(escrowId))],
    payment && ["Invoice", payment.invoiceNumber],
    ["Our own deadline", moment(state.internalDueBy)],
    ["Network’s deadline", moment(state.networkDueBy)],
    ["Submitted", moment(state.submittedAt)],
    ...outcomeFacts(state),
    ["Opened", moment(state.createdAt)],
    ["Changed", moment(state.updatedAt)],
  ]);
}

const compelling: Readonly<
  Record<NonNullable<DisputeCase["compellingEvidence"]>["status"], readonly [words: string, tone: Tone]>
> = {
  not_applicable: ["It answers Visa’s condition 10.4 alone, which this is not.", "calm"],
  not_qualified: ["It does not qualify, and cannot.", "bad"],
  requires_action: ["It can qualify once what is missing is given.", "warn"],
  qualified: ["It qualifies.", "good"],
};

function compellingSection(view: View, { compellingEvidence: found }: DisputeCase): Html | false {
  if (!found || found.status === "not_applicable") return false;
  const [labels, tone] = compelling[found.status];
  const missing = found.requiredActions.map(
    (each) => html`<li>${compellingLabels[each as CompellingAction] ?? spokenLabel(each)}</li>`,
  );
  const prior = found.priorPaymentIds.map((id) => html`<li>${paymentLink(view, id)}</li>`);
  return section(
    "Visa compelling evidence 3.0",
    html`<p>${badge(found.status, tone)} ${labels}</p>`,
    facts([
      missing.length > 0 && ["Missing", html`<ul class="plain">${missing}</ul>`],
      prior.length > 0 && ["Earlier payments", html`<ul class="plain">${prior}</ul>`],
    ]),
  );
}

export async function casePage(context: DisputeContext, view: View, { params: { id } }: RecordCall) {
  const inspected = await inspectCase(context, id);
  const { state, entries, timeline } = inspected;
  const { tenantId, narrative } = state;
  const tenant = await tenantLink(context, view, tenantId);
  const name = caseName(state);
  return detailPage(view, {
    title: name,
    heading: html`<h1>${isolateText(name)} · ${money(state.amountCents, state.currency)}</h1>`,
    above: [["disputes/cases", "Dispute cases"]],
    status: statusBadge(caseTones, state.status),
    links: [
      ["Audit trail", "audit", { subject: id }],
      ["Deliveries", "deliveries", { tenantId }],
      caseReviewReason(state) !== null && ["Notes and owner", `review/${siblingId(id, "rev")}`],
    ],
    parts: [
      clocks(view, inspected),
      caseActions(view, inspected),
      html`<div class="two"><div>${checklistSection(inspected)}${compellingSection(view, state)}${packetSection(view, inspected)}</div>${section("About it", caseFacts(view, inspected, tenant))}</div>`,
      evidenceSection(view, inspected),
      narrative !== null && section("Narrative", html`<pre dir="auto">${narrative}</pre>`),
      section("What happened", timelineList(view, timeline)),
      section("Audit entries", entriesFold(entries)),
    ],
  });
}
