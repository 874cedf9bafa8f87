import { html } from "hono/html";
import { forecastReserves, listAllReserves } from "../../../app/settlement/reserves.ts";
import { consoleOperations } from "../../../contract/console/console.ts";
import { siblingId } from "../../../domain/core/id.ts";
import type { Settlement } from "../../../domain/settlement/settlement.ts";
import type { Html } from "../../kit/page.ts";
import { link, section, table } from "../kit/components.ts";
import { type ConsoleContext, consoleList } from "../kit/context.ts";
import { oneOf } from "../kit/list.ts";
import { tenantColumn, tenantFilter, tenantsOf } from "../kit/tenant-field.ts";
import { badge, moment, money } from "../kit/text.ts";
import { href, type View } from "../kit/view.ts";

const days = 30;

function nameCell(view: View, { id, invoiceNumber, reserve }: Settlement): Html {
  return html`<a href="${href(view, `settlements/${id}`)}" dir="auto">${invoiceNumber}<span class="hidden"> ${reserve?.id}</span></a>`;
}

/** How a reserve stands; one that is kept leads to where it can be let go. */
function statusCell(view: View, { id, reserve }: Settlement): Html | false {
  const why = reserve?.blocked;
  return (
    reserve !== null &&
    html`${badge(reserve.status)}${why && html` ${link(view, `review/${siblingId(id, "rev")}`, `kept: ${why.reason}`)}`}`
  );
}

async function forecast(context: ConsoleContext, tenantId: string | undefined): Promise<Html> {
  const due = await forecastReserves(context, { days, tenantId });
  return section(
    "Due within 30 days",
    due.more && html`<p>There are more than fit; choose a tenant.</p>`,
    table("What falls due for release, day by day", due.days, "Nothing falls due.", [
      ["Day", ({ date }) => date],
      ["Reserves", ({ count }) => count, "right"],
      ["Amount", ({ amountCents }) => money(amountCents), "right"],
    ]),
  );
}

export const reservesPage = consoleList(consoleOperations.showReserves, {
  title: "Reserves",
  load: listAllReserves,
  names: tenantsOf,
  caption: "Reserves, the latest to be released first",
  columns: [
    ["Invoice", (each, { view }) => nameCell(view, each)],
    ["Amount", ({ reserve, currency }) => reserve && money(reserve.amountCents, currency), "right"],
    ["Still held", ({ reserve, currency }) => reserve && money(reserve.heldCents, currency), "right"],
    ["Reserve", (each, { view }) => statusCell(view, each)],
    tenantColumn,
    ["Release", ({ reserve }) => reserve && moment(reserve.releaseAt)],
  ],
  empty: "No reserve is like that.",
  filters: { status: oneOf("Status"), tenantId: tenantFilter() },
  below: (context, _, { tenantId }) => forecast(context, tenantId),
});
