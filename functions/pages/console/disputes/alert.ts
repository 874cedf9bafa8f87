import { html } from "hono/html";
import { type InspectedAlert, inspectAlert } from "../../../app/disputes/inspect-alert.ts";
import { tenantNames } from "../../../app/tenants/names.ts";
import { siblingId } from "../../../domain/core/id.ts";
import { dayOf } from "../../../domain/core/time.ts";
import {
  type Alert,
  alertMoves,
  alertResolutions,
  type RuleEvaluation,
} from "../../../domain/disputes/alert.ts";
import { alertReviewReason } from "../../../domain/disputes/alert-review.ts";
import { networkWords, spoken } from "../../../domain/disputes/labels.ts";
import type { Html } from "../../kit/page.ts";
import { entriesFold } from "../escrow/parts.ts";
import { badge, code, facts, moment, money, section, table, trail } from "../kit/components.ts";
import type { ConsoleDesk } from "../kit/context.ts";
import { type Field, folded } from "../kit/form.ts";
import { timelineList } from "../kit/timeline-list.ts";
import { type Content, href, type View } from "../kit/view.ts";
import { kindWords } from "../review/review.ts";
import { candidatesSection } from "./alert-candidates.ts";
import { alertBadge, alertKindWords, clock, reasonWords, sourceWords } from "./labels.ts";

function saidFacts(view: View, { said, source }: Alert): Html {
  const card = [said.cardBin && `begins ${said.cardBin}`, said.cardLast4 && `ends ${said.cardLast4}`];
  return facts([
    ["Kind", alertKindWords[said.kind]],
    ["From", sourceWords[source]],
    ["Its id there", code(said.externalId)],
    ["Amount", money(said.amountCents, said.currency)],
    ["Network", said.network && networkWords[said.network]],
    ["Reason code", reasonWords(said.network, said.reasonCode)],
    ["Day of the payment", said.transactionDate && dayOf(said.transactionDate)],
    ["Statement said", said.descriptor],
    ["Card", card.filter(Boolean).join(", ") || null],
    ["Authorization code", said.authCode],
    ["Acquirer’s reference", said.arn && code(said.arn)],
    ["Rail’s reference", said.railRef && code(said.railRef)],
    ["Bought as", said.purchaseIdentifier],
    ["Payment it names", said.paymentId && code(said.paymentId)],
    ["Received", moment(said.receivedAt)],
    ["Answer by", clock(said.respondBy, view.now)],
    ["Refunded by the network", said.refundedByNetwork || said.kind === "rdr" ? "yes" : "no"],
  ]);
}

function comeFacts(view: View, { state, bound }: InspectedAlert, tenant: string): Html {
  const { paymentId, refund, caseId, ruleId, rulesVersion, resolution, reviewReason, isoRef } = state;
  return facts([
    ["Alert", code(state.id)],
    ["Tenant", html`<a href="${href(view, `tenants/${state.tenantId}`)}" dir="auto">${tenant}</a>`],
    [
      "Payment",
      paymentId === null
        ? "none yet"
        : html`<a href="${href(view, `settlements/${siblingId(paymentId, "stl")}`)}">${code(paymentId)}</a>`,
    ],
    ...(bound ? [["Invoice", bound.invoiceNumber] as const] : []),
    [
      "Rule that decided",
      ruleId &&
        html`${code(ruleId)} of ${rulesVersion === null ? "the default rules" : `the tenant’s rules, version ${rulesVersion}`}`,
    ],
    ...(reviewReason === null ? [] : [["With people because", spoken(reviewReason)] as const]),
    ...(isoRef === null ? [] : [["Reseller of record", isoRef] as const]),
    [
      "Refund",
      refund &&
        html`${money(refund.amountCents, refund.currency)} by ${refund.by === "network" ? "the network; no money of ours moved" : "our own rail"}, ${moment(refund.at)}`,
    ],
    ["Case", caseId && html`<a href="${href(view, `disputes/cases/${caseId}`)}">${code(caseId)}</a>`],
    ...(resolution === null ? [] : [["Resolved as", spoken(resolution)] as const]),
    ["Outcome told to its source", state.reportedAt && moment(state.reportedAt)],
    ["Came", moment(state.createdAt)],
    ["Changed", moment(state.updatedAt)],
  ]);
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  return Array.isArray(value) ? value.map(String).join(", ") : String(value);
}

