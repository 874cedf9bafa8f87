import { Refusal } from "../../domain/core/refusal.ts";
import type { FeeRule } from "../../domain/tenants/fee-rule.ts";
import { type EffectiveFlag, type FlagKey, sandboxOnlyFlags } from "../../domain/tenants/flag.ts";
import { hopWrites, type Loaded, loaded, unborn } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import type { Listed } from "../core/list.ts";
import { type FeeScope, type FlagScope, feeScopeKind, flagScopeKind } from "./records.ts";
import { feesKey, flagsKey, standing } from "./tenant-settings.ts";
import { getTenant } from "./tenants.ts";

/** A flag as it applies to a scope. */
export type FlagView = EffectiveFlag & { readonly tenantId: string | null };

/** The flags in force for a tenant, or for everybody when `tenantId` is null. */
export async function effectiveFlags(desk: Desk, tenantId: string | null): Promise<FlagView[]> {
  if (tenantId !== null) await getTenant(desk, tenantId);
  const rows = await desk.book.read([flagsKey(null), ...(tenantId === null ? [] : [flagsKey(tenantId)])]);
  const { flags } = standing([undefined, rows[0], rows[1]]);
  return flags.all().map((flag) => ({ ...flag, tenantId: flag.source === "tenant" ? tenantId : null }));
}

/** Sets a flag, or takes a setting away when `enabled` is null. Refuses to loosen a safeguard in production. */
export async function setFlag(
  desk: Desk & { readonly live: boolean },
  asked: { key: FlagKey; enabled: boolean | null; tenantId: string | null; note: string | null },
): Promise<FlagView[]> {
  const { key, enabled, tenantId, note } = asked;
  if (desk.live && enabled === false && sandboxOnlyFlags.has(key))
    throw new Refusal("flag_not_allowed", `${key} cannot be switched off in production`);
  if (tenantId !== null) await getTenant(desk, tenantId);
  await change(desk, async () => {
    const now = desk.clock.now();
    const [row] = await desk.book.read([flagsKey(tenantId)]);
    const found = loaded(flagScopeKind, row) ?? unborn<FlagScope>(flagScopeKind, { tenantId, settings: {} });
    const { [key]: before, ...others } = found.state.settings;
    if (before === undefined && enabled === null) return { writes: [], result: undefined };
    const setting = enabled === null ? {} : { [key]: { enabled, note, at: now, actor: desk.actor } };
    const next: FlagScope = { tenantId, settings: { ...others, ...setting } };
    const reason = note === null ? key : `${key}: ${note}`;
    const hop = {
      next,
      from: `${key}=${before?.enabled ?? "unset"}`,
      to: `${key}=${enabled ?? "unset"}`,
      reason,
    };
    return { writes: hopWrites(found, [hop], desk).writes, result: undefined };
  });
  return effectiveFlags(desk, tenantId);
}

/** What an operator says of a new fee rule. */
export type NewFeeRule = Omit<FeeRule, "id" | "createdAt" | "effectiveFrom"> & {
  readonly effectiveFrom: string | null;
};

async function feeScope(desk: Desk, tenantId: string | null): Promise<Loaded<FeeScope>> {
  const [row] = await desk.book.read([feesKey(tenantId)]);
  return loaded(feeScopeKind, row) ?? unborn<FeeScope>(feeScopeKind, { tenantId, rules: [] });
}

/** How many rules a scope keeps; older ones than that are on the audit trail only. */
const keptRules = 100;

/** Adds an immutable fee rule; the newest effective one wins. */
export async function addFeeRule(desk: Desk, asked: NewFeeRule): Promise<FeeRule> {
  const { tenantId } = asked;
  if (tenantId !== null) await getTenant(desk, tenantId);
  const now = desk.clock.now();
  const rule: FeeRule = {
    ...asked,
    id: desk.newId("fee", now),
    effectiveFrom: asked.effectiveFrom ?? now,
    createdAt: now,
  };
  return change(desk, async () => {
    const found = await feeScope(desk, tenantId);
    const next = { tenantId, rules: [...found.state.rules, rule].slice(-keptRules) };
    const hop = { next, from: null, to: rule.id, reason: "fee rule added" };
    return { writes: hopWrites(found, [hop], desk).writes, result: rule };
  });
}

/** The rules of a tenant, or the default ones when `tenantId` is null; newest first. */
export async function listFeeRules(desk: Desk, tenantId: string | null): Promise<Listed<FeeRule>> {
  if (tenantId !== null) await getTenant(desk, tenantId);
  const { state } = await feeScope(desk, tenantId);
  return { data: state.rules.toReversed(), nextCursor: null };
}
