import * as z from "zod";
import { cents } from "../core/money.ts";
import type { Instant } from "../core/time.ts";

/** An immutable fee rule: basis points and fixed cents, clamped to min and max, and the reserve kept back from the rest. */
export const feeRule = z
  .object({
    id: z.string(),
    tenantId: z.string().nullable().describe("whose rule it is; null for the default rule"),
    kind: z.enum(["settlement", "escrow"]).describe("what it is charged for"),
    bps: z.int().min(0).max(10_000),
    fixedCents: cents,
    minCents: cents.describe("the least that the fee is, in cents"),
    maxCents: cents.nullable().describe("the most that the fee is, in cents; null where there is no limit"),
    reserveBps: z.int().min(0).max(10_000).describe("what is kept back, in basis points of the amount"),
    reserveDays: z.int().min(0).max(365).describe("for how many days it is kept back"),
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

/** What a scope's row shows of its rules of one kind, oldest first: the one in force when the last was added, and the next that follow. Times before `since` and from `until` on are in the rules' own rows; null is no such limit. */
export const feeSchedule = z.object({
  since: z.string().nullable(),
  rules: z.array(feeRule),
  until: z.string().nullable(),
});

export type FeeSchedule = z.infer<typeof feeSchedule>;

export const emptySchedule: FeeSchedule = { since: null, rules: [], until: null };

/** How many rules that begin later a schedule shows. */
export const scheduledAhead = 8;

/** The schedule after a rule was added at a moment, from the rule that was in force then and the first that follow, one more than a schedule shows. */
export function scheduleWith(
  added: FeeRule,
  { inForce, upcoming }: { readonly inForce: FeeRule | undefined; readonly upcoming: readonly FeeRule[] },
  now: Instant,
): FeeSchedule {
  const begins = added.effectiveFrom;
  const isNext = begins <= now && (inForce === undefined || begins >= inForce.effectiveFrom);
  const current = isNext ? added : inForce;
  // Of two that begin at one moment the later made stands last, and wins.
  const earlier = upcoming.filter((rule) => rule.effectiveFrom <= begins);
  const ahead = begins <= now ? upcoming : [...earlier, added, ...upcoming.slice(earlier.length)];
  return {
    since: current?.effectiveFrom ?? null,
    rules: [...(current ? [current] : []), ...ahead.slice(0, scheduledAhead)],
    until: ahead[scheduledAhead]?.effectiveFrom ?? null,
  };
}

/** The rule that a schedule has in force at a moment: null where there is none, undefined where it does not show that time. */
export function scheduledRule({ since, rules, until }: FeeSchedule, now: Instant): FeeRule | null | undefined {
  if ((since !== null && now < since) || (until !== null && now >= until)) return undefined;
  return rules.findLast(({ effectiveFrom }) => effectiveFrom <= now) ?? null;
}
