import { html } from "hono/html";
import { listAllAlerts, waitingAlerts } from "../../../app/disputes/alert-reads.ts";
import { type InspectedAlert, inspectAlert } from "../../../app/disputes/inspect.ts";
import { consoleDisputeActionOperations as forms } from "../../../contract/console/console-dispute-actions.ts";
import { consoleDisputeOperations } from "../../../contract/console/console-disputes.ts";
import { siblingId } from "../../../domain/core/id.ts";
import { dayOf } from "../../../domain/core/time.ts";
import { type Alert, alertMoves } from "../../../domain/disputes/alert.ts";
import { alertReviewReason } from "../../../domain/disputes/alert-review.ts";
import { networkLabels, spokenLabel } from "../../../domain/disputes/labels.ts";
import type { Html } from "../../kit/page.ts";
import { action, actionForm, openActions, why } from "../kit/action.ts";
import { facts, link, section, table, two } from "../kit/components.ts";
import { type ConsoleContext, consoleList } from "../kit/context.ts";
import { detailPage } from "../kit/detail.ts";
import { entriesFold, timelineList } from "../kit/history.ts";
import { alertTones, alertTypeName, sourceLabels, statusBadge } from "../kit/labels.ts";
import { columnsIn, type ListColumn, oneOf } from "../kit/list.ts";
import { tenantColumn, tenantFilter, tenantLink, tenantsOf } from "../kit/tenant-field.ts";
import { badge, code, distance, isolateText, moment, money } from "../kit/text.ts";
import type { RecordCall, View } from "../kit/view.ts";
import { reviewNotice } from "../review/labels.ts";
import { candidatesSection } from "./alert-candidates.ts";
import { clock, disputesNav, paymentLink, reasonLabels } from "./labels.ts";

/** Alerts of the queue that the list shows above all others. */
const mostWaiting = 25;

const firstColumns: readonly ListColumn<Alert>[] = [
  [
    "Alert",
    ({ id, said: answer }, { view }) =>
      link(view, `disputes/alerts/${id}`, html`${alertTypeName(answer.kind)} ${isolateText(answer.externalId)}`),
  ],
  ["Amount", ({ said: answer }) => money(answer.amountCents, answer.currency), "right"],
  ["Status", ({ status }) => statusBadge(alertTones, status)],
];

const queueColumns: readonly ListColumn<Alert>[] = [
  ...firstColumns,
  ["What is the matter", (each) => alertReviewReason(each)?.reason ?? "–"],
  tenantColumn,
  ["Since", ({ updatedAt }, { view }) => distance(updatedAt, view.now)],
  ["Answer by", ({ said: answer }, { view }) => clock(answer.respondBy, view.now)],
];

async function queue(context: ConsoleContext, view: View): Promise<Html> {
  const { data, more } = await waitingAlerts(context, mostWaiting);
  const columns = columnsIn({ view, names: await tenantsOf(context, data) }, queueColumns);
  return section(
    "Waiting for somebody",
    table("Alerts that wait, the longest waiting first", data, "No alert waits for anybody.", columns),
    more && html`<p>${link(view, "review", "All of them, in the review queue", { kind: "alert" })}</p>`,
  );
}

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
    ["From", ({ source }) => sourceLabels[source]],
    tenantColumn,
    ["Came", ({ createdAt }) => moment(createdAt)],
  ],
  empty: "No alert is like that.",
  filters: {
    tenantId: tenantFilter(),
    status: oneOf("Status", spokenLabel),
    kind: oneOf("Kind", alertTypeName),
    source: oneOf("From", sourceLabels),
  },
});

function saidFacts(view: View, { said: answer, source }: Alert): Html {
  const card = [answer.cardBin && `begins ${answer.cardBin}`, answer.cardLast4 && `ends ${answer.cardLast4}`];
  return facts([
    ["Kind", alertTypeName(answer.kind)],
    ["From", sourceLabels[source]],
    ["Its id there", code(answer.externalId)],
    ["Amount", money(answer.amountCents, answer.currency)],
    ["Network", answer.network && networkLabels[answer.network]],
    ["Reason code", reasonLabels(answer.network, answer.reasonCode, answer.receivedAt)],
    ["Day of the payment", answer.transactionDate && dayOf(answer.transactionDate)],
    ["Statement said", answer.descriptor],
    ["Card", card.filter(Boolean).join(", ") || null],
    ["Authorization code", answer.authCode],
    ["Acquirer’s reference", answer.arn && code(answer.arn)],
    ["Rail’s reference", answer.railRef && code(answer.railRef)],
    ["Bought as", answer.purchaseIdentifier],
    ["Payment it names", answer.paymentId && code(answer.paymentId)],
    ["Received", moment(answer.receivedAt)],
    ["Answer by", clock(answer.respondBy, view.now)],
    ["Refunded by the network", answer.refundedByNetwork || answer.kind === "rdr" ? "yes" : "no"],
  ]);
}

