import type { Instant } from "../../domain/core/time.ts";
import {
  emptySchedule,
  type FeeRule,
  feeRule,
  freeRule,
  scheduledAhead,
  scheduledRule,
  scheduleWith,
} from "../../domain/tenants/fee-rule.ts";
import { type Aggregate, newAggregate, transitionWrites } from "../core/aggregate.ts";
import type { AuditContext, StoreContext } from "../core/context.ts";
import type { Key, Row, Store, Write } from "../core/ports.ts";
import { type FeeScope, feeScopeRecordType } from "./records.ts";
import { feesKey, type TenantSettings } from "./tenant-settings.ts";

// A rule has two rows in its scope's partition, which never change: one that its id finds, listed as rules were made,
// and one that sorts by when the rule begins and then by when it was made.

/** What the sort keys of a scope's rules begin with, in the order in which they were made. */
export const feeRulePrefix = "rule#";

function effectivePrefix(kind: FeeRule["kind"]): string {
  return `effective#${kind}#`;
}

/** Sorts after every id: the end of what begins at one moment, or of all. */
const last = "~";

function ruleRows(rule: FeeRule): Row[] {
  const { pk } = feesKey(rule.tenantId);
  const sortKeys = [`${feeRulePrefix}${rule.id}`, `${effectivePrefix(rule.kind)}${rule.effectiveFrom}#${rule.id}`];
  return sortKeys.map((sk) => ({ pk, sk, v: 1, type: "fee_rule", body: rule }));
}

/** A scope that has no rule yet. */
export function newFeeScope(tenantId: string | null): Aggregate<FeeScope> {
  const schedules = { settlement: emptySchedule, escrow: emptySchedule };
  return newAggregate(feeScopeRecordType, { tenantId, count: 0, newest: null, schedules });
}

/** What adds a rule to its scope, in one transaction; `beside` is what the scope has of its kind at that moment. */
export function feeRuleWrites(
  found: Aggregate<FeeScope>,
  rule: FeeRule,
  beside: Parameters<typeof scheduleWith>[1],
  context: AuditContext,
): Write[] {
  const { tenantId, count, schedules } = found.state;
  const schedule = scheduleWith(rule, beside, context.clock.now());
  const next = { tenantId, count: count + 1, newest: rule, schedules: { ...schedules, [rule.kind]: schedule } };
  const transition = { next, from: null, to: rule.id, reason: "fee rule added" };
  const { writes } = transitionWrites(found, [transition], context);
  return [...writes, ...ruleRows(rule).map((put): Write => ({ put, expect: "absent" }))];
}

/** The newest rule of a scope that is in force at a moment, in one query. */
async function newestEffective(
  store: Pick<Store, "page">,
  tenantId: string | null,
  kind: FeeRule["kind"],
  now: Instant,
): Promise<FeeRule | undefined> {
  const from = effectivePrefix(kind);
  const { pk } = feesKey(tenantId);
  const [row] = await store.page({ pk, from, upTo: `${from}${now}#${last}`, limit: 1, newestFirst: true });
  return row && feeRule.parse(row.body);
}

/** The rule of a scope that is in force at a moment, and the first that begin after it. */
export async function rulesAround(
  { store }: StoreContext,
  tenantId: string | null,
  kind: FeeRule["kind"],
  now: Instant,
): Promise<Parameters<typeof scheduleWith>[1]> {
  const prefix = effectivePrefix(kind);
  const { pk } = feesKey(tenantId);
  const range = { from: `${prefix}${now}#${last}`, upTo: `${prefix}${last}` };
  const rows = await store.page({ pk, ...range, limit: scheduledAhead + 1 });
  const inForce = await newestEffective(store, tenantId, kind, now);
  return { inForce, upcoming: rows.map(({ body }) => feeRule.parse(body)) };
}

/** The fee rule of a kind in force at a moment: the tenant's newest effective one, else the newest default one, else the free one. It costs no call where the schedules show the moment. */
export async function feeRuleInForce(
  { store }: StoreContext,
  { ownFees, defaultFees }: Pick<TenantSettings, "ownFees" | "defaultFees">,
  kind: FeeRule["kind"],
  now: Instant,
): Promise<FeeRule> {
  for (const scope of [ownFees, defaultFees]) {
    if (!scope) continue;
    const shown = scheduledRule(scope.schedules[kind], now);
    const rule = shown === undefined ? await newestEffective(store, scope.tenantId, kind, now) : shown;
    if (rule) return rule;
  }
  return freeRule;
}

/** Where a tenant's fee rule of an id may be: among its own, or among the default ones. */
export function feeRuleKeys(tenantId: string, ruleId: string): Key[] {
  return [tenantId, null].map((scope) => ({ pk: feesKey(scope).pk, sk: `${feeRulePrefix}${ruleId}` }));
}

/** The fee rule of an id, from what was read at its keys; only the free one has no row. */
export function feeRuleAt(rows: readonly (Row | undefined)[], ruleId: string): FeeRule | undefined {
  if (ruleId === freeRule.id) return freeRule;
  const row = rows.find((each) => each !== undefined);
  return row && feeRule.parse(row.body);
}