function ruleRows({ ruleId, name, matched, conditions }: RuleEvaluation): unknown[][] {
  return conditions.map(({ attribute, operator, value, actual, held }) => [
    html`<span dir="auto">${name}</span> <span class="soft" dir="auto">${ruleId}</span>`,
    matched ? badge("matched", "good") : badge("not matched", "calm"),
    html`${code(attribute)} ${operator} <span dir="auto">${inWords(value)}</span>`,
    html`<span class="words" dir="auto">${inWords(actual)}</span>`,
    held ? badge("holds", "good") : badge("does not", "calm"),
  ]);
}

function rulesSection({ ruleAudit, paymentId }: Alert): Html {
  const columns = ["Rule", "Came to", "Asks", "It was", "Condition"].map((head) => ({ head }));
  const empty =
    paymentId === null
      ? "Rules are asked once it is bound to a payment."
      : "No rule was asked about this alert.";
  return section(
    "Rules",
    table("Rules in their order, up to the first that matched", columns, ruleAudit.flatMap(ruleRows), empty),
  );
}

const note: Field = { name: "note", label: "Why", type: "lines", optional: true, maxLength: 500 };

function doings(view: View, { id, status }: Alert): Html {
  const to = `disputes/alerts/${id}`;
  const can = alertMoves[status];
  const resolution: Field = {
    ...{ name: "resolution", label: "What it came to" },
    options: [["", "Choose"], ...alertResolutions.map((each) => [each, spoken(each)] as const)],
  };
  const resolve = { operation: "resolveAlertByHand", to: `${to}/resolve`, submit: "Resolve it" };
  const dismiss = { operation: "dismissAlertByHand", to: `${to}/dismiss`, submit: "Dismiss it" };
  const open = { operation: "openCaseByHand", to: `${to}/case`, submit: "Open the case" };
  const forms = [
    can.includes("case_opened") &&
      folded(
        view,
        "Open a case",
        open,
        "It goes on as a dispute case, or joins the open one about its payment.",
      ),
    can.includes("resolved") &&
      folded(view, "Resolve", { ...resolve, fields: [resolution, note] }, "It was dealt with; say how."),
    can.includes("dismissed") &&
      folded(
        view,
        "Dismiss",
        { ...dismiss, fields: [note], look: "danger" },
        "Nothing is to be done about it.",
      ),
  ].filter((form) => form !== false);
  return section(
    "What can be done",
    forms.length === 0
      ? html`<p class="empty">It has ended: nothing more can be done about it.</p>`
      : html`<div class="doings">${forms}</div>`,
  );
}

/** An alert: what it says, the payments that it may be about side by side, what its rules came to, and what can be done. */
export async function alertPage(desk: ConsoleDesk, view: View, id: string): Promise<Content> {
  const seen = await inspectAlert(desk, id);
  const { state, entries, timeline } = seen;
  const { said, tenantId } = state;
  const tenant = (await tenantNames(desk, [tenantId])).get(tenantId) ?? tenantId;
  const review = alertReviewReason(state);
  const title = `${alertKindWords[said.kind]} ${said.externalId}`;
  return {
    title,
    main: html`${trail(view, [["disputes/alerts", "Dispute alerts"]])}
<div class="head"><h1><span dir="auto">${title}</span> · ${money(said.amountCents, said.currency)}</h1>${alertBadge(state.status)}
<a class="end" href="${href(view, "audit", { subject: id })}">Audit trail</a> <a href="${href(view, "deliveries", { tenantId })}">Deliveries</a></div>
${review && html`<p class="notice ${kindWords[review.kind][1]}">In the review queue: ${review.reason}. <a href="${href(view, `review/${siblingId(id, "rev")}`)}">Notes and who looks after it</a></p>`}
${candidatesSection(view, seen)}
${doings(view, state)}
<div class="two">${section("What it says", saidFacts(view, state))}${section("What came of it", comeFacts(view, seen, tenant))}</div>
${rulesSection(state)}
${said.raw && section("As it was sent", html`<details><summary>Everything its sender attached</summary><div class="fold"><pre dir="auto" tabindex="0">${JSON.stringify(said.raw, null, 2)}</pre></div></details>`)}
${section("What happened", timelineList(view, timeline))}
${section("Audit entries", entriesFold(entries))}`,
  };
}
