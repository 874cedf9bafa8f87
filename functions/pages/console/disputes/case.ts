import { html } from "hono/html";
import { type InspectedCase, inspectCase } from "../../../app/disputes/inspect-case.ts";
import { tenantNames } from "../../../app/tenants/names.ts";
import { siblingId } from "../../../domain/core/id.ts";
import type { Instant } from "../../../domain/core/time.ts";
import type { DisputeCase } from "../../../domain/disputes/case.ts";
import { caseReviewReason } from "../../../domain/disputes/case-review.ts";
import type { CompellingAction } from "../../../domain/disputes/compelling-evidence.ts";
import { networkWords, spoken } from "../../../domain/disputes/labels.ts";
import { isPreparing } from "../../../domain/disputes/transitions.ts";
import type { Html } from "../../kit/page.ts";
import { entriesFold } from "../escrow/parts.ts";
import { badge, code, distance, facts, moment, money, section, type Tone, trail } from "../kit/components.ts";
import { timelineList } from "../kit/timeline-list.ts";
import { type Content, href, type View } from "../kit/view.ts";
import { checklistSection, evidenceSection } from "./case-evidence.ts";
import { caseDoings, packetSection } from "./case-forms.ts";
import type { DisputeDesk } from "./context.ts";
import { compellingWords } from "./evidence-labels.ts";
import { caseBadge, caseName, reasonWords, stageWords, urgency } from "./labels.ts";

function clocks(view: View, { state, checklist }: InspectedCase): Html | false {
  if (!isPreparing(state)) return false;
  const { score, ready } = checklist;
  const tile = (name: string, at: Instant) =>
    html`<li><span>${name}</span><b>${distance(at, view.now)}</b><span>${moment(at)} ${urgency(at, view.now)}</span></li>`;
  return html`<ul class="tiles">
${tile("Answer it by our own deadline", state.internalDueBy)}
${tile("The network’s window closes", state.networkDueBy)}
<li><span>Evidence</span><b>${String(score)} %</b><span>of what the network asks for ${ready && badge("ready", "good")}</span></li>
</ul>`;
}

function outcomeFacts({ outcome, currency }: DisputeCase): (readonly [string, unknown])[] {
  if (!outcome) return [];
  const { result, networkRef, decidedAt, recoveredCents } = outcome;
  return [
    ["Decided", html`${badge(result, result === "won" ? "good" : "bad")} ${moment(decidedAt)}`],
    ["Came back", money(recoveredCents, currency)],
    ["Network’s reference", networkRef],
  ];
}

function caseFacts(view: View, { state, payment }: InspectedCase, tenant: string): Html {
  const { network, stage, category, reasonCode, amountCents, currency, alertId, paymentId } = state;
  return facts([
    ["Case", code(state.id)],
    ["Tenant", html`<a href="${href(view, `tenants/${state.tenantId}`)}" dir="auto">${tenant}</a>`],
    ["Network", network && networkWords[network]],
    ["Stage", stageWords[stage]],
    ["Reason code", reasonWords(network, reasonCode)],
    ["About", spoken(category)],
    ["Amount", money(amountCents, currency)],
    ["Given back already", money(state.refundedCents, currency)],
    ["Alert", alertId && html`<a href="${href(view, `disputes/alerts/${alertId}`)}">${code(alertId)}</a>`],
    [
      "Payment",
      paymentId &&
        html`<a href="${href(view, `settlements/${siblingId(paymentId, "stl")}`)}">${code(paymentId)}</a>`,
    ],
    ...(payment ? [["Invoice", payment.invoiceNumber] as const] : []),
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
  const [words, tone] = compelling[found.status];
  const missing = found.requiredActions.map(
    (each) => html`<li>${compellingWords[each as CompellingAction] ?? spoken(each)}</li>`,
  );
  const prior = found.priorPaymentIds.map(
    (id) => html`<li><a href="${href(view, `settlements/${siblingId(id, "stl")}`)}">${code(id)}</a></li>`,
  );
  return section(
    "Visa compelling evidence 3.0",
    html`<p>${badge(found.status, tone)} ${words}</p>`,
    facts([
      ...(missing.length > 0 ? [["Missing", html`<ul class="plain">${missing}</ul>`] as const] : []),
      ...(prior.length > 0 ? [["Earlier payments", html`<ul class="plain">${prior}</ul>`] as const] : []),
    ]),
  );
}

/** A case: its clocks, what it needs and has, what can be done, its packet, and everything that happened. */
export async function casePage(desk: DisputeDesk, view: View, id: string): Promise<Content> {
  const seen = await inspectCase(desk, id);
  const { state, entries, timeline } = seen;
  const { tenantId, narrative } = state;
  const tenant = (await tenantNames(desk, [tenantId])).get(tenantId) ?? tenantId;
  const name = caseName(state);
  const queued = caseReviewReason(state) !== null;
  return {
    title: name,
    main: html`${trail(view, [["disputes/cases", "Dispute cases"]])}
<div class="head"><h1><span dir="auto">${name}</span> · ${money(state.amountCents, state.currency)}</h1>${caseBadge(state.status)}
<a class="end" href="${href(view, "audit", { subject: id })}">Audit trail</a> <a href="${href(view, "deliveries", { tenantId })}">Deliveries</a>${queued && html` <a href="${href(view, `review/${siblingId(id, "rev")}`)}">Notes and owner</a>`}</div>
${clocks(view, seen)}
${caseDoings(view, seen)}
<div class="two"><div>${checklistSection(seen)}${compellingSection(view, state)}${packetSection(view, seen)}</div>${section("About it", caseFacts(view, seen, tenant))}</div>
${evidenceSection(view, seen)}
${narrative !== null && section("Narrative", html`<pre dir="auto">${narrative}</pre>`)}
${section("What happened", timelineList(view, timeline))}
${section("Audit entries", entriesFold(entries))}`,
  };
}
