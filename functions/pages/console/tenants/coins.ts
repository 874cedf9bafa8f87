import { html } from "hono/html";
import { tenantForms } from "../../../contract/console/console-actions.ts";
import { type AssetWarning, assetWarnings, coins, jurisdictions } from "../../../domain/tenants/asset-policy.ts";
import type { FrozenWallet } from "../../../domain/tenants/frozen-wallet.ts";
import type { Tenant } from "../../../domain/tenants/tenant.ts";
import { licensedIn } from "../../../wiring/core/env.ts";
import type { Html } from "../../kit/page.ts";
import { action, actionForm } from "../kit/action.ts";
import { link, section, table } from "../kit/components.ts";
import { subjectLink } from "../kit/subject.ts";
import { badge, code, moment } from "../kit/text.ts";
import type { View } from "../kit/view.ts";

/** A country under the rules of each jurisdiction. */
const exampleCountry = { US: "US", EU: "FR" } as const;

const clear = action(tenantForms.clearFrozen, {
  opens: "Clear the mark",
  before:
    "For when the issuer has released the wallet. New payments to it are taken again, with their screens; what was refused stays as it ended.",
  submit: "Clear this mark",
  look: "danger",
});

/** What rules say against a stablecoin that they do not refuse yet; nothing where there is none. */
export function warningNotice(warnings: readonly AssetWarning[]): Html | false {
  return warnings.length > 0 && html`${warnings.map((each) => noticeLine(each.stable, each))}`;
}

function noticeLine(names: string, { jurisdiction, text }: AssetWarning): Html {
  return html`<p>${badge("warned", "warn")} ${names} in the ${jurisdiction}: ${text}.</p>`;
}

/** What is said today against the stablecoin of a tenant, or of something that is under way for it. */
export function tenantWarnings(
  view: View,
  { country, stable }: Pick<Tenant, "country" | "stable">,
  payerCountry?: string,
): AssetWarning[] {
  const countries = payerCountry === undefined ? [country] : [country, payerCountry];
  return assetWarnings({ stable, countries, licensedIn }, view.now);
}

/** The stablecoins that a rule warns of today, by rule; nothing where there is none. */
export function coinsSection(view: View): Html | false {
  const all = jurisdictions.flatMap((jurisdiction) =>
    coins.flatMap((stable) =>
      assetWarnings({ stable, countries: [exampleCountry[jurisdiction]], licensedIn }, view.now),
    ),
  );
  if (all.length === 0) return false;
  const lines = [...Map.groupBy(all, ({ rule }) => rule).values()].flatMap((warnings) =>
    warnings.slice(0, 1).map((first) => noticeLine(warnings.map(({ stable }) => stable).join(", "), first)),
  );
  return section("Stablecoins that a rule warns of", lines, link(view, "tenants", "What each tenant is paid in"));
}

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
