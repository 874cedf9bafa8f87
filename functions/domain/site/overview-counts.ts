import type { ShownCounts } from "../core/overview-counts.ts";
import { dayOf, type Instant } from "../core/time.ts";
import { type CaseStatus, caseStatuses } from "../disputes/case.ts";
import { type EscrowStatus, escrowStatuses } from "../escrow/escrow.ts";
import { type InvoiceStatus, invoiceStatuses } from "../invoicing/invoice.ts";
import { boundName, type SettlementPlace, settleBounds, settlementPlaces } from "../settlement/overview.ts";

export const shownByDay = ["settlements.completed", "settlements.completedCents"] as const;

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
  readonly escrows: Totals<EscrowStatus> & { readonly returnedCents: number };
  readonly disputes: Totals<CaseStatus>;
  readonly days: DayVolume[];
  readonly generatedAt: Instant;
}

interface Totals<S extends string> {
  readonly count: number;
  readonly totalCents: number;
  readonly byStatus: Record<S, number>;
}

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
    escrows: { ...totals("escrows", escrowStatuses), returnedCents: of("escrows.returnedCents") },
    disputes: totals("disputes", caseStatuses),
    days: volumes,
    generatedAt: now,
  };
}

/** Entries are handed on in any order: a record may leave where it has not been counted yet, for a moment. */
function reached(counts: ShownCounts, name: string): number {
  return Math.max(0, counts[name] ?? 0);
}
