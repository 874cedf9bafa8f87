import { html } from "hono/html";
import type { ApprovalChange, SettingAction } from "../../../domain/review/approval.ts";
import { changedSettings, type GuardedField, pendingChangeAt } from "../../../domain/tenants/guarded-change.ts";
import type { Tenant } from "../../../domain/tenants/tenant.ts";
import type { Html } from "../../kit/page.ts";
import { facts, link, table } from "../kit/components.ts";
import { code, moment, money } from "../kit/text.ts";
import type { View } from "../kit/view.ts";

/** What changes of settings are called, and what they do. */
export const settingTexts: Readonly<Record<SettingAction, { readonly name: string; readonly does: string }>> = {
  change_tenant: {
    name: "Change where a tenant’s money goes",
    does: "From then on everything new goes by the new settings; what is under way keeps its own. A new wallet is screened again before that.",
  },
  add_default_fee_rule: {
    name: "Add a default fee rule",
    does: "It is charged to every tenant without a rule of its own, from its approval on at the earliest.",
  },
  set_flag: { name: "Open a way for money", does: "The flag is set as it was asked for." },
  report_for_rail: {
    name: "Report for a rail",
    does: "What is reported counts as the rail’s own word. Look it up at the rail before you approve it.",
  },
};

const fieldLabels: Readonly<Record<GuardedField, string>> = {
  destWallet: "Wallet",
  destChain: "Chain",
  stable: "Stablecoin",
  partnerCustomerId: "Partner customer",
  contactEmail: "Contact e-mail",
};

function shownValue(value: string | null | undefined): Html | string {
  return value ? code(value) : "–";
}

function settingName(enabled: boolean | null | undefined): string {
  if (enabled === true) return "on";
  return enabled === false ? "off" : "unset";
}

/** What a change of settings comes to, each value beside the one before it. */
export function changeDetails(view: View, change: ApprovalChange): Html {
  if (change.kind === "tenant")
    return table("What is changed", changedSettings(change), "", [
      ["Setting", (field) => fieldLabels[field]],
      ["In force", (field) => shownValue(change.before[field])],
      ["Then", (field) => shownValue(change.after[field])],
    ]);
  if (change.kind === "flag")
    return facts([
      ["Flag", link(view, `flags/${change.key}`, change.key, { tenantId: change.tenantId ?? undefined })],
      ["Set to", `${settingName(change.enabled)} (when it was asked for: ${settingName(change.before?.enabled)})`],
    ]);
  if (change.kind === "rail_report") {
    const { railRef, state, return_code: returnCode, amountCents, txHash } = change.report;
    return facts([
      ["Rail", change.rail],
      ["Its reference", code(railRef)],
      ["What happened", state],
      returnCode !== undefined && ["ACH code", returnCode],
      amountCents !== undefined && ["Amount", money(amountCents)],
      txHash !== undefined && ["Transaction", code(txHash)],
    ]);
  }
  const { kind, bps, fixedCents, minCents, maxCents, reserveBps, reserveDays, effectiveFrom } = change.rule;
  return facts([
    ["Charged for", kind],
    ["Basis points", String(bps)],
    ["Fixed", money(fixedCents)],
    ["At least", money(minCents)],
    maxCents !== null && ["At most", money(maxCents)],
    ["Reserve", `${reserveBps} basis points for ${reserveDays} days`],
    effectiveFrom !== null && ["Begins", moment(effectiveFrom)],
  ]);
}

/** What is said on a tenant's page while a change of where its money goes has not taken effect. */
export function pendingNotice(view: View, tenant: Tenant): Html | false {
  const waits = pendingChangeAt(tenant, view.now);
  if (waits === null) return false;
  const labels = waits.fields.map((field) => fieldLabels[field as GuardedField] ?? field).join(", ");
  return html`<p class="notice warn" role="status">A change of ${labels} waits: ${link(view, `approvals/${waits.approvalId}`, "see what was asked for")}. It takes effect at ${moment(waits.effectiveAt)} at the earliest, once another operator has approved it.</p>`;
}
