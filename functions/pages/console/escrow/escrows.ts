import { html } from "hono/html";
import { wholeAddress } from "../../../app/core/link-token.ts";
import { conditionsNow } from "../../../app/escrow/conditions.ts";
import { inspectEscrow, listAllEscrows } from "../../../app/escrow/operator-reads.ts";
import { getTenant } from "../../../app/tenants/tenants.ts";
import { consoleOperations } from "../../../contract/console/console.ts";
import { idOf, siblingId } from "../../../domain/core/id.ts";
import { type Escrow, isEscrowEnded, isHolding } from "../../../domain/escrow/escrow.ts";
import { legText } from "../../../domain/escrow/release.ts";
import { cancelledCents } from "../../../domain/escrow/release-split.ts";
import { escrowReviewReason } from "../../../domain/escrow/review.ts";
import { escrowWaitsFor } from "../../../domain/escrow/waiting.ts";
import type { AssetWarning } from "../../../domain/tenants/asset-policy.ts";
import type { Tenant } from "../../../domain/tenants/tenant.ts";
import { settings } from "../../../wiring/core/env.ts";
import { linkKeys } from "../../../wiring/core/links.ts";
import type { Html } from "../../kit/page.ts";
import { facts, link, nameLink, recordLink, section } from "../kit/components.ts";
import { type ConsoleContext, consoleList } from "../kit/context.ts";
import { detailPage } from "../kit/detail.ts";
import { entriesFold, timelineList } from "../kit/history.ts";
import { ledgerSection, paidOutFacts } from "../kit/ledger.ts";
import { oneOf } from "../kit/list.ts";
import { tenantColumn, tenantFilter, tenantsOf } from "../kit/tenant-field.ts";
import { badge, code, isolateText, moment, money, soft } from "../kit/text.ts";
import type { RecordCall, View } from "../kit/view.ts";
import { waitingLine } from "../kit/waiting.ts";
import { reviewNotice } from "../review/labels.ts";
import { tenantWarnings, warningNotice } from "../tenants/coins.ts";
import { conditionList, ruleLabels } from "./conditions.ts";
import { approvalsSection, milestonesSection } from "./parts.ts";

export const escrowsPage = consoleList(consoleOperations.showEscrows, {
  title: "Escrows",
  load: listAllEscrows,
  names: tenantsOf,
  caption: "Escrows, newest first",
  columns: [
    ["Reference", (each, { view }) => recordLink(view, "escrows", each.reference, each.id)],
    ["Amount", (each) => money(each.amountCents, each.currency), "right"],
    ["Status", (each) => html`${badge(each.status)}${softIfAny(whatLeaves(each))}`],
    ["Held", (each) => money(each.heldCents, each.currency), "right"],
    ["Release rule", (each) => ruleLabels[each.releaseRule]],
    tenantColumn,
    ["Created", (each) => moment(each.createdAt)],
  ],
  empty: "No escrow is like that.",
  filters: { status: oneOf("Status", (status) => status.replaceAll("_", " ")), tenantId: tenantFilter() },
});

/** What is on its way out, in two words. */
function whatLeaves({ intent, sendBack }: Escrow): string | undefined {
  if (intent) return `${legText(intent.leg)} under way`;
  return sendBack ? "return under way" : undefined;
}

function softIfAny(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : html` ${soft(text)}`;
}

function moneyFacts(state: Escrow): Html {
  const { currency, unappliedCents, shortfallCents, refundedCents, intent, sendBack } = state;
  const leaves = (intent && { ...intent, leg: legText(intent.leg) }) ?? (sendBack && { ...sendBack, leg: "return" });
  const waiting = waitingLine(escrowWaitsFor(state));
  const underWay = leaves && html`${leaves.leg} of ${money(leaves.amountCents, currency)} since ${moment(leaves.at)}`;
  return facts([
    ["Amount", money(state.amountCents, currency)],
    ["Fee", money(state.feeCents, currency)],
    ["Beneficiary receives", money(state.netCents, currency)],
    ["Held now", money(state.heldCents, currency)],
    waiting !== null && ["Waits for", waiting],
    ...paidOutFacts({ left: state.paidOut, ordered: state.orderedOut ?? null }, state.payoutStable),
    cancelledCents(state) > 0 && ["Goes back to the buyer", money(cancelledCents(state), currency)],
    state.restOut !== null && ["Took of the rest", `${state.restOut} ${state.payoutStable}`],
    unappliedCents !== 0 && ["Applied to nothing", money(unappliedCents, currency)],
    refundedCents !== 0 && ["Went back to the buyer", money(refundedCents, currency)],
    shortfallCents !== 0 && ["Shortfall", money(shortfallCents, currency)],
    leaves && ["Under way", underWay],
    intent && ["To", code(intent.address)],
    leaves && ["Key at the rail", code(leaves.key)],
    state.releaseTxHash !== null && ["Proof of the release", code(state.releaseTxHash)],
    state.refundTxHash !== null && ["Proof of the refund", code(state.refundTxHash)],
    state.refundReason !== null && ["Refunded because", state.refundReason],
    state.failureReason !== null && ["Failed because", state.failureReason],
  ]);
}

