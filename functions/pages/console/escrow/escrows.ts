import { html } from "hono/html";
import { type EscrowsAsked, listAllEscrows } from "../../../app/escrow/all-escrows.ts";
import { conditionsNow } from "../../../app/escrow/conditions.ts";
import { inspectEscrow } from "../../../app/escrow/timeline.ts";
import { tenantNames } from "../../../app/tenants/names.ts";
import { siblingId } from "../../../domain/core/id.ts";
import { type Escrow, escrowStatuses, isEscrowEnded, isHolding } from "../../../domain/escrow/escrow.ts";
import { escrowReviewReason } from "../../../domain/escrow/review.ts";
import { settings } from "../../../wiring/core/env.ts";
import type { Html } from "../../kit/page.ts";
import { badge, code, facts, moment, money, pager, section, table, trail } from "../kit/components.ts";
import type { ConsoleDesk } from "../kit/context.ts";
import { filterForm } from "../kit/form.ts";
import { tenantField } from "../kit/tenant-field.ts";
import { timelineList } from "../kit/timeline-list.ts";
import { type Content, href, type View } from "../kit/view.ts";
import { kindWords } from "../review/review.ts";
import { conditionList, ruleWords } from "./conditions.ts";
import { approvalsSection, entriesFold, ledgerSection, milestonesSection } from "./parts.ts";

/** Escrows of all tenants or of one, newest first. */
export async function escrowsPage(desk: ConsoleDesk, view: View, asked: EscrowsAsked): Promise<Content> {
  const { data, nextCursor } = await listAllEscrows(desk, asked);
  const names = await tenantNames(
    desk,
    data.map(({ tenantId }) => tenantId),
  );
  const rows = data.map((each) => [
    html`<a href="${href(view, `escrows/${each.id}`)}" dir="auto">${each.reference}<span class="hidden"> ${each.id}</span></a>`,
    money(each.amountCents, each.currency),
    html`${badge(each.status)}${each.intent && html` <span class="soft">${each.intent.leg} under way</span>`}`,
    money(each.heldCents, each.currency),
    ruleWords[each.releaseRule],
    html`<span dir="auto">${names.get(each.tenantId) ?? each.tenantId}</span>`,
    moment(each.createdAt),
  ]);
  const columns = [
    { head: "Reference" },
    { head: "Amount", right: true },
    { head: "Status" },
    { head: "Held", right: true },
    { head: "Release rule" },
    { head: "Tenant" },
    { head: "Created" },
  ];
  const filters = filterForm(view, "escrows", [
    {
      name: "status",
      label: "Status",
      value: asked.status,
      optional: true,
      options: [["", "any"], ...escrowStatuses.map((each) => [each, each.replaceAll("_", " ")] as const)],
    },
    await tenantField(desk, asked.tenantId, "all"),
  ]);
  return {
    title: "Escrows",
    main: html`<h1>Escrows</h1>
<section>${filters}${table("Escrows, newest first", columns, rows, "No escrow is like that.")}${pager(view, "escrows", { ...asked }, nextCursor)}</section>`,
  };
}

function moneyFacts(state: Escrow): Html {
  const { currency, unappliedCents, shortfallCents, intent } = state;
  return facts([
    ["Amount", money(state.amountCents, currency)],
    ["Fee", money(state.feeCents, currency)],
    ["Beneficiary receives", money(state.netCents, currency)],
    ["Held now", money(state.heldCents, currency)],
    ...(unappliedCents === 0 ? [] : [["Applied to nothing", money(unappliedCents, currency)] as const]),
    ...(shortfallCents === 0 ? [] : [["Shortfall", money(shortfallCents, currency)] as const]),
    ...(intent === null
      ? []
      : ([
          [
            "Under way",
            html`${intent.leg} of ${money(intent.amountCents, currency)} since ${moment(intent.at)}`,
          ],
          ["To", code(intent.address)],
          ["Key at the rail", code(intent.key)],
        ] as const)),
    ...(state.releaseTxHash === null ? [] : [["Proof of the release", code(state.releaseTxHash)] as const]),
    ...(state.refundTxHash === null ? [] : [["Proof of the refund", code(state.refundTxHash)] as const]),
    ...(state.refundReason === null ? [] : [["Refunded because", state.refundReason] as const]),
    ...(state.failureReason === null ? [] : [["Failed because", state.failureReason] as const]),
  ]);
}

function termsFacts(view: View, state: Escrow, tenant: string): Html {
  const { payoutAddress, refundAddress, funding } = state;
  return facts([
    ["Escrow", code(state.id)],
    ["Tenant", html`<a href="${href(view, `tenants/${state.tenantId}`)}" dir="auto">${tenant}</a>`],
    ["Release rule", ruleWords[state.releaseRule]],
    ["Rail", html`${state.rail}, held by ${state.adapter} ${funding?.railRef && code(funding.railRef)}`],
    ["Funded by", state.fundingRef && code(state.fundingRef)],
    ...(state.depositTxHash === null ? [] : [["Deposit on chain", code(state.depositTxHash)] as const]),
    [
      "Buyer, seller",
      html`<span dir="auto">${state.buyerRef ?? "–"}</span>, <span dir="auto">${state.sellerRef ?? "–"}</span>`,
    ],
    [
      "Pays out to",
      html`${state.payoutStable} on ${state.payoutChain}${payoutAddress && html`: ${code(payoutAddress)}`}`,
    ],
    ["Refunds to", refundAddress && code(refundAddress)],
    ...(state.invoiceId === null ? [] : [["Invoice", code(state.invoiceId)] as const]),
    ["Has to be funded by", moment(state.expiresAt)],
    ["Created", moment(state.createdAt)],
    ["Changed", moment(state.updatedAt)],
    [
      "Page for buyer and seller",
      html`<a href="${settings.ONBOARD_URL}/s/${state.statusToken}">open it</a>; whoever has its address can see it`,
    ],
  ]);
}

function releaseSection(desk: ConsoleDesk, state: Escrow): Html | false {
  if (isEscrowEnded(state.status) || state.status === "failed") return false;
  const { unmet, releasable } = conditionsNow(desk, state);
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

/** An escrow: what is held, what its release still needs, and everything that happened. */
export async function escrowPage(desk: ConsoleDesk, view: View, id: string): Promise<Content> {
  const { state, entries, timeline } = await inspectEscrow(desk, id);
  const names = await tenantNames(desk, [state.tenantId]);
  const review = escrowReviewReason(state);
  return {
    title: `Escrow ${state.reference}`,
    main: html`${trail(view, [["escrows", "Escrows"]])}
<div class="head"><h1><span dir="auto">${state.reference}</span> · ${money(state.amountCents, state.currency)}</h1>${badge(state.status)}
<a class="end" href="${href(view, "audit", { subject: id })}">Audit trail</a> <a href="${href(view, "deliveries", { tenantId: state.tenantId })}">Deliveries</a></div>
${review && html`<p class="notice ${kindWords[review.kind][1]}">In the review queue: ${review.reason}. <a href="${href(view, `review/${siblingId(id, "rev")}`)}">See what can be done</a></p>`}
<div class="two"><div>${section("Money", moneyFacts(state))}${releaseSection(desk, state)}</div>${section("Terms", termsFacts(view, state, names.get(state.tenantId) ?? state.tenantId))}</div>
${milestonesSection(state)}
${approvalsSection(view, state)}
${ledgerSection(entries)}
${section("What happened", timelineList(view, timeline))}
${section("Audit entries", entriesFold(entries))}`,
  };
}
