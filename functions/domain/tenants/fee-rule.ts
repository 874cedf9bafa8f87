import * as z from "zod";
import { cents } from "../core/money.ts";
import type { Instant } from "../core/time.ts";

/** An immutable fee rule: basis points and fixed cents, clamped to min and max, and the reserve kept back from the rest. */
export const feeRule = z
  .object({
    id: z.string(),
    tenantId: z.string().nullable(),
    kind: z.enum(["settlement", "escrow"]),
    bps: z.int().min(0).max(10_000),
    fixedCents: cents,
    minCents: cents,
    maxCents: cents.nullable(),
    reserveBps: z.int().min(0).max(10_000),
    reserveDays: z.int().min(0).max(365),
    currency: z.literal("USD"),
    effectiveFrom: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: "FeeRule" });

export type FeeRule = z.infer<typeof feeRule>;

/** Applied where neither the tenant nor the operator has set a rule: nothing is taken. */
export const freeRule: FeeRule = {
  id: "fee_default",
  tenantId: null,
  kind: "settlement",
  bps: 0,
  fixedCents: 0,
  minCents: 0,
  maxCents: null,
  reserveBps: 0,
  reserveDays: 0,
  currency: "USD",
  effectiveFrom: "1970-01-01T00:00:00.000Z",
  createdAt: "1970-01-01T00:00:00.000Z",
};

/** The newest effective rule of a kind; a tenant's own wins over the default ones. */
export function effectiveRule(
  own: readonly FeeRule[],
  shared: readonly FeeRule[],
  kind: FeeRule["kind"],
  now: Instant,
): FeeRule {
  for (const rules of [own, shared]) {
    const effective = rules.filter((rule) => rule.kind === kind && rule.effectiveFrom <= now);
    const [newest] = effective.sort((a, b) =>
      `${b.effectiveFrom}${b.createdAt}${b.id}`.localeCompare(`${a.effectiveFrom}${a.createdAt}${a.id}`),
    );
    if (newest) return newest;
  }
  return freeRule;
}