function outcomeFacts(view: View, { state, bound }: InspectedAlert, tenant: Html): Html {
  const { paymentId, escrowId, refund, caseId, ruleId, rulesVersion, resolution, reviewReason, isoRef } = state;
  return facts([
    ["Alert", code(state.id)],
    ["Tenant", tenant],
    escrowId === null
      ? ["Payment", paymentId === null ? "none yet" : paymentLink(view, paymentId)]
      : ["Escrow", link(view, `escrows/${escrowId}`, code(escrowId))],
    bound && ["Invoice", bound.invoiceNumber],
    [
      "Rule that decided",
      ruleId &&
        html`${code(ruleId)} of ${rulesVersion === null ? "the default rules" : `the tenant’s rules, version ${rulesVersion}`}`,
    ],
    reviewReason !== null && ["With people because", spokenLabel(reviewReason)],
    isoRef !== null && ["Reseller of record", isoRef],
    [
      "Refund",
      refund &&
        html`${money(refund.amountCents, refund.currency)} by ${refund.by === "network" ? "the network; no money of ours moved" : "our own rail"}, ${moment(refund.at)}`,
    ],
    ["Case", caseId && link(view, `disputes/cases/${caseId}`, code(caseId))],
    resolution !== null && ["Resolved as", spokenLabel(resolution)],
    ["Outcome told to its source", state.reportedAt && moment(state.reportedAt)],
    ["Came", moment(state.createdAt)],
    ["Changed", moment(state.updatedAt)],
  ]);
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  return Array.isArray(value) ? value.map(String).join(", ") : String(value);
}

function rulesSection({ ruleAudit, paymentId, escrowId }: Alert): Html {
  const rows = ruleAudit.flatMap((rule) => rule.conditions.map((condition) => ({ rule, condition })));
  return section(
    "Rules",
    table(
      "Rules in their order, up to the first that matched",
      rows,
      paymentId === null && escrowId === null
        ? "Rules are asked once it is bound to a payment."
        : "No rule was asked about this alert.",
      [
        ["Rule", ({ rule }) => html`${isolateText(rule.name)} <span class="soft" dir="auto">${rule.ruleId}</span>`],
        ["Came to", ({ rule }) => (rule.matched ? badge("matched", "good") : badge("not matched", "calm"))],
        [
          "Asks",
          ({ condition: { attribute, operator, value } }) =>
            html`${code(attribute)} ${operator} ${isolateText(asText(value))}`,
        ],
        ["It was", ({ condition }) => html`<span class="words" dir="auto">${asText(condition.actual)}</span>`],
        ["Condition", ({ condition }) => (condition.held ? badge("holds", "good") : badge("does not", "calm"))],
      ],
    ),
  );
}

const open = action(forms.openCaseByHand, {
  opens: "Open a case",
  before: "It goes on as a dispute case, or joins the open one about its payment.",
  submit: "Open the case",
});
const resolve = action(forms.resolveAlertByHand, {
  opens: "Resolve",
  before: "It was dealt with; say how.",
  submit: "Resolve it",
  fields: { resolution: { label: "What it came to", choose: "Choose", called: spokenLabel }, note: why },
});
const dismiss = action(forms.dismissAlertByHand, {
  opens: "Dismiss",
  before: "Nothing is to be done about it.",
  submit: "Dismiss it",
  look: "danger",
  fields: { note: why },
});

export async function alertPage(context: ConsoleContext, view: View, { params }: RecordCall) {
  const { id } = params;
  const inspected = await inspectAlert(context, id);
  const { state, entries, timeline } = inspected;
  const { said: answer, tenantId, status } = state;
  const tenant = await tenantLink(context, view, tenantId);
  const review = alertReviewReason(state);
  const title = `${alertTypeName(answer.kind)} ${answer.externalId}`;
  const can = alertMoves[status];
  return detailPage(view, {
    title,
    heading: html`<h1>${isolateText(title)} · ${money(answer.amountCents, answer.currency)}</h1>`,
    above: [["disputes/alerts", "Dispute alerts"]],
    status: statusBadge(alertTones, status),
    links: [
      ["Audit trail", "audit", { subject: id }],
      ["Deliveries", "deliveries", { tenantId }],
    ],
    parts: [
      review && reviewNotice(view, siblingId(id, "rev"), review, "Notes and who looks after it"),
      state.escrowId === null && candidatesSection(view, inspected),
      openActions([
        can.includes("case_opened") && actionForm(view, open, params),
        can.includes("resolved") && actionForm(view, resolve, params),
        can.includes("dismissed") && actionForm(view, dismiss, params),
      ]),
      two(
        section("What it says", saidFacts(view, state)),
        section("What came of it", outcomeFacts(view, inspected, tenant)),
      ),
      rulesSection(state),
      answer.raw &&
        section(
          "As it was sent",
          html`<details><summary>Everything its sender attached</summary><div class="fold"><pre dir="auto" tabindex="0">${JSON.stringify(answer.raw, null, 2)}</pre></div></details>`,
        ),
      section("What happened", timelineList(view, timeline)),
      section("Audit entries", entriesFold(entries)),
    ],
  });
}
