import { html } from "hono/html";
import { loadReviewDetails, itemOf as reviewItemOf } from "../../../app/review/review.ts";
import { listAllSettlements, listSettlements } from "../../../app/settlement/reads.ts";
import { inspectSettlement } from "../../../app/settlement/timeline.ts";
import { getTenant } from "../../../app/tenants/tenants.ts";
import { consoleOperations } from "../../../contract/console/console.ts";
import { siblingId } from "../../../domain/core/id.ts";
import { isEnded, type Settlement } from "../../../domain/settlement/settlement.ts";
import { settlementWaitsFor } from "../../../domain/settlement/waiting.ts";
import type { AssetWarning } from "../../../domain/tenants/asset-policy.ts";
import type { Tenant } from "../../../domain/tenants/tenant.ts";
import type { Call } from "../../../http/operation-types.ts";
import type { Html } from "../../kit/page.ts";
import { facts, link, nameLink, recordLink, section, two } from "../kit/components.ts";
import { type ConsoleContext, consoleList } from "../kit/context.ts";
import { detailPage } from "../kit/detail.ts";
import { timelineList } from "../kit/history.ts";
import { ledgerSection, paidOutFacts } from "../kit/ledger.ts";
import { oneOf } from "../kit/list.ts";
import { subjectLink } from "../kit/subject.ts";
import { tenantColumn, tenantFilter, tenantsOf } from "../kit/tenant-field.ts";
import { badge, code, isolateText, moment, money, soft } from "../kit/text.ts";
import type { RecordCall, View } from "../kit/view.ts";
import { waitingLine } from "../kit/waiting.ts";
import { reviewNotice } from "../review/labels.ts";
import { tenantWarnings, warningNotice } from "../tenants/coins.ts";
import { costSection } from "./cost.ts";

type Query = Call<typeof consoleOperations.showSettlements>["query"];

async function loadSettlements(context: ConsoleContext, { tenantId, ...query }: Query) {
  if (tenantId === undefined) return listAllSettlements(context, query);
  const { state } = await getTenant(context, tenantId);
  return listSettlements(context, { tenantId, tenantCreatedAt: state.createdAt }, query);
}

export const settlementsPage = consoleList(consoleOperations.showSettlements, {
  title: "Settlements",
  load: loadSettlements,
  names: tenantsOf,
  caption: "Settlements, newest first",
  columns: [
    ["Invoice", ({ id, invoiceNumber }, { view }) => recordLink(view, "settlements", invoiceNumber, id)],
    ["Amount", (each) => money(each.fiatInCents, each.currency), "right"],
    ["Settlement", (each) => badge(each.status)],
    ["Payment", (each) => badge(each.payment.status)],
    tenantColumn,
    ["Created", (each) => moment(each.createdAt)],
  ],
  empty: "No settlement is like that.",
  filters: { status: oneOf("Status"), tenantId: tenantFilter() },
});

function moneyFacts(state: Settlement): Html {
  const { usdtOut, paidOut = usdtOut, mismatchCents, currency, reserve } = state;
  const waiting = waitingLine(settlementWaitsFor(state));
  const ofReserve = { left: reserve?.paidOut ?? null, ordered: reserve?.usdtOut ?? null };
  return facts([
    ["Collected or to collect", money(state.fiatInCents, currency)],
    ["Fee", money(state.feeCents, currency)],
    ["Reserve", money(state.reserveCents, currency)],
    ["To be paid out", money(state.netCents, currency)],
    ["Rate", state.fxRate],
    ...paidOutFacts({ left: paidOut, ordered: usdtOut }, state.usdtStable),
    ...paidOutFacts(ofReserve, state.usdtStable, " of the reserve"),
    waiting !== null && ["Waits for", waiting],
    mismatchCents !== null && ["Came instead", money(mismatchCents, currency)],
  ]);
}

function whereFacts(view: View, state: Settlement, tenant: Html): Html {
  const { payment, txHash, appliedTo, appliedFrom } = state;
  const isPush = payment.source === "ach_push";
  return facts([
    ["Settlement", code(state.id)],
    ["Payment", code(payment.id)],
    ["Invoice", link(view, `invoices/${state.invoiceId}`, code(state.invoiceId))],
    ["Tenant", tenant],
    ["Rail", html`${state.rail} ${payment.railRef && code(payment.railRef)}`],
    ["Paid by", isPush ? "ACH, sent by the payer" : "ACH, pulled from the payer’s bank"],
    ["To", html`${state.usdtStable} on ${state.destChain}: ${code(state.destWallet)}`],
    appliedTo !== undefined && [
      "Applied to",
      link(view, `settlements/${appliedTo.settlementId}`, code(appliedTo.paymentId)),
    ],
    appliedFrom !== undefined && [
      "Applied from",
      link(view, `settlements/${appliedFrom.settlementId}`, code(appliedFrom.paymentId)),
    ],
    ["Proof on chain", txHash && code(txHash)],
    ...state.disputes.map((each) => subjectLink(view, each)),
    ["Created", moment(state.createdAt)],
    ["Changed", moment(state.updatedAt)],
  ]);
}

function whyHeading(status: Settlement["status"]): string {
  if (status === "completed") return "Why the money went back";
  return `Why this ${status === "declined" ? "was declined" : "failed"}`;
}

/** What is said against its stablecoin: today while it runs, and when it was accepted once it has ended. */
function warningsNow(view: View, state: Settlement, { country }: Tenant): readonly AssetWarning[] {
  if (isEnded(state.status)) return state.assetWarnings ?? [];
  return tenantWarnings(view, { country, stable: state.usdtStable }, state.payment.sourceCountry);
}

export async function settlementPage(context: ConsoleContext, view: View, { params: { id } }: RecordCall) {
  const [{ state, entries, why, timeline }, queued, cost] = await Promise.all([
    inspectSettlement(context, id),
    loadReviewDetails(context, siblingId(id, "rev")),
    context.costMeter?.costOf(id),
  ]);
  const { state: owner } = await getTenant(context, state.tenantId);
  const tenant = nameLink(view, `tenants/${owner.id}`, owner.name);
  const warnings = warningsNow(view, state, owner);
  const review = queued && reviewItemOf(queued, view.now);
  const { status, payment, invoiceNumber } = state;
  return detailPage(view, {
    title: `Settlement of ${invoiceNumber}`,
    heading: html`<h1>${isolateText(invoiceNumber)} · ${money(state.fiatInCents, state.currency)}</h1>`,
    above: [["settlements", "Settlements"]],
    status: html`${badge(status)} ${soft("payment")} ${badge(payment.status)}`,
    links: [
      ["Alerts and cases", "search", { q: payment.id }],
      ["Audit trail", "audit", { subject: id }],
    ],
    parts: [
      why && section(whyHeading(status), html`<p>${why.words}</p><p class="soft">Code ${code(why.code)}</p>`),
      review && reviewNotice(view, review.id, review),
      warningNotice(warnings),
      two(section("Money", moneyFacts(state)), section("From and to", whereFacts(view, state, tenant))),
      ledgerSection(entries),
      section("What happened", timelineList(view, timeline)),
      cost && costSection(cost),
    ],
  });
}
