import { html } from "hono/html";
import { tenantForms } from "../../../contract/console/console-actions.ts";
import type { FrozenWallet } from "../../../domain/tenants/frozen-wallet.ts";
import type { Tenant } from "../../../domain/tenants/tenant.ts";
import type { Html } from "../../kit/page.ts";
import { action, actionForm } from "../kit/action.ts";
import { section, table } from "../kit/components.ts";
import { subjectLink } from "../kit/subject.ts";
import { code, moment } from "../kit/text.ts";
import type { View } from "../kit/view.ts";

const clear = action(tenantForms.clearFrozen, {
  opens: "Clear the mark",
  before:
    "For when the issuer has released the wallet. New payments to it are taken again, with their screens; what was refused stays as it ended.",
  submit: "Clear this mark",
  look: "danger",
});

/** The wallets that a coin's issuer is known to have frozen, each with the form that clears its mark; nothing where there is none. */
export function frozenSection(view: View, { id, frozenWallets }: Tenant): Html | false {
  if (frozenWallets.length === 0) return false;
  const form = ({ address, chain, stable }: FrozenWallet) =>
    actionForm(view, { ...clear, hidden: { address, chain, stable }, about: `of ${address}` }, { id });
  return section(
    "Wallets frozen by the issuer",
    html`<p class="soft">Nothing new is collected or released to these wallets.</p>`,
    table("Wallets that a coin’s issuer has frozen, the last found first", frozenWallets.toReversed(), "", [
      ["Wallet", ({ address, chain, stable }) => html`${stable} on ${chain}<br>${code(address)}`],
      ["Since", ({ since }) => moment(since)],
      ["Found by", ({ subjectId }) => subjectLink(view, subjectId)[1]],
      ["", form],
    ]),
  );
}
