import type { RequestStatus } from "../../../domain/access/access-request.ts";
import type { LedgerAccount } from "../../../domain/core/ledger.ts";
import type { Locale, MailTemplate } from "../../../domain/core/mail.ts";
import type { WalletAccount } from "../../../domain/core/wallet-ledger.ts";
import type { AlertStatus, AlertType } from "../../../domain/disputes/alert.ts";
import type { AlertSourceName } from "../../../domain/disputes/alert-source.ts";
import type { CaseStatus, DisputeStage, Evidence } from "../../../domain/disputes/case.ts";
import { spokenLabel } from "../../../domain/disputes/labels.ts";
import type { InvoiceStatus } from "../../../domain/invoicing/invoice.ts";
import type { Mailing } from "../../../domain/mail/mailing.ts";
import type { KybStatus, KybStep } from "../../../domain/onboarding/kyb.ts";
import type { Erasure } from "../../../domain/operations/erasure.ts";
import type { ExportView } from "../../../domain/reconciliation/export-view.ts";
import type { OwnStatus } from "../../../domain/screening/internal-list.ts";
import type { MonitorStatus } from "../../../domain/screening/monitor.ts";
import type { ScreenAction } from "../../../domain/screening/risk.ts";
import type { Html } from "../../kit/page.ts";
import { badge, type Tone } from "./text.ts";

type Tones<S extends string> = Readonly<Record<S, Tone>>;

export const invoiceTones: Tones<InvoiceStatus> = {
  draft: "calm",
  sent: "calm",
  partially_paid: "warn",
  paid: "good",
  void: "bad",
};

export const alertTones: Tones<AlertStatus> = {
  received: "calm",
  matched: "warn",
  unmatched: "bad",
  in_review: "bad",
  auto_refunded: "good",
  notified_iso: "warn",
  case_opened: "calm",
  resolved: "good",
  expired: "bad",
  dismissed: "calm",
};

export const caseTones: Tones<CaseStatus> = {
  open: "bad",
  gathering: "warn",
  submitted: "calm",
  won: "good",
  lost: "bad",
  accepted: "calm",
  expired: "bad",
  withdrawn: "calm",
};

export const applicationTones: Tones<KybStatus> = {
  invited: "calm",
  started: "calm",
  submitted: "warn",
  under_review: "warn",
  approved: "good",
  rejected: "bad",
  expired: "calm",
  revoked: "calm",
};

export const ownEntryTones: Tones<OwnStatus> = {
  proposed: "warn",
  active: "good",
  rejected: "calm",
  withdrawal_proposed: "warn",
  withdrawn: "calm",
};

export const requestTones: Tones<RequestStatus> = { received: "warn", accepted: "good", declined: "calm" };

export const erasureTones: Tones<Erasure["status"]> = { scheduled: "warn", erased: "good", withdrawn: "calm" };

export const letterTones: Tones<Mailing["status"]> = { queued: "warn", sent: "good", failed: "bad", skipped: "calm" };

export const fileTones: Tones<Evidence["status"]> = { provided: "good", pending: "warn", rejected: "bad" };

export const exportTones: Tones<ExportView["status"]> = {
  queued: "calm",
  running: "calm",
  done: "good",
  failed: "bad",
};

export const monitorTones: Tones<MonitorStatus> = {
  active: "good",
  paused: "warn",
  endpoint_disabled: "bad",
  deleted: "calm",
};

export const verdictTones: Tones<ScreenAction> = { allow: "good", review: "warn", block: "bad" };

/** A noun's status in its color, by another word where one is given. */
export function statusBadge<S extends string>(tones: Tones<S>, status: S, word: string = status): Html {
  return badge(word, tones[status]);
}

/** Names of the values of an enum: as they are spelled, but for those that people call otherwise. */
function namesOf<T extends string>(irregular: Readonly<Partial<Record<T, string>>>) {
  const names = new Map<string, string>(Object.entries(irregular));
  return (value: string): string => names.get(value) ?? spokenLabel(value);
}

export const alertTypeName = /* @__PURE__ */ namesOf<AlertType>({
  rdr: "Rapid dispute resolution",
  ach_return: "ACH return",
});

export const stageName = /* @__PURE__ */ namesOf<DisputeStage>({ pre_arbitration: "Pre-arbitration" });

/** What an application's step is called, or something else that it lacks. */
export const stepName = /* @__PURE__ */ namesOf<KybStep>({ payout: "Bank and wallet", review: "Reading through" });

export const sourceLabels: Readonly<Record<AlertSourceName, string>> = {
  mock: "the sandbox",
  manual: "by hand",
  network: "the network",
  acquirer: "the acquirer",
  ethoca: "Ethoca",
  verifi_cdrn: "Verifi CDRN",
  verifi_rdr: "Verifi RDR",
};

export const letterLabels: Readonly<Record<MailTemplate, string>> = {
  invoice_sent: "Invoice",
  receipt: "Receipt",
  kyb_invite: "Invitation to apply",
  kyb_result: "Word about an application",
  escrow_approval: "Link to approve an escrow",
  change_requested: "Change of where money goes, asked for",
  change_effective: "Change of where money goes, in force",
};

export const localeLabels: Readonly<Record<Locale, string>> = { en: "English", es: "Spanish" };

const accountLabels: Readonly<Record<LedgerAccount | WalletAccount, string>> = {
  rail_clearing: "At the rail",
  tenant_payable: "Owed to tenants",
  tenant_reserve: "Tenants’ reserves",
  unapplied_receipts: "Applied to nothing",
  fee_income: "Our fees",
  return_shortfall: "Shortfall by returns",
  payout_after_return: "Paid out after a return",
  escrow_held: "Held in escrow",
  operator_wallet: "In our own wallet",
  fx_gain_loss: "Exchange differences",
  rail_wallet: "In the wallet at the rail",
  wallet_in_transit: "On its way out of the wallet",
  client_funds: "Owed out of the wallet",
  operator_funds: "Ours in the wallet",
};

/** An account of the ledger in words; one that we do not know by its own name. */
export function accountName(account: string): string {
  return account in accountLabels ? accountLabels[account as LedgerAccount] : account.replaceAll("_", " ");
}
