import { html } from "hono/html";
import { type ReportDesk, trialBalance } from "../../../app/reconciliation/reports.ts";
import { beingMade } from "../files.ts";
import { moment, money, section, table } from "../kit/components.ts";
import { filterForm } from "../kit/form.ts";
import { accountName } from "../kit/ledger-labels.ts";
import { tenantField } from "../kit/tenant-field.ts";
import type { Content, View } from "../kit/view.ts";
import { booksNav } from "./recon.ts";

/** Every account with its balance; both sides add up to the same. */
export async function balancePage(
  desk: ReportDesk,
  view: View,
  asked: { tenantId?: string | undefined; at?: string | undefined },
): Promise<Content> {
  const found = await trialBalance(desk, asked);
  const filters = filterForm(view, "recon/balance", [
    { name: "at", label: "Before", hint: "A day or an instant, in UTC", value: asked.at },
    await tenantField(desk, asked.tenantId, "all"),
  ]);
  const head = html`${booksNav(view)}<h1>Trial balance</h1><section>${filters}</section>`;
  if ("export" in found)
    return { title: "Trial balance", main: html`${head}${beingMade(view, found.export)}` };
  const { accounts, total, at } = found.made;
  const side = (cents: number) => (cents === 0 ? "–" : money(cents));
  const rows = [
    ...accounts.map((each) => [accountName(each.account), side(each.debitCents), side(each.creditCents)]),
    [
      html`<b>Both sides</b>`,
      html`<b>${money(total.debitCents)}</b>`,
      html`<b>${money(total.creditCents)}</b>`,
    ],
  ];
  const columns = [{ head: "Account" }, { head: "Debit", right: true }, { head: "Credit", right: true }];
  return {
    title: "Trial balance",
    main: html`${head}${section("Accounts", html`<p>Before ${moment(at)}</p>`, table("Trial balance", columns, rows, ""))}`,
  };
}
