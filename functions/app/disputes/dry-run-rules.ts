import { Refusal } from "../../domain/core/refusal.ts";
import { addSeconds, type Instant } from "../../domain/core/time.ts";
import type { Alert } from "../../domain/disputes/alert.ts";
import { type DisputeRule, evaluateRules, ruleActions } from "../../domain/disputes/rule.ts";
import { ruleFactsOf } from "../../domain/disputes/rule-facts.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import { type Asker, type ListRequest, listRows, monthlyPartitions } from "../core/list-page.ts";
import { listPartition } from "../core/row-keys.ts";
import { getTenant } from "../tenants/tenants.ts";
import { alertRecordType } from "./alert-record.ts";
import { readRules } from "./rules.ts";

/** What a dry run asks: these rules or those in force, or one rule of them alone, over the alerts of a time. */
export interface DryRunInput extends ListRequest {
  readonly rules?: readonly DisputeRule[] | undefined;
  readonly ruleId?: string | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** What the rules would have done with one alert; `action` is null where none matches. */
interface DryAlert {
  readonly alertId: string;
  readonly action: DisputeRule["action"] | null;
  readonly ruleId: string | null;
  readonly audit: Alert["ruleAudit"];
}

type Counters = Record<DisputeRule["action"] | "none", number>;

/** What rules would have done with past alerts, newest first, a page at a time. Nothing is written, and nobody is told. Refuses a rule that is not in the list. */
export async function dryRun(
  context: Context,
  asker: Asker,
  input: DryRunInput,
): Promise<{ data: DryAlert[]; counts: Counters; nextCursor: string | null }> {
  const { tenantId, tenantCreatedAt } = asker;
  const rules = await rulesOf(context, tenantId, input);
  const { state: tenant } = await getTenant(context, tenantId);
  const now = context.clock.now();
  // No alert is older than its tenant or lies in the future, and every month between is a partition to read.
  const from = input.from !== undefined && input.from > tenantCreatedAt ? input.from : tenantCreatedAt;
  const to = input.to !== undefined && input.to < now ? input.to : now;
  const source = {
    index: "list" as const,
    name: `${tenantId}#dry-run#${input.from ?? ""}#${input.to ?? ""}`,
    partitions: monthlyPartitions((month) => listPartition(tenantId, "alert", month), from, to),
    from,
    // What comes before a moment: its own alerts count too.
    before: addSeconds(to, 1),
  };
  const { rows, nextCursor } = await listRows(context.store, source, input);
  const data = rows.flatMap((row) => loadAggregate(alertRecordType, row)?.state ?? []).map((state) => tried(state));
  return { data, counts: countOf(data), nextCursor };

  function tried(state: Alert): DryAlert {
    const { audit, rule } = evaluateRules(rules, ruleFactsOf(state, tenant, state.createdAt));
    return { alertId: state.id, action: rule?.action ?? null, ruleId: rule?.id ?? null, audit };
  }
}

async function rulesOf(context: Context, tenantId: string, { rules, ruleId }: DryRunInput) {
  const all = rules ?? (await readRules(context, tenantId)).rules;
  if (ruleId === undefined) return all;
  const only = all.filter(({ id }) => id === ruleId);
  if (only.length > 0) return only;
  throw new Refusal("validation_error", `ruleId: there is no rule ${ruleId} in the list`, {
    fields: [{ path: "ruleId", message: "not in the list" }],
  });
}

function countOf(data: readonly DryAlert[]): Counters {
  const none = { none: data.filter(({ action }) => action === null).length };
  const counted = ruleActions.map((name) => [name, data.filter(({ action }) => action === name).length]);
  return { ...(Object.fromEntries(counted) as Counters), ...none };
}
