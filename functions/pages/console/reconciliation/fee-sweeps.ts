import { getFeeSweep, listFeeSweeps } from "../../../app/reconciliation/fee-sweeps.ts";
import { consoleOperations } from "../../../contract/console/console.ts";
import { siblingId } from "../../../domain/core/id.ts";
import { feeSweepReview } from "../../../domain/reconciliation/fee-sweep.ts";
import { facts, recordLink, section } from "../kit/components.ts";
import { type ConsoleContext, consoleList } from "../kit/context.ts";
import { detailPage } from "../kit/detail.ts";
import { oneOf } from "../kit/list.ts";
import { tenantColumn, tenantFilter, tenantLink, tenantsOf } from "../kit/tenant-field.ts";
import { badge, code, moment, money } from "../kit/text.ts";
import type { RecordCall, View } from "../kit/view.ts";
import { reviewNotice } from "../review/labels.ts";
import { booksNav } from "./recon.ts";

export const feeSweepsPage = consoleList(consoleOperations.showFeeSweeps, {
  title: "Fee sweeps",
  tabs: booksNav,
  load: listFeeSweeps,
  names: tenantsOf,
  caption: "Sweeps of fees to your own wallets, newest first",
  columns: [
    ["Fees of", (each, { view }) => recordLink(view, "fee-sweeps", each.date, each.id)],
    ["Fees", ({ amountCents }) => money(amountCents), "right"],
    ["Stablecoin", ({ units, paidOut = units, stable }) => `${paidOut} ${stable}`, "right"],
    ["Chain", ({ chain }) => chain],
    ["Status", ({ status }) => badge(status)],
    tenantColumn,
    ["Made", ({ createdAt }) => moment(createdAt)],
  ],
  empty: "No sweep is like that.",
  filters: { status: oneOf("Status"), tenantId: tenantFilter() },
});

export async function feeSweepPage(context: ConsoleContext, view: View, { params }: RecordCall) {
  const state = await getFeeSweep(context, params.id);
  const item = feeSweepReview(state);
  return detailPage(view, {
    title: `Fees of ${state.date}`,
    above: [["fee-sweeps", "Fee sweeps"]],
    status: badge(state.status),
    links: [["Audit trail", "audit", { subject: state.id }]],
    parts: [
      item && reviewNotice(view, siblingId(state.id, "rev"), item),
      section(
        "What leaves",
        facts([
          ["Id", code(state.id)],
          ["Tenant", await tenantLink(context, view, state.tenantId)],
          ["Fees", money(state.amountCents)],
          ["Stablecoin", `${state.paidOut ?? state.units} ${state.stable}`],
          state.paidOut !== undefined && ["Ordered", `${state.units} ${state.stable}`],
          ["Stays as float", `${state.floatUnits} ${state.stable}`],
          ["Out of the wallet of", code(state.customer)],
          ["At", `${state.rail}, ${state.chain}`],
          ["To", code(state.toAddress)],
        ]),
      ),
      section(
        "How it stands",
        facts([
          ["Made", moment(state.createdAt)],
          ["Screened", String(state.screens)],
          state.orderedAt !== null && ["Ordered", moment(state.orderedAt)],
          state.transferRef !== null && ["At the rail", code(state.transferRef)],
          state.txHash !== null && ["Hash", code(state.txHash)],
          state.reason !== null && ["Because", state.reason],
          state.stalledAt !== null && ["Without proof since", moment(state.stalledAt)],
          state.resolvedAt !== null && ["Looked into", moment(state.resolvedAt)],
        ]),
      ),
    ],
  });
}