/** A tenant may name an invoice of ours or one of its own. */
function invoiceLink(view: View, invoiceId: string): Html {
  const isOurs = idOf("inv").safeParse(invoiceId).success;
  return isOurs ? link(view, `invoices/${invoiceId}`, code(invoiceId)) : code(invoiceId);
}

function termsFacts(view: View, state: Escrow, tenant: Html, pageUrl: string): Html {
  const { payoutAddress, refundAddress, funding, buyerRef, sellerRef } = state;
  return facts([
    ["Escrow", code(state.id)],
    ["Tenant", tenant],
    ["Release rule", ruleLabels[state.releaseRule]],
    ["Rail", html`${state.rail}, held by ${state.adapter} ${funding?.railRef && code(funding.railRef)}`],
    ["Funded by", state.fundingRef && code(state.fundingRef)],
    state.depositTxHash !== null && ["Deposit on chain", code(state.depositTxHash)],
    ["Buyer, seller", html`${isolateText(buyerRef ?? "–")}, ${isolateText(sellerRef ?? "–")}`],
    [
      "Pays out to",
      html`${state.payoutStable} on ${state.payoutChain}${payoutAddress && html`: ${code(payoutAddress)}`}`,
    ],
    ["Refunds to", refundAddress && code(refundAddress)],
    state.invoiceId !== null && ["Invoice", invoiceLink(view, state.invoiceId)],
    ["Has to be funded by", moment(state.expiresAt)],
    ["Created", moment(state.createdAt)],
    ["Changed", moment(state.updatedAt)],
    ["Page for buyer and seller", html`<a href="${pageUrl}">open it</a>; whoever has its address can see it`],
  ]);
}

async function releaseSection(context: ConsoleContext, state: Escrow): Promise<Html | false> {
  if (isEscrowEnded(state.status) || state.status === "failed") return false;
  const { unmet, releasable } = await conditionsNow(context, state);
  const sentence =
    state.intent !== null
      ? "A payout is under way; nothing else can be done until it is proven or refused."
      : releasable
        ? "Nothing stands in the way of its release. The release is the tenant’s call."
        : isHolding(state)
          ? "As things stand now. The release is the tenant’s call, and screens the payout address first."
          : "What its release will need. It waits for its money first.";
  return section("What the release needs", html`<p>${sentence}</p>`, conditionList(state, unmet));
}

function disputesNotice(view: View, disputes: readonly string[]): Html {
  const cases = disputes.map((id) => html` ${link(view, `disputes/cases/${id}`, code(id))}`);
  return html`<p>${badge("disputed", "bad")} Its deposit is disputed, and nothing of it is released or refunded until that has ended:${cases}</p>`;
}

/** What is said against its stablecoin: today while it runs, and when it was created once it has ended. */
function warningsNow(view: View, state: Escrow, { country }: Tenant): readonly AssetWarning[] {
  if (isEscrowEnded(state.status)) return state.assetWarnings ?? [];
  return tenantWarnings(view, { country, stable: state.payoutStable });
}

export async function escrowPage(context: ConsoleContext, view: View, { params: { id } }: RecordCall) {
  const { state, entries, timeline, disputes } = await inspectEscrow(context, id);
  const { reference, tenantId } = state;
  const { state: owner } = await getTenant(context, tenantId);
  const pageUrl = await wholeAddress({ linkKeys }, state, `${settings.ONBOARD_URL}/s/${state.statusToken}`);
  const terms = termsFacts(view, state, nameLink(view, `tenants/${tenantId}`, owner.name), pageUrl);
  const review = escrowReviewReason(state);
  return detailPage(view, {
    title: `Escrow ${reference}`,
    heading: html`<h1>${isolateText(reference)} · ${money(state.amountCents, state.currency)}</h1>`,
    above: [["escrows", "Escrows"]],
    status: badge(state.status),
    links: [
      ["Audit trail", "audit", { subject: id }],
      ["Deliveries", "deliveries", { tenantId }],
    ],
    parts: [
      review && reviewNotice(view, siblingId(id, "rev"), review),
      disputes.length > 0 && disputesNotice(view, disputes),
      warningNotice(warningsNow(view, state, owner)),
      html`<div class="two"><div>${section("Money", moneyFacts(state))}${await releaseSection(context, state)}</div>${section("Terms", terms)}</div>`,
      milestonesSection(state),
      approvalsSection(view, state),
      ledgerSection(entries),
      section("What happened", timelineList(view, timeline)),
      section("Audit entries", entriesFold(entries)),
    ],
  });
}
