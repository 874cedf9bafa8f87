import type { MailTemplate } from "../../domain/core/mail.ts";
import { emailAddress } from "../../domain/core/mail.ts";
import { Refusal, retryable } from "../../domain/core/refusal.ts";
import { secondsBetween } from "../../domain/core/time.ts";
import type { SideEffect } from "../../domain/core/transition.ts";
import { gate, type ScreenOutcome, type ScreenStage, screenKey } from "../../domain/gate/payout-gate.ts";
import type { RailReportChange } from "../../domain/rails/rail-report.ts";
import type { Approval } from "../../domain/review/approval.ts";
import { newWallet, type TenantSettingsChange } from "../../domain/tenants/guarded-change.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { type Aggregate, transitionWrites } from "../core/aggregate.ts";
import type { Plan } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import type { Write } from "../core/ports.ts";
import { findRecord, getRecord } from "../core/read-records.ts";
import { type Gate, screenAddress } from "../gate/screen-wallet.ts";
import { brandOf } from "../tenants/brands.ts";
import { tenantRecordType } from "../tenants/records.ts";
import { tenantPlan, type WalletChecks } from "../tenants/tenant-change.ts";
import { tenantSettingsKeys, tenantSettingsOf } from "../tenants/tenant-settings.ts";
import { approvalRecordType } from "./records.ts";

/** What changes of settings work with: the gate screens a tenant's new wallet, and without one none passes. */
export interface ChangeContext extends Context, WalletChecks {
  readonly gate?: Gate;
  /** What a report for a rail writes; where approvals are given. */
  readonly reportPlan?: (context: Context, change: RailReportChange) => Promise<Plan<unknown> | Refusal>;
}

export function loadApproval(context: Pick<Context, "store">, id: string): Promise<Aggregate<Approval>> {
  return getRecord(context, approvalRecordType, id, "approval");
}

/** What a screen of a new wallet came to. */
export interface WalletScreen {
  readonly address: string;
  readonly chain: string;
  readonly outcome: ScreenOutcome;
  readonly ref: string | null;
  readonly risk: string | null;
}

/** Screens the wallet that a change of a tenant leads to, anew each time; null where it leaves the wallet alone. */
export async function screenNewWallet(
  context: ChangeContext,
  change: TenantSettingsChange,
  about: Pick<Approval, "id" | "tenantId" | "askedAt">,
  stage: ScreenStage,
): Promise<WalletScreen | null> {
  const wallet = newWallet(change);
  if (wallet === null) return null;
  if (!context.gate) return { ...wallet, outcome: "unavailable", ref: null, risk: null };
  const { flags } = tenantSettingsOf(await context.store.read(tenantSettingsKeys(about.tenantId)));
  // A screen that gave no pass is asked for again under another key.
  const round = 1 + Math.max(0, secondsBetween(about.askedAt, context.clock.now()));
  const verdict = await screenAddress(context.gate, flags, {
    key: screenKey(about.id, stage, round),
    stage,
    ...wallet,
  });
  return { ...wallet, outcome: gate(verdict), ref: verdict.ref, risk: verdict.riskLevel };
}

/** The no to a change whose wallet has no passing screen of its own, fail-closed; undefined for one that passed, and where the wallet stays. */
export function whyNotScreened(
  change: TenantSettingsChange,
  screen: WalletScreen | null,
  stage: ScreenStage,
): Refusal | undefined {
  const wallet = newWallet(change);
  if (wallet === null) return undefined;
  const isOfWallet = screen?.address === wallet.address && screen.chain === wallet.chain;
  const { outcome, ref: screeningRef, risk } = isOfWallet ? screen : { outcome: "unavailable", ref: null, risk: null };
  if (outcome === "pass") return undefined;
  const extra = { screeningRef, risk, stage, railTransferCreated: false };
  const message = `the new wallet did not pass screening (${outcome}); nothing is changed`;
  return outcome === "unavailable"
    ? retryable("kyt_declined", message, { extra })
    : new Refusal("kyt_declined", message, { extra });
}

/** Letters about a change to a tenant's contact, in the language of its brand; one to each address. */
export async function contactLetters(
  context: Context,
  template: MailTemplate,
  about: string,
  tenant: Tenant,
  addresses: readonly string[] = [tenant.contactEmail],
): Promise<SideEffect[]> {
  const { locale } = await brandOf(context, tenant);
  const tos = new Set(addresses.flatMap((each) => emailAddress(each) ?? []));
  return [...tos].map((to) => ({ kind: "send_mail", template, about, tenantId: tenant.id, to, locale }));
}

/** What takes the mark of a waiting change off its tenant, with the reason for its trail; nothing where the tenant has another or none. */
export async function releaseWrites(context: Context, state: Approval, how: string): Promise<readonly Write[]> {
  if (state.change?.kind !== "tenant") return [];
  const tenant = await findRecord(context, tenantRecordType, state.subjectId);
  if (tenant?.state.pendingChange?.approvalId !== state.id) return [];
  const { pendingChange: _, ...next } = tenant.state;
  return tenantPlan(context, tenant, next, `${how}: the change that ${state.id} asked for`).writes;
}

/** What an approval's transitions write. */
export function approvalWrites(
  found: Aggregate<Approval>,
  transitions: Parameters<typeof transitionWrites<Approval>>[1],
  context: Context,
): { readonly writes: Write[]; readonly after: Aggregate<Approval> } {
  return transitionWrites(found, transitions, context);
}
