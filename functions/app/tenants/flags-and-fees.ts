import { platform } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { addSeconds, type Instant, serviceBegan } from "../../domain/core/time.ts";
import { type FeeRule, feeRule } from "../../domain/tenants/fee-rule.ts";
import { type EffectiveFlag, type FlagKey, sandboxOnlyFlags } from "../../domain/tenants/flag.ts";
import {
  type Aggregate,
  type Entry,
  entry,
  loadAggregate,
  newAggregate,
  operatorPartition,
  transitionWrites,
} from "../core/aggregate.ts";
import { change, type Plan } from "../core/change.ts";
import type { Context, StoreContext } from "../core/context.ts";
import {
  type CreatedRange,
  type ListPage,
  type ListRequest,
  type ListSource,
  listRows,
  monthlyPartitions,
} from "../core/list-page.ts";
import { isCreatedIn } from "../core/list-pointers.ts";
import type { Row, Write } from "../core/ports.ts";
import { feeRulePrefix, feeRuleWrites, newFeeScope, rulesAround } from "./fee-rule-rows.ts";
import { type FlagScope, feeScopeRecordType, flagScopeRecordType } from "./records.ts";
import { feesKey, flagsKey, tenantSettingsOf } from "./tenant-settings.ts";
import { getTenant } from "./tenants.ts";

export type FlagView = EffectiveFlag & { readonly tenantId: string | null };

/** The flags in force for a tenant, or for everybody when `tenantId` is null. */
export async function effectiveFlags(context: Context, tenantId: string | null): Promise<FlagView[]> {
  if (tenantId !== null) await getTenant(context, tenantId);
  const rows = await context.store.read([flagsKey(null), ...(tenantId === null ? [] : [flagsKey(tenantId)])]);
  const { flags } = tenantSettingsOf([undefined, rows[0], rows[1]]);
  return flags.all().map((flag) => ({ ...flag, tenantId: flag.source === "tenant" ? tenantId : null }));
}

/** A setting of a flag that is asked for; `enabled` null takes it away. */
export interface FlagRequest {
  readonly key: FlagKey;
  readonly enabled: boolean | null;
  readonly tenantId: string | null;
  readonly note: string | null;
}

/** The no to loosening a safeguard in production; undefined for every other setting. */
export function whyNotFlag({ key, enabled }: FlagRequest, live: boolean): Refusal | undefined {
  if (!live || enabled !== false || !sandboxOnlyFlags.has(key)) return undefined;
  return new Refusal("flag_not_allowed", `${key} cannot be switched off in production`);
}

/** The settings of one scope of flags, as they are stored. */
export async function flagScope({ store }: StoreContext, tenantId: string | null): Promise<Aggregate<FlagScope>> {
  const [row] = await store.read([flagsKey(tenantId)]);
  return (
    loadAggregate(flagScopeRecordType, row) ?? newAggregate<FlagScope>(flagScopeRecordType, { tenantId, settings: {} })
  );
}

/** What sets a flag in its scope; nothing where a setting is to go that is not there. `by` is the approval that allowed it. */
export function flagWrites(context: Context, found: Aggregate<FlagScope>, input: FlagRequest, by = ""): Write[] {
  const { key, enabled, tenantId, note } = input;
  const { [key]: before, ...others } = found.state.settings;
  if (before === undefined && enabled === null) return [];
  const setting = enabled === null ? {} : { [key]: { enabled, note, at: context.clock.now(), actor: context.actor } };
  const next: FlagScope = { tenantId, settings: { ...others, ...setting } };
  const said = [note, by].filter(Boolean).join(" ");
  const transition = {
    next,
    from: `${key}=${before?.enabled ?? "unset"}`,
    to: `${key}=${enabled ?? "unset"}`,
    reason: said === "" ? key : `${key}: ${said}`,
  };
  return transitionWrites(found, [transition], context).writes;
}

/** Sets a flag by one operator's word, or takes a setting away when `enabled` is null. Refuses to loosen a safeguard in production. */
export async function setFlag(context: Context & { readonly live: boolean }, input: FlagRequest): Promise<FlagView[]> {
  const { tenantId } = input;
  const no = whyNotFlag(input, context.live);
  if (no) throw no;
  if (tenantId !== null) await getTenant(context, tenantId);
  await change(context, async () => ({
    writes: flagWrites(context, await flagScope(context, tenantId), input),
    result: undefined,
  }));
  return effectiveFlags(context, tenantId);
}

export type NewFeeRule = Omit<FeeRule, "id" | "createdAt" | "effectiveFrom"> & {
  readonly effectiveFrom: string | null;
};

