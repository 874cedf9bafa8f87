import { describe, expect, test } from "vitest";
import { overviewOf } from "../../../functions/domain/site/overview-counts.ts";

const now = "2026-11-21T12:00:00.000Z";

/** What nobody has counted yet. */
const nothing = {
  tenants: 0,
  invoices: { count: 0, totalCents: 0, byStatus: { draft: 0, sent: 0, partially_paid: 0, paid: 0, void: 0 } },
  settlements: {
    ...{ count: 0, volumeCents: 0, completedToday: 0 },
    byStatus: { in_flight: 0, completed: 0, declined: 0, failed: 0 },
    secondsToSettle: [
      { under: 5, count: 0 },
      { under: 60, count: 0 },
      { under: 3600, count: 0 },
      { under: 86_400, count: 0 },
      { under: null, count: 0 },
    ],
  },
  escrows: {
    ...{ count: 0, totalCents: 0, returnedCents: 0 },
    byStatus: {
      ...{ created: 0, awaiting_funds: 0, funded: 0, release_pending: 0 },
      ...{ released: 0, refunded: 0, expired: 0, failed: 0 },
    },
  },
  disputes: {
    ...{ count: 0, totalCents: 0 },
    byStatus: { open: 0, gathering: 0, submitted: 0, won: 0, lost: 0, accepted: 0, expired: 0, withdrawn: 0 },
  },
  days: [],
  generatedAt: now,
};

describe("what everybody may see", () => {
  test("is nothing where nothing was counted", () => {
    expect(overviewOf({}, [], now)).toEqual(nothing);
  });

  test("has each count in its place", () => {
    const counts = {
      ...{ tenants: 2, invoices: 3, "invoices.totalCents": 300, "invoices.sent": 1, "invoices.paid": 2 },
      ...{ settlements: 4, "settlements.completed": 3, "settlements.declined": 1, "settlements.completedCents": 250 },
      ...{ "settledWithin.60": 2, "settledWithin.longer": 1 },
      ...{ escrows: 5, "escrows.totalCents": 500, "escrows.funded": 5, "escrows.returnedCents": 50 },
      ...{ disputes: 6, "disputes.totalCents": 600, "disputes.won": 6 },
    };
    const { invoices, settlements, escrows, disputes } = nothing;
    expect(overviewOf(counts, [], now)).toEqual({
      ...nothing,
      tenants: 2,
      invoices: { count: 3, totalCents: 300, byStatus: { ...invoices.byStatus, sent: 1, paid: 2 } },
      settlements: {
        ...{ count: 4, volumeCents: 250, completedToday: 0 },
        byStatus: { ...settlements.byStatus, completed: 3, declined: 1 },
        secondsToSettle: [
          { under: 5, count: 0 },
          { under: 60, count: 2 },
          { under: 3600, count: 0 },
          { under: 86_400, count: 0 },
          { under: null, count: 1 },
        ],
      },
      escrows: { count: 5, totalCents: 500, returnedCents: 50, byStatus: { ...escrows.byStatus, funded: 5 } },
      disputes: { count: 6, totalCents: 600, byStatus: { ...disputes.byStatus, won: 6 } },
    });
  });

  test("has its days in their order, and what was completed today", () => {
    const days = [
      ["2026-11-20", { "settlements.completed": 7, "settlements.completedCents": 70 }],
      ["2026-11-21", { "settlements.completed": 8, "settlements.completedCents": 80 }],
    ] as const;
    const { days: shown, settlements } = overviewOf({}, days, now);
    expect(shown).toEqual([
      { date: "2026-11-20", completed: 7, completedCents: 70 },
      { date: "2026-11-21", completed: 8, completedCents: 80 },
    ]);
    expect(settlements.completedToday).toBe(8);
    expect(overviewOf({}, days.slice(0, 1), now).settlements.completedToday).toBe(0);
  });

  test("is never below nothing: a record may leave where it has not been counted yet", () => {
    const { invoices, days } = overviewOf(
      { "invoices.draft": -1 },
      [["2026-11-21", { "settlements.completed": -1 }]],
      now,
    );
    expect([invoices.byStatus.draft, days]).toEqual([0, [{ date: "2026-11-21", completed: 0, completedCents: 0 }]]);
  });
});
