import * as z from "zod";
import { type DisputeRule, defaultRules, disputeRule } from "../../domain/disputes/rule.ts";
import { type Aggregate, loadAggregate, newAggregate, type RecordType, transitionWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context, StoreContext } from "../core/context.ts";
import type { Key, Row } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";

const ruleList = z.object({
  tenantId: z.string(),
  /** One more with every list that takes the place of another. */
  version: z.int().min(0),
  rules: z.array(disputeRule),
  updatedAt: z.string().nullable(),
});

type RuleList = z.infer<typeof ruleList>;

const ruleListKind: RecordType<RuleList> = {
  type: "dispute_rules",
  schema: ruleList,
  id: (state) => `dispute_rules#${state.tenantId}`,
  tenantId: (state) => state.tenantId,
  shown: ({ rules, ...state }) => ({ ...state, rules: rules.map(({ id, action }) => `${id} ${action}`) }),
};

export function rulesKey(tenantId: string): Key {
  return rowKey(`dispute_rules#${tenantId}`);
}

/** The rules in force: a tenant's own list with its version, or the default one. */
export interface RulesInForce {
  readonly rules: readonly DisputeRule[];
  /** Null for the default rules. */
  readonly version: number | null;
  readonly updatedAt: string | null;
}

/** Reads what `rulesKey` asked for. A list of a tenant's own counts even when it is empty. */
export function rulesIn(row: Row | undefined): RulesInForce {
  const own = loadAggregate(ruleListKind, row)?.state;
  return own ?? { rules: defaultRules, version: null, updatedAt: null };
}

export async function readRules(context: StoreContext, tenantId: string): Promise<RulesInForce> {
  const [row] = await context.store.read([rulesKey(tenantId)]);
  return rulesIn(row);
}

/** Puts a whole list in the place of the one before it; the same list again changes nothing. */
export function replaceRules(context: Context, tenantId: string, rules: readonly DisputeRule[]): Promise<RulesInForce> {
  return change(context, async () => {
    const [row] = await context.store.read([rulesKey(tenantId)]);
    const found: Aggregate<RuleList> =
      loadAggregate(ruleListKind, row) ??
      newAggregate(ruleListKind, { tenantId, version: 0, rules: [], updatedAt: null });
    const { version, rules: before } = found.state;
    if (found.v > 0 && JSON.stringify(before) === JSON.stringify(rules)) return { writes: [], result: found.state };
    const next = { tenantId, version: version + 1, rules: [...rules], updatedAt: context.clock.now() };
    const transition = {
      next,
      from: version === 0 ? null : `version ${version}`,
      to: `version ${next.version}`,
      reason: `${rules.length} dispute rules`,
    };
    return { writes: transitionWrites(found, [transition], context).writes, result: next };
  });
}