/** The moments of a new rule. No two rules of a scope are made in one millisecond, so that their ids sort as they were made; one that begins at once does not begin before the last one that did, whatever this machine's clock says. */
function madeAt(newest: FeeRule | null, now: Instant): { readonly createdAt: Instant; readonly begins: Instant } {
  if (newest === null) return { createdAt: now, begins: now };
  const next = addSeconds(newest.createdAt, 0.001);
  const hasBegun = newest.effectiveFrom <= newest.createdAt;
  return {
    createdAt: next > now ? next : now,
    begins: hasBegun && newest.effectiveFrom > now ? newest.effectiveFrom : now,
  };
}

/** What adds a rule to its scope, and the rule. */
export async function feeRulePlan(context: Context, input: NewFeeRule): Promise<Plan<FeeRule>> {
  const { tenantId } = input;
  const now = context.clock.now();
  const [row] = await context.store.read([feesKey(tenantId)]);
  const found = loadAggregate(feeScopeRecordType, row) ?? newFeeScope(tenantId);
  const { createdAt, begins } = madeAt(found.state.newest, now);
  const effectiveFrom = input.effectiveFrom ?? begins;
  const rule: FeeRule = { ...input, id: context.newId("fee", createdAt), effectiveFrom, createdAt };
  const around = await rulesAround(context, tenantId, rule.kind, now);
  return { writes: feeRuleWrites(found, rule, around, context), result: rule };
}

/** Adds an immutable fee rule by one operator's word; the newest effective one wins, and of two that begin at one moment the later made. */
export async function addFeeRule(context: Context, input: NewFeeRule): Promise<FeeRule> {
  if (input.tenantId !== null) await getTenant(context, input.tenantId);
  return change(context, () => feeRulePlan(context, input));
}

/** A page of a tenant's rules, or of the default ones when `tenantId` is null; the last made first. */
export async function listFeeRules(
  context: Context,
  { tenantId, ...query }: ListRequest & { readonly tenantId: string | null },
): Promise<ListPage<FeeRule>> {
  if (tenantId !== null) await getTenant(context, tenantId);
  const { pk } = feesKey(tenantId);
  const source = { name: pk, partitions: [pk], prefix: feeRulePrefix };
  const { limit, cursor, ...range } = query;
  const wanted = (row: Row) => isCreatedIn(feeRule.parse(row.body).createdAt, range);
  const { rows, nextCursor } = await listRows(context.store, source, { limit, cursor }, wanted);
  return { data: rows.map(({ body }) => feeRule.parse(body)), nextCursor };
}

/** One change of a flag's setting; null is no setting. */
export interface FlagChange {
  readonly key: string;
  readonly tenantId: string | null;
  readonly at: string;
  readonly actor: string;
  readonly from: boolean | null;
  readonly to: boolean | null;
  readonly note: string | null;
  readonly requestId: string;
}

function settingOf(word: string | undefined): boolean | null {
  if (word === "unset") return null;
  return word === "true";
}

/** A flag's entry says `key=word` before and after, and its reason is the key, with the note behind it. */
function changeOf(body: Entry): FlagChange {
  const tenantId = body.tenantId === platform ? null : body.tenantId;
  const [key = "", to] = body.to.split("=");
  const [, from] = body.from?.split("=") ?? [];
  const { at, actor, reason, requestId } = body;
  const note = reason.startsWith(`${key}: `) ? reason.slice(key.length + 2) : null;
  return { key, tenantId, at, actor, from: settingOf(from), to: settingOf(to), note, requestId };
}

interface FlagHistoryQuery extends ListRequest {
  readonly key?: FlagKey | undefined;
  /** Null for the global settings alone; every scope's where it is left out. */
  readonly tenantId?: string | null | undefined;
}

/** Who set which flag when, newest first: everywhere, or in one scope. Those of every scope are looked for among what operators did. */
export async function listFlagHistory(context: Context, query: FlagHistoryQuery): Promise<ListPage<FlagChange>> {
  const { key, tenantId, limit, cursor, ...range } = query;
  if (tenantId) await getTenant(context, tenantId);
  const source = tenantId === undefined ? everyScope(context, key, range) : oneScope(tenantId, key);
  const wanted = ({ body }: Row) => {
    const { aggregateType, at, to } = entry.parse(body);
    const isOfFlag = key === undefined || to.startsWith(`${key}=`);
    return aggregateType === flagScopeRecordType.type && isOfFlag && isCreatedIn(at, range);
  };
  const { rows, nextCursor } = await listRows(context.store, source, { limit, cursor }, wanted);
  return { data: rows.map((row) => changeOf(entry.parse(row.body))), nextCursor };
}

function oneScope(tenantId: string | null, key: FlagKey | undefined): ListSource {
  const { pk } = flagsKey(tenantId);
  return { name: `${pk}#${key}`, partitions: [pk], prefix: "entry#" };
}

function everyScope({ clock }: Context, key: FlagKey | undefined, range: CreatedRange): ListSource {
  const partitions = monthlyPartitions(operatorPartition, serviceBegan, clock.now(), range);
  const { createdAfter: from, createdBefore: before } = range;
  return { index: "list", name: `flags#${key}`, partitions, before, from };
}
