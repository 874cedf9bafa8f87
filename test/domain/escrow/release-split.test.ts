import { describe, expect, test } from "vitest";
import { unitsOf } from "../../../functions/domain/core/units.ts";
import { boughtFor } from "../../../functions/domain/escrow/collections.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { cancelledCents, releaseSplit, restUnits } from "../../../functions/domain/escrow/release-split.ts";
import { splitAmount } from "../../../functions/domain/settlement/fee.ts";
import { fundedEscrow } from "../../support/escrow/escrow-samples.ts";

/** A generator of whole numbers below a limit, the same for the same seed. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Status = Escrow["milestones"][number]["status"];
const statuses: readonly Status[] = ["completed", "cancelled", "pending"];

function aCase(below: (limit: number) => number) {
  const amounts = Array.from({ length: 1 + below(8) }, () => 1 + below(2_000_000));
  const amountCents = amounts.reduce((sum, each) => sum + each, 0);
  const milestones = amounts.map((each, at) => ({
    ...{ id: `mil_${at}`, seq: at + 1, description: "x", amountCents: each },
    status: statuses[below(3)] ?? "pending",
  }));
  const minCents = below(500);
  const maxCents = below(2) === 0 ? null : minCents + below(10_000);
  const feeTerms = { bps: below(1_000), fixedCents: below(200), minCents, maxCents };
  const { feeCents } = splitAmount(amountCents, { ...feeTerms, reserveBps: 0 });
  const base = fundedEscrow();
  const receivedCents = amountCents + below(3) * 100;
  // Rates from 0.9 to 1.1, cut to millionths.
  const units = (BigInt(receivedCents) * BigInt(900_000 + below(200_000))) / 100n;
  const digits = units.toString().padStart(7, "0");
  const bought = `${digits.slice(0, -6)}.${digits.slice(-6)}`;
  const funding = base.funding && { ...base.funding, receivedCents, bought };
  const fees = { feeCents, netCents: Math.max(1, amountCents - feeCents), feeTerms };
  return { ...base, amountCents, milestones, heldCents: amountCents, receivedCents, funding, ...fees } as Escrow;
}

describe("how a release divides", () => {
  test("adds up to the cent and the millionth in 10,000 cases", () => {
    const below = numbersOf(20);
    for (let run = 0; run < 10_000; run++) {
      const state = aCase(below);
      const { feeCents, netCents, restCents } = releaseSplit(state);
      const paidCents = state.milestones.reduce(
        (sum, each) => (each.status === "cancelled" ? sum : sum + (each.amountCents ?? 0)),
        0,
      );
      expect(feeCents + netCents + restCents).toBe(state.amountCents);
      expect(feeCents + netCents).toBe(paidCents);
      expect(restCents).toBe(cancelledCents(state));
      expect(Math.min(feeCents, netCents, restCents)).toBeGreaterThanOrEqual(0);
      const [all, net, gross] = [state.amountCents, netCents, paidCents].map((cents) =>
        unitsOf(boughtFor(state, cents) ?? "0"),
      );
      const rest = unitsOf(restUnits(state, restCents) ?? "0");
      // Net, fee and rest are all that the amount bought: no millionth is lost, and none is paid twice.
      expect((gross ?? 0n) + rest).toBe(all);
      expect((net ?? 0n) <= (gross ?? 0n)).toBe(true);
      if (feeCents === 0) expect((net ?? 0n) + rest).toBe(all);
    }
  });

  test("of a row that an earlier release wrote takes the same part of its fee", () => {
    const state = { ...fundedEscrow(), feeTerms: null, feeCents: 250, netCents: 9_750 };
    const milestones = [
      { id: "m1", seq: 1, description: "x", amountCents: 4_001, status: "completed" as const },
      { id: "m2", seq: 2, description: "y", amountCents: 5_999, status: "cancelled" as const },
    ];
    expect(releaseSplit(state)).toEqual({ feeCents: 250, netCents: 9_750, restCents: 0 });
    expect(releaseSplit({ ...state, milestones })).toEqual({ feeCents: 100, netCents: 3_901, restCents: 5_999 });
  });

  test("of milestones without amounts is the whole", () => {
    const milestones = [{ id: "m1", seq: 1, description: "x", amountCents: null, status: "cancelled" as const }];
    expect(releaseSplit({ ...fundedEscrow(), milestones })).toMatchObject({ netCents: 9_750, restCents: 0 });
  });
});
