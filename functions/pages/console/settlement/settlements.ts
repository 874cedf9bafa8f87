import { html } from "hono/html";
import { reviewSubjects } from "../../../app/operations/review-subjects.ts";
import { loadSight, itemOf as reviewItemOf } from "../../../app/review/review.ts";
import { listAllSettlements } from "../../../app/settlement/all-settlements.ts";
import { listSettlements } from "../../../app/settlement/reads.ts";
import { inspectSettlement } from "../../../app/settlement/timeline.ts";
import { tenantNames } from "../../../app/tenants/names.ts";
import { getTenant } from "../../../app/tenants/tenants.ts";
import { siblingId } from "../../../domain/core/id.ts";
import {
  type Settlement,
  type SettlementStatus,
  settlementStatuses,
} from "../../../domain/settlement/settlement.ts";
import type { Html } from "../../kit/page.ts";
import {
  badge,
  code,
  facts,
  grouped,
  moment,
  money,
  pager,
  section,
  table,
  trail,
} from "../kit/components.ts";
import type { ConsoleDesk } from "../kit/context.ts";
import { filterForm } from "../kit/form.ts";
import { subjectLink } from "../kit/subject.ts";
import { tenantField } from "../kit/tenant-field.ts";
import { timelineList } from "../kit/timeline-list.ts";
import { type Content, href, type View } from "../kit/view.ts";
import { kindWords } from "../review/review.ts";

/** What the list of settlements is asked for. */
export interface SettlementsAsked {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: SettlementStatus | undefined;
  readonly tenantId?: string | undefined;
}

async function settlementsFor(desk: ConsoleDesk, { tenantId, ...asked }: SettlementsAsked) {
  if (tenantId === undefined) return listAllSettlements(desk, asked);
  const { state } = await getTenant(desk, tenantId);
  return listSettlements(desk, { tenantId, tenantCreatedAt: state.createdAt }, asked);
}

/** Settlements of all tenants or of one, newest first. */
export async function settlementsPage(
  desk: ConsoleDesk,
  view: View,
  asked: SettlementsAsked,
): Promise<Content> {
  const { data, nextCursor } = await settlementsFor(desk, asked);
  const names = await tenantNames(
    desk,
    data.map(({ tenantId }) => tenantId),
  );
  const rows = data.map((each) => [
    html`<a href="${href(view, `settlements/${each.id}`)}" dir="auto">${each.invoiceNumber}<span class="hidden"> ${each.id}</span></a>`,
    money(each.fiatInCents, each.currency),
    badge(each.status),
    badge(each.payment.status),
    html`<span dir="auto">${names.get(each.tenantId) ?? each.tenantId}</span>`,
    moment(each.createdAt),
  ]);
  const columns = [
    { head: "Invoice" },
    { head: "Amount", right: true },
    { head: "Settlement" },
    { head: "Payment" },
    { head: "Tenant" },
    { head: "Created" },
  ];
  const filters = filterForm(view, "settlements", [
    {
      name: "status",
      label: "Status",
      value: asked.status,
      optional: true,
      options: [["", "any"], ...settlementStatuses.map((each) => [each, each] as const)],
    },
    await tenantField(desk, asked.tenantId, "all"),
  ]);
  return {
    title: "Settlements",
    main: html`<h1>Settlements</h1>
<section>${filters}${table("Settlements, newest first", columns, rows, "No settlement is like that.")}${pager(view, "settlements", { ...asked }, nextCursor)}</section>`,
  };
}

function moneyFacts(state: Settlement): Html {
  return facts([
    ["Collected or to collect", money(state.fiatInCents, state.currency)],
    ["Fee", money(state.feeCents, state.currency)],
    ["Reserve", money(state.reserveCents, state.currency)],
    ["To be paid out", money(state.netCents, state.currency)],
    ["Rate", state.fxRate],
    ["Paid out", state.usdtOut && html`<span class="n">${grouped(state.usdtOut)} ${state.usdtStable}</span>`],
    ...(state.mismatchCents === null
      ? []
      : [["Came instead", money(state.mismatchCents, state.currency)] as const]),
  ]);
}

function whereFacts(view: View, state: Settlement, tenant: string): Html {
  const { payment } = state;
  return facts([
    ["Settlement", code(state.id)],
    ["Payment", code(payment.id)],
    ["Invoice", html`${code(state.invoiceId)}`],
    ["Tenant", html`<a href="${href(view, `tenants/${state.tenantId}`)}" dir="auto">${tenant}</a>`],
    ["Rail", html`${state.rail} ${payment.railRef && code(payment.railRef)}`],
    [
      "Paid by",
      payment.source === "ach_push" ? "ACH, sent by the payer" : "ACH, pulled from the payer’s bank",
    ],
    ["To", html`${state.usdtStable} on ${state.destChain}: ${code(state.destWallet)}`],
    ["Proof on chain", state.txHash && code(state.txHash)],
    ...state.disputes.map((each) => subjectLink(view, each)),
    ["Created", moment(state.createdAt)],
    ["Changed", moment(state.updatedAt)],
  ]);
}

/** A settlement: where its money is, why it is so, and everything that happened. */
export async function settlementPage(desk: ConsoleDesk, view: View, id: string): Promise<Content> {
  const reviewId = siblingId(id, "rev");
  const [{ state, why, timeline }, sight] = await Promise.all([
    inspectSettlement(desk, id),
    loadSight({ ...desk, subjects: reviewSubjects }, reviewId),
  ]);
  const names = await tenantNames(desk, [state.tenantId]);
  const review = sight && reviewItemOf(sight, view.now);
  const heading =
    state.status === "completed"
      ? "Why the money went back"
      : `Why this ${state.status === "declined" ? "was declined" : "failed"}`;
  return {
    title: `Settlement of ${state.invoiceNumber}`,
    main: html`${trail(view, [["settlements", "Settlements"]])}
<div class="head"><h1><span dir="auto">${state.invoiceNumber}</span> · ${money(state.fiatInCents, state.currency)}</h1>${badge(state.status)} <span class="soft">payment</span> ${badge(state.payment.status)}
<a class="end" href="${href(view, "search", { q: state.payment.id })}">Alerts and cases</a> <a href="${href(view, "audit", { subject: id })}">Audit trail</a></div>
${why && section(heading, html`<p>${why.words}</p><p class="soft">Code ${code(why.code)}</p>`)}
${review && html`<p class="notice ${kindWords[review.kind][1]}">In the review queue: ${review.reason}. <a href="${href(view, `review/${review.id}`)}">See what can be done</a></p>`}
<div class="two">${section("Money", moneyFacts(state))}${section("From and to", whereFacts(view, state, names.get(state.tenantId) ?? state.tenantId))}</div>
${section("What happened", timelineList(view, timeline))}`,
  };
}
