import { platform } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { askChange } from "../../domain/review/change-approval.ts";
import type { FeeRule } from "../../domain/tenants/fee-rule.ts";
import { opensMoneyRoute } from "../../domain/tenants/flag.ts";
import {
  changedSettings,
  type FlagSettingChange,
  guardedFields,
  guardedPart,
  pendingChangeAt,
  type TenantSettingsChange,
} from "../../domain/tenants/guarded-change.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { type Aggregate, creationWrites } from "../core/aggregate.ts";
import { change, type Plan } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import {
  addFeeRule,
  effectiveFlags,
  type FlagRequest,
  type FlagView,
  flagScope,
  flagWrites,
  type NewFeeRule,
  setFlag,
  whyNotFlag,
} from "../tenants/flags-and-fees.ts";
import { feeScopeRecordType, flagScopeRecordType } from "../tenants/records.ts";
import { changePlan, changesIn, type TenantChange, tenantPlan, whyNotSettings } from "../tenants/tenant-change.ts";
import { changeTenant, getTenant } from "../tenants/tenants.ts";
import { type ChangeContext, contactLetters, screenNewWallet, whyNotScreened } from "./change-rows.ts";
import { approvalRecordType } from "./records.ts";

/** Whether a stage has two people decide about what redirects money. */
export interface Policy {
  readonly twoPersonControl: boolean;
}

/** A change that waits for a second operator, and takes effect with the approval. */
export interface WaitingChange {
  readonly approvalId: string;
}

/** A change that waits for a second operator and for its time; `effectiveAt` is when it takes effect at the earliest. */
interface WaitingTenant extends WaitingChange {
  readonly effectiveAt: Instant;
}

type TenantAnswer = { readonly tenant: Tenant } | WaitingTenant;

/**
 * Changes a tenant. Where two people decide, what redirects its money waits for another operator, and everything else
 * that was said is done at once, in the same transaction. Refuses a second change while one waits, and a wallet that
 * does not pass its screen.
 */
export async function requestTenantChange(
  context: ChangeContext & Policy,
  id: string,
  input: TenantChange,
): Promise<TenantAnswer> {
  if (!context.twoPersonControl) return { tenant: await changeTenant(context, id, input) };
  const said = changesIn(input);
  const first = await getTenant(context, id);
  const askedAt = context.clock.now();
  const about = { id: context.newId("apr", askedAt), tenantId: id, askedAt };
  const guarded = guardedPart(first.state, said);
  const isFree = guarded !== null && pendingChangeAt(first.state, askedAt) === null;
  const no = guarded && whyNotSettings(context, first.state, said);
  if (isFree && no) throw no;
  const screen = isFree ? await screenNewWallet(context, guarded, about, "collection") : null;
  return change<TenantAnswer>(context, async (attempt) => {
    const found = attempt === 1 ? first : await getTenant(context, id);
    const part = guardedPart(found.state, said);
    if (part === null) return done(changePlan(context, found, said));
    const refused = whyNotAsked(found.state, context.clock.now()) ?? whyNotSettings(context, found.state, said);
    return refused ?? whyNotScreened(part, screen, "collection") ?? ask(context, found, said, { ...about, part });
  });
}

function done(planned: Plan<Aggregate<Tenant>> | Refusal): Plan<TenantAnswer> | Refusal {
  return planned instanceof Refusal ? planned : { ...planned, result: { tenant: planned.result.state } };
}

/** The no to a second change while one waits. */
function whyNotAsked(tenant: Tenant, now: Instant): Refusal | undefined {
  const waits = pendingChangeAt(tenant, now);
  if (waits === null) return undefined;
  const { approvalId } = waits;
  const message = "a change of where this tenant's money goes was asked for already and has not taken effect";
  return new Refusal("approval_pending", message, { extra: { approvalId } });
}

/** Asks for what is guarded and does the rest. */
async function ask(
  context: Context,
  found: Aggregate<Tenant>,
  said: TenantChange,
  { id, part }: { readonly id: string; readonly part: TenantSettingsChange },
): Promise<Plan<TenantAnswer> | Refusal> {
  const rest = Object.fromEntries(
    Object.entries(said).filter(([name]) => !guardedFields.some((field) => field === name)),
  );
  const no = whyNotSettings(context, found.state, rest);
  if (no) return no;
  const changed: Tenant = { ...found.state, ...(rest as Partial<Tenant>) };
  const names = Object.keys(rest);
  const also = names.length === 0 ? "" : `changed ${names.join(", ")}; `;
  const updatedAt = names.length === 0 ? changed.updatedAt : context.clock.now();
  const asked = await tenantAsk(context, found, { ...changed, updatedAt }, { id, part, askedBy: context.actor, also });
  return { writes: asked.writes, result: asked.result };
}

