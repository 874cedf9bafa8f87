import { unitsOf, unitsText } from "../core/units.ts";
import { splitAmount, withoutReserve } from "../settlement/fee.ts";
import { boughtFor } from "./collections.ts";
import type { Escrow } from "./escrow.ts";

/** How an escrow's amount divides on a release: amount = fee + net + rest, in cents. The rest goes back to the buyer. */
export interface ReleaseSplit {
  readonly feeCents: number;
  readonly netCents: number;
  readonly restCents: number;
}

type Divided = Pick<Escrow, "amountCents" | "feeCents" | "netCents" | "feeTerms" | "milestones">;

/** Cents of the milestones that were cancelled: never paid, they are what a release leaves. */
export function cancelledCents({ milestones }: Pick<Escrow, "milestones">): number {
  return milestones.reduce(
    (sum, { status, amountCents }) => sum + (status === "cancelled" ? (amountCents ?? 0) : 0),
    0,
  );
}

/** What a release pays as the milestones stand: all of the amount but what was cancelled, with the fee on that sum. A net below 1 cannot be paid. */
export function releaseSplit(state: Divided): ReleaseSplit {
  const { amountCents, feeCents, netCents, feeTerms } = state;
  const restCents = cancelledCents(state);
  const grossCents = amountCents - restCents;
  if (feeTerms !== null) {
    const split = withoutReserve(splitAmount(grossCents, { ...feeTerms, reserveBps: 0 }));
    return { feeCents: split.feeCents, netCents: split.netCents, restCents };
  }
  if (feeCents + netCents === grossCents) return { feeCents, netCents, restCents };
  // An older release kept no terms: the same part of the fee, half up.
  const wholeFeeCents = BigInt(feeCents) * BigInt(grossCents) * 2n;
  const divisor = BigInt(feeCents + netCents) * 2n;
  const partFeeCents = Number((wholeFeeCents + divisor / 2n) / divisor);
  return { feeCents: partFeeCents, netCents: grossCents - partFeeCents, restCents };
}

/** The escrow with its fee and net as a release would have them now. */
export function withReleaseSplit(state: Escrow): Escrow {
  const { feeCents, netCents } = releaseSplit(state);
  return netCents < 1 ? state : { ...state, feeCents, netCents };
}

/** What the rest of a release may take, in stablecoin: of what the deposit bought, what neither net nor fee has a share in, so that no millionth is lost between the two legs. Undefined where the rail has not told what was bought. */
export function restUnits(state: Escrow, restCents: number): string | undefined {
  const { amountCents } = state;
  const [all, gross] = [boughtFor(state, amountCents), boughtFor(state, amountCents - restCents)];
  return all === undefined || gross === undefined ? undefined : unitsText(unitsOf(all) - unitsOf(gross));
}
