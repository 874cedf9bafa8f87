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
  context: ReportDesk,
  view: View,
  { query }: { readonly query: { tenantId?: string | undefined; at?: string | undefined } },
): Promise<Content> {
  const found = await trialBalance(context, query);
  const filters = filterForm(view, "recon/balance", [
    { name: "at", label: "Before", hint: "A day or an instant, in UTC", value: query.at },
    await tenantField(context, query.tenantId, "all"),
  ]);
  const head = html`${booksNav(view)}<h1>Trial balance</h1><section>${filters}</section>`;
  if ("export" in found)
    return { title: "Trial balance", main: html`${head}${beingMade(view, found.export)}` };
  const { accounts, total, at } = found.made;
  const side = (cents: number) => (cents === 0 ? "–" : money(cents));
  const bold = (value: unknown) => html`<b>${value}</b>`;
  const rows = [
    ...accounts.map(({ account, debitCents, creditCents }) => ({
      name: accountName(account) as unknown,
      debit: side(debitCents) as unknown,
      credit: side(creditCents) as unknown,
    })),
    {
      name: bold("Both sides"),
      debit: bold(money(total.debitCents)),
      credit: bold(money(total.creditCents)),
    },
  ];
  const balances = table("Trial balance", rows, [
    ["Account", ({ name }) => name],
    ["Debit", ({ debit }) => debit, "right"],
    ["Credit", ({ credit }) => credit, "right"],
  ]);
  return {
    title: "Trial balance",
    main: html`${head}${section("Accounts", html`<p>Before ${moment(at)}</p>`, balances)}`,
  };
}
