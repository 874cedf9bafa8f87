import { html } from "hono/html";
import { forecastReserves } from "../../../app/settlement/reserve-forecast.ts";
import { listAllReserves, type ReserveRequest } from "../../../app/settlement/reserves.ts";
import { tenantNames } from "../../../app/tenants/names.ts";
import { siblingId } from "../../../domain/core/id.ts";
import { reserveStatuses } from "../../../domain/settlement/reserve-record.ts";
import type { Settlement } from "../../../domain/settlement/settlement.ts";
import { badge, moment, money, pager, section, table } from "../kit/components.ts";
import type { ConsoleDesk } from "../kit/context.ts";
import { filterForm } from "../kit/form.ts";
import { tenantField } from "../kit/tenant-field.ts";
import { type Content, href, type View } from "../kit/view.ts";

/** Days that the forecast looks ahead. */
const days = 30;

/** A reserve as a row of the table; one that is kept leads to where it can be let go. */
function rowOf(view: View, { reserve, ...state }: Settlement, tenant: string | undefined): unknown[] {
  if (!reserve) return [];
  const { status, heldCents, amountCents, releaseAt, blocked } = reserve;
  const why =
    blocked &&
    html` <a href="${href(view, `review/${siblingId(state.id, "rev")}`)}">kept: ${blocked.reason}</a>`;
  return [
    html`<a href="${href(view, `settlements/${state.id}`)}" dir="auto">${state.invoiceNumber}<span class="hidden"> ${reserve.id}</span></a>`,
    money(amountCents, state.currency),
    money(heldCents, state.currency),
    html`${badge(status)}${why}`,
    html`<span dir="auto">${tenant ?? state.tenantId}</span>`,
    moment(releaseAt),
  ];
}

/** Reserves of all tenants or of one, and what falls due within a month. */
export async function reservesPage(
  desk: ConsoleDesk,
  view: View,
  asked: ReserveRequest & { readonly tenantId?: string | undefined },
): Promise<Content> {
  const { tenantId, status } = asked;
  const { data, nextCursor } = await listAllReserves(desk, asked);
  const forecast = await forecastReserves(desk, { days, tenantId });
  const names = await tenantNames(
    desk,
    data.map((each) => each.tenantId),
  );
  const columns = [
    { head: "Invoice" },
    { head: "Amount", right: true },
    { head: "Still held", right: true },
    { head: "Reserve" },
    { head: "Tenant" },
    { head: "Release" },
  ];
  const filters = filterForm(view, "reserves", [
    {
      name: "status",
      label: "Status",
      value: status,
      optional: true,
      options: [["", "any"], ...reserveStatuses.map((each) => [each, each] as const)],
    },
    await tenantField(desk, tenantId, "all"),
  ]);
  const rows = data.map((each) => rowOf(view, each, names.get(each.tenantId)));
  const due = forecast.days.map(({ date, count, amountCents }) => [date, count, money(amountCents)]);
  const dueColumns = [{ head: "Day" }, { head: "Reserves", right: true }, { head: "Amount", right: true }];
  return {
    title: "Reserves",
    main: html`<h1>Reserves</h1>
<section>${filters}${table("Reserves, the latest to be released first", columns, rows, "No reserve is like that.")}${pager(view, "reserves", { ...asked }, nextCursor)}</section>
${section(
  "Due within 30 days",
  forecast.more && html`<p>There are more than fit; choose a tenant.</p>`,
  table("What falls due for release, day by day", dueColumns, due, "Nothing falls due."),
)}`,
  };
}
