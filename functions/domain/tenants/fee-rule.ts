import * as z from "zod";
import { basisPointsOf, cents } from "../core/money.ts";
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

/** How an amount divides: `fiat = fee + reserve + net`, all in cents. */
export interface Split {
  readonly feeCents: number;
  readonly reserveCents: number;
  readonly netCents: number;
}

/** Fee: bps half up, plus fixed, clamped to min and max, never more than the amount. Reserve: bps of the rest, half up. */
export function splitAmount(amountCents: number, rule: FeeRule): Split {
  const raw = basisPointsOf(amountCents, rule.bps) + rule.fixedCents;
  const clamped = Math.min(Math.max(raw, rule.minCents), rule.maxCents ?? Number.MAX_SAFE_INTEGER);
  const feeCents = Math.min(clamped, amountCents);
  const reserveCents = basisPointsOf(amountCents - feeCents, rule.reserveBps);
  return { feeCents, reserveCents, netCents: amountCents - feeCents - reserveCents };
}

/** How an amount divides on a rail that pays everything out at once: what the rule would keep back goes with the rest. */
export function withoutReserve({ feeCents, reserveCents, netCents }: Split): Split {
  return { feeCents, reserveCents: 0, netCents: netCents + reserveCents };
}
