import { moves, type ShownCounts } from "../core/overview-counts.ts";
import type { Instant } from "../core/time.ts";
import type { Settlement } from "./settlement.ts";

/** Where a settlement stands for everybody to see: what it goes through on its way is nobody else's. */
export const settlementPlaces = ["in_flight", "completed", "declined", "failed"] as const;

export type SettlementPlace = (typeof settlementPlaces)[number];

/** How long settlements took from the payment to the proof on chain: the upper bound of each group, in seconds, exclusive; none for the last. */
export const settleBounds = [5, 60, 3600, 86_400, null] as const;

function placeOf(status: Settlement["status"]): SettlementPlace {
  return settlementPlaces.find((place) => place === status) ?? "in_flight";
}

const settlementMoves = moves<Settlement>(({ status, fiatInCents }) => {
  // Until the rail has taken it there is nothing to show, and no entry of it to hand on.
  if (status === "created") return {};
  const place = placeOf(status);
  return {
    settlements: 1,
    [`settlements.${place}`]: 1,
    ...(place === "completed" && { "settlements.completedCents": fiatInCents }),
  };
});

/** Its way through is under way and how it ends; how long that took is counted once, with its proof. */
export function settlementCounts(before: Settlement | null, next: Settlement, at: Instant): ShownCounts {
  const moved = settlementMoves(before, next);
  if (moved["settlements.completed"] !== 1) return moved;
  const seconds = (Date.parse(at) - Date.parse(next.createdAt)) / 1000;
  return { ...moved, [settledWithin(seconds)]: 1 };
}

export function boundName(bound: number | null): string {
  return `settledWithin.${bound ?? "longer"}`;
}

function settledWithin(seconds: number): string {
  return boundName(settleBounds.find((bound) => bound !== null && seconds < bound) ?? null);
}
