import { basisPointsOf } from "../core/money.ts";
import type { FeeRule } from "../tenants/fee-rule.ts";

/** How an amount divides: `fiat = fee + reserve + net`, all in cents. */
export interface Split {
  readonly feeCents: number;
  readonly reserveCents: number;
  readonly netCents: number;
}

/** What of a fee rule divides an amount. */
export type FeeTerms = Pick<FeeRule, "bps" | "fixedCents" | "minCents" | "maxCents" | "reserveBps">;

/** Fee: bps half up, plus fixed, clamped to min and max, never more than the amount. Reserve: bps of the rest, half up. */
export function splitAmount(amountCents: number, rule: FeeTerms): Split {
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
