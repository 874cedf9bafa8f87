import { Refusal } from "../../domain/core/refusal.ts";
import type { RailReportChange } from "../../domain/rails/rail-report.ts";
import type { Approval } from "../../domain/review/approval.ts";
import { isInForce, takeEffect } from "../../domain/review/change-approval.ts";
import { notAvailable } from "../../domain/review/not-available.ts";
import { opensMoneyRoute } from "../../domain/tenants/flag.ts";
import { type FlagSettingChange, isAsBefore, type TenantSettingsChange } from "../../domain/tenants/guarded-change.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import type { Aggregate } from "../core/aggregate.ts";
import type { Plan } from "../core/change.ts";
import type { Write } from "../core/ports.ts";
import { feeRulePlan, flagScope, flagWrites, type NewFeeRule } from "../tenants/flags-and-fees.ts";
import { tenantPlan, whyNotSettings } from "../tenants/tenant-change.ts";
import { getTenant } from "../tenants/tenants.ts";
import {
  approvalWrites,
  type ChangeContext,
  contactLetters,
  type WalletScreen,
  whyNotScreened,
} from "./change-rows.ts";

type Transitions = Parameters<typeof approvalWrites>[1];

/** What a change of settings writes when it takes effect, and what follows from it. */
interface Effect {
  readonly writes: readonly Write[];
  readonly transitions: Transitions;
}

/** What puts an approved change into force, after the transitions that approved it, in one transaction; decided anew as things stand now. Undefined where its time has not come. */
export async function effectPlan(
  context: ChangeContext,
  found: Aggregate<Approval>,
  decided: Transitions,
  screen: WalletScreen | null,
): Promise<Plan<Approval> | Refusal | undefined> {
  const state = decided.at(-1)?.next ?? found.state;
  if (!isInForce(state, context.clock.now())) return undefined;
  const effect = await effectOf(context, state, screen);
  if (effect instanceof Refusal) return effect;
  const { writes, after } = approvalWrites(found, [...decided, ...effect.transitions], context);
  return { writes: [...writes, ...effect.writes], result: after.state };
}

function effectOf(context: ChangeContext, state: Approval, screen: WalletScreen | null): Promise<Effect | Refusal> {
  const { change } = state;
  switch (change?.kind) {
    case "tenant":
      return tenantEffect(context, state, change, screen);
    case "fee_rule":
      return feeRuleEffect(context, state, change.rule);
    case "flag":
      return flagEffect(context, state, change);
    case "rail_report":
      return reportEffect(context, state, change);
    default:
      throw new Error(`${state.id} changes no settings ${JSON.stringify(change satisfies null | undefined)}`);
  }
}

async function tenantEffect(
  context: ChangeContext,
  state: Approval,
  part: TenantSettingsChange,
  screen: WalletScreen | null,
): Promise<Effect | Refusal> {
  const found = await getTenant(context, state.subjectId);
  if (found.state.pendingChange?.approvalId !== state.id || !isAsBefore(found.state, part))
    return notAvailable(state.action, "the tenant was changed otherwise since it was asked for");
  const now = context.clock.now();
  const { pendingChange: _, ...before } = found.state;
  const { before: __, after, ...rest } = part;
  const no = whyNotScreened(part, screen, "disbursement") ?? whyNotSettings(context, before, after);
  if (no) return no;
  const next = { ...before, ...(after as Partial<Tenant>), updatedAt: now };
  const names = Object.keys(after).join(", ");
  const { writes } = tenantPlan(context, found, next, `changed ${names}, ${rest.kind} approved as ${state.id}`);
  const addresses = [before.contactEmail, next.contactEmail];
  const letters = await contactLetters(context, "change_effective", state.id, before, addresses);
  const passed = screen === null ? "" : `; its wallet passed the screen ${screen.ref ?? "(no reference)"}`;
  return { writes, transitions: takeEffect(state, now, passed, letters) };
}

async function feeRuleEffect(
  context: ChangeContext,
  state: Approval,
  { effectiveFrom, ...terms }: NewFeeRule,
): Promise<Effect> {
  const now = context.clock.now();
  // Nothing is charged by a rule before two people have agreed on it.
  const begins = effectiveFrom !== null && effectiveFrom > now ? effectiveFrom : null;
  const { writes, result } = await feeRulePlan(context, { ...terms, effectiveFrom: begins });
  return { writes, transitions: takeEffect(state, now, ` as ${result.id}`) };
}

async function flagEffect(
  context: ChangeContext,
  state: Approval,
  wished: FlagSettingChange,
): Promise<Effect | Refusal> {
  const { kind: _, before, ...input } = wished;
  const [global, own] = await Promise.all([flagScope(context, null), flagScope(context, input.tenantId)]);
  const now = own.state.settings[input.key];
  if ((now?.at ?? null) !== (before?.at ?? null) || (now?.enabled ?? null) !== (before?.enabled ?? null))
    return notAvailable(state.action, "the flag was set otherwise since it was asked for");
  const tenant = input.tenantId === null ? null : own.state.settings;
  if (!opensMoneyRoute({ global: global.state.settings, tenant }, input.key, input.enabled))
    return notAvailable(state.action, "it opens nothing as things stand; set it again");
  return {
    writes: flagWrites(context, own, input, `(${state.id})`),
    transitions: takeEffect(state, context.clock.now()),
  };
}

/** A report takes effect with the approval, as the rail's own word would by then. */
async function reportEffect(
  context: ChangeContext,
  state: Approval,
  change: RailReportChange,
): Promise<Effect | Refusal> {
  if (!context.reportPlan) throw new Error(`${state.id} is decided where no rail's report is known`);
  const plan = await context.reportPlan(context, change);
  if (plan instanceof Refusal) return notAvailable(state.action, plan.message);
  if (plan.writes.length === 0) return notAvailable(state.action, "it would change nothing by now");
  return { writes: plan.writes, transitions: takeEffect(state, context.clock.now()) };
}