/** What asks for a change of a tenant: its approval, with a letter to the contact of today, and the mark on the tenant. */
export async function tenantAsk(
  context: Context,
  found: Aggregate<Tenant>,
  next: Tenant,
  asked: { readonly id: string; readonly part: TenantSettingsChange; readonly askedBy: string; readonly also?: string },
): Promise<Plan<WaitingTenant>> {
  const { id, part, askedBy, also = "" } = asked;
  const { id: tenantId } = found.state;
  const letters = await contactLetters(context, "change_requested", id, found.state);
  const input = { id, subjectId: tenantId, tenantId, change: part, note: null, askedBy };
  const transition = askChange(input, context.clock.now(), letters);
  const { expiresAt, effectiveAt } = transition.next;
  if (effectiveAt === null) throw new Error("a tenant's change has its time");
  const fields = changedSettings(part);
  const marked: Tenant = { ...next, pendingChange: { approvalId: id, fields, effectiveAt, expiresAt } };
  const reason = `${also}a change of ${fields.join(", ")} was asked for (${id})`;
  const writes = [
    ...creationWrites(approvalRecordType, transition, context),
    ...tenantPlan(context, found, marked, reason).writes,
  ];
  return { writes, result: { approvalId: id, effectiveAt } };
}

/** Adds a fee rule. Where two people decide, a default one waits for another operator; a tenant's own does not. */
export async function requestFeeRule(
  context: Context & Policy,
  input: NewFeeRule,
): Promise<{ readonly rule: FeeRule } | WaitingChange> {
  if (!context.twoPersonControl || input.tenantId !== null) return { rule: await addFeeRule(context, input) };
  const subjectId = feeScopeRecordType.id({ tenantId: null } as Parameters<typeof feeScopeRecordType.id>[0]);
  return change<WaitingChange>(context, () =>
    askPlan(context, { subjectId, tenantId: platform }, { kind: "fee_rule", rule: input }),
  );
}

/** Sets a flag. Where two people decide, a setting that opens a way for money waits for another operator; one that closes it is done at once. */
export async function requestFlag(
  context: Context & Policy & { readonly live: boolean },
  input: FlagRequest,
): Promise<{ readonly flags: FlagView[] } | WaitingChange> {
  if (!context.twoPersonControl) return { flags: await setFlag(context, input) };
  const { tenantId, key } = input;
  const no = whyNotFlag(input, context.live);
  if (no) throw no;
  if (tenantId !== null) await getTenant(context, tenantId);
  const waits = await change<WaitingChange | null>(context, async () => {
    const [global, own] = await Promise.all([flagScope(context, null), flagScope(context, tenantId)]);
    const tenant = tenantId === null ? null : own.state.settings;
    if (!opensMoneyRoute({ global: global.state.settings, tenant }, key, input.enabled))
      return { writes: flagWrites(context, own, input), result: null };
    const subjectId = flagScopeRecordType.id(own.state);
    return askPlan(context, { subjectId, tenantId: tenantId ?? platform }, flagChange(input, own.state.settings[key]));
  });
  return waits ?? { flags: await effectiveFlags(context, tenantId) };
}

function flagChange(
  input: FlagRequest,
  before: { readonly enabled: boolean; readonly at: string } | undefined,
): FlagSettingChange {
  return { kind: "flag", ...input, before: before ? { enabled: before.enabled, at: before.at } : null };
}

/** What asks another operator to agree to a change of which nothing else is written until then. */
export function askPlan(
  context: Context,
  about: { readonly subjectId: string; readonly tenantId: string },
  wished: Parameters<typeof askChange>[0]["change"],
): Plan<WaitingChange> {
  const now = context.clock.now();
  const id = context.newId("apr", now);
  const note = wished.kind === "flag" ? wished.note : null;
  const transition = askChange({ id, ...about, change: wished, note, askedBy: context.actor }, now);
  return { writes: creationWrites(approvalRecordType, transition, context), result: { approvalId: id } };
}
