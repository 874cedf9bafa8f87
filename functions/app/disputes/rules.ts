import * as z from "zod";
import { defaultRules } from "../../domain/disputes/default-rules.ts";
import { type DisputeRule, disputeRule } from "../../domain/disputes/rule.ts";
import { hopWrites, type Kind, type Loaded, loaded, unborn } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import type { Key, Row } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";

const ruleList = z.object({
  tenantId: z.string(),
  /** One more with every list that takes the place of another. */
  version: z.int().min(0),
  rules: z.array(disputeRule),
  updatedAt: z.string().nullable(),
});

type RuleList = z.infer<typeof ruleList>;

/** A tenant's own rules, as one list. */
const ruleListKind: Kind<RuleList> = {
  type: "dispute_rules",
  schema: ruleList,
  key: rowKey,
  id: (state) => `dispute_rules#${state.tenantId}`,
  tenantId: (state) => state.tenantId,
  index: () => ({}),
  shown: ({ rules, ...state }) => ({ ...state, rules: rules.map(({ id, action }) => `${id} ${action}`) }),
};

/** Where a tenant's own rules lie. */
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
  const own = loaded(ruleListKind, row)?.state;
  return own ?? { rules: defaultRules, version: null, updatedAt: null };
}

/** The rules that decide about a tenant's alerts. */
export async function readRules(desk: Pick<Desk, "book">, tenantId: string): Promise<RulesInForce> {
  const [row] = await desk.book.read([rulesKey(tenantId)]);
  return rulesIn(row);
}

/** Puts a whole list in the place of the one before it; the same list again changes nothing. */
export function replaceRules(
  desk: Desk,
  tenantId: string,
  rules: readonly DisputeRule[],
): Promise<RulesInForce> {
  return change(desk, async () => {
    const [row] = await desk.book.read([rulesKey(tenantId)]);
    const found: Loaded<RuleList> =
      loaded(ruleListKind, row) ?? unborn(ruleListKind, { tenantId, version: 0, rules: [], updatedAt: null });
    const { version, rules: before } = found.state;
    if (found.v > 0 && JSON.stringify(before) === JSON.stringify(rules))
      return { writes: [], result: found.state };
    const next = { tenantId, version: version + 1, rules: [...rules], updatedAt: desk.clock.now() };
    const hop = {
      next,
      from: version === 0 ? null : `version ${version}`,
      to: `version ${next.version}`,
      reason: `${rules.length} dispute rules`,
    };
    return { writes: hopWrites(found, [hop], desk).writes, result: next };
  });
}
