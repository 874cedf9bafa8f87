import { dayOf, type Instant } from "../core/time.ts";
import { type CaseStatus, caseStatuses, type DisputeCase } from "../disputes/case.ts";
import { type Escrow, type EscrowStatus, escrowStatuses } from "../escrow/escrow.ts";
import { type Invoice, type InvoiceStatus, invoiceStatuses } from "../invoicing/invoice.ts";
import type { Settlement } from "../settlement/settlement.ts";

/** How much of what, by name; below nothing where something is taken back. */
export type ShownCounts = Readonly<Record<string, number>>;

/** Where a settlement stands for everybody to see: what it goes through on its way is nobody else's. */
export const settlementPlaces = ["in_flight", "completed", "declined", "failed"] as const;
export type SettlementPlace = (typeof settlementPlaces)[number];

/** How long settlements took from the payment to the proof on chain: the upper bound of each group, in seconds, exclusive; none for the last. */
const settleBounds = [5, 60, 3600, 86_400, null] as const;

/** What is counted by day as well. */
export const shownByDay = ["settlements.completed", "settlements.completedCents"] as const;

function difference(before: ShownCounts, after: ShownCounts): ShownCounts {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const moved = [...names].map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const);
  return Object.fromEntries(moved.filter(([, howMany]) => howMany !== 0));
}

/** Counts together. */
export function addedUp(all: readonly ShownCounts[]): ShownCounts {
  const total: Record<string, number> = {};
  for (const each of all)
    for (const [name, howMany] of Object.entries(each)) total[name] = (total[name] ?? 0) + howMany;
  return total;
}

/** What a record adds when it comes into being, and moves when it changes: what it stands for now, less what it stood for before. */
function moves<S>(standsFor: (state: S) => ShownCounts): (before: S | null, next: S) => ShownCounts {
  return (before, next) => difference(before === null ? {} : standsFor(before), standsFor(next));
}

/** A tenant is one. */
export const tenantShows = moves<unknown>(() => ({ tenants: 1 }));

export const invoiceShows = moves<Invoice>(({ status, totalCents }) => ({
  invoices: 1,
  "invoices.totalCents": totalCents,
  [`invoices.${status}`]: 1,
}));

export const escrowShows = moves<Escrow>(({ status, amountCents }) => ({
  escrows: 1,
  "escrows.totalCents": amountCents,
  [`escrows.${status}`]: 1,
}));

export const caseShows = moves<DisputeCase>(({ status, amountCents }) => ({
  disputes: 1,
  "disputes.totalCents": amountCents,
  [`disputes.${status}`]: 1,
}));

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
export function settlementShows(before: Settlement | null, next: Settlement, at: Instant): ShownCounts {
  const moved = settlementMoves(before, next);
  if (moved["settlements.completed"] !== 1) return moved;
  const seconds = (Date.parse(at) - Date.parse(next.createdAt)) / 1000;
  return { ...moved, [settledWithin(seconds)]: 1 };
}

function boundName(bound: number | null): string {
  return `settledWithin.${bound ?? "longer"}`;
}

function settledWithin(seconds: number): string {
  return boundName(settleBounds.find((bound) => bound !== null && seconds < bound) ?? null);
}

/** What anybody may read about all tenants together: counts and sums, no ids. */
export interface PublicOverview {
  readonly tenants: number;
  readonly invoices: Totals<InvoiceStatus>;
  readonly settlements: {
    readonly count: number;
    readonly volumeCents: number;
    readonly byStatus: Record<SettlementPlace, number>;
    readonly completedToday: number;
    readonly secondsToSettle: { readonly under: number | null; readonly count: number }[];
  };
  readonly escrows: Totals<EscrowStatus>;
  readonly disputes: Totals<CaseStatus>;
  readonly days: DayVolume[];
  readonly generatedAt: Instant;
}

interface Totals<S extends string> {
  readonly count: number;
  readonly totalCents: number;
  readonly byStatus: Record<S, number>;
}

/** What was delivered on a UTC day. */
export interface DayVolume {
  readonly date: string;
  readonly completed: number;
  readonly completedCents: number;
}

/** What was counted, in order; `days` are the counts of the days to show, the oldest first. */
export function overviewOf(
  counts: ShownCounts,
  days: readonly (readonly [date: string, counts: ShownCounts])[],
  now: Instant,
): PublicOverview {
  const of = (name: string) => reached(counts, name);
  const byStatus = <S extends string>(noun: string, statuses: readonly S[]) =>
    Object.fromEntries(statuses.map((status) => [status, of(`${noun}.${status}`)])) as Record<S, number>;
  const totals = <S extends string>(noun: string, statuses: readonly S[]): Totals<S> => ({
    count: of(noun),
    totalCents: of(`${noun}.totalCents`),
    byStatus: byStatus(noun, statuses),
  });
  const volumes = days.map(([date, each]) => ({
    date,
    completed: reached(each, "settlements.completed"),
    completedCents: reached(each, "settlements.completedCents"),
  }));
  return {
    tenants: of("tenants"),
    invoices: totals("invoices", invoiceStatuses),
    settlements: {
      count: of("settlements"),
      volumeCents: of("settlements.completedCents"),
      byStatus: byStatus("settlements", settlementPlaces),
      completedToday: volumes.find(({ date }) => date === dayOf(now))?.completed ?? 0,
      secondsToSettle: settleBounds.map((under) => ({ under, count: of(boundName(under)) })),
    },
    escrows: totals("escrows", escrowStatuses),
    disputes: totals("disputes", caseStatuses),
    days: volumes,
    generatedAt: now,
  };
}

/** Entries are handed on in any order: a record may leave where it has not been counted yet, for a moment. */
function reached(counts: ShownCounts, name: string): number {
  return Math.max(0, counts[name] ?? 0);
}
