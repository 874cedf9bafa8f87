import * as z from "zod";
import { caseStatuses } from "../../domain/disputes/case.ts";
import { escrowStatuses } from "../../domain/escrow/escrow.ts";
import { invoiceStatuses } from "../../domain/invoicing/invoice.ts";
import { settlementPlaces } from "../../domain/settlement/overview.ts";
import { get, operationTable, viewOf } from "../operation-table.ts";
import { publicPage } from "../shared/locale.ts";

const count = z.int().min(0);

function byStatus<const S extends readonly string[]>(statuses: S) {
  const shape = Object.fromEntries(statuses.map((status) => [status, count]));
  return z.object(shape as Record<S[number], typeof count>);
}

function totals<const S extends readonly string[]>(statuses: S) {
  return z.object({ count, totalCents: count, byStatus: byStatus(statuses) });
}

const overviewView = z
  .object({
    tenants: count,
    invoices: totals(invoiceStatuses),
    settlements: z.object({
      count: count.describe("those whose collection was begun"),
      volumeCents: count.describe("delivered"),
      byStatus: byStatus(settlementPlaces),
      completedToday: count.describe("on this UTC day"),
      secondsToSettle: z.array(
        z.object({ under: z.int().nullable().describe("seconds, exclusive; null for all that is longer"), count }),
      ),
    }),
    escrows: totals(escrowStatuses).extend({
      returnedCents: count.describe("what releases left of cancelled milestones and returned to buyers, in cents"),
    }),
    disputes: totals(caseStatuses),
    days: z
      .array(z.object({ date: z.iso.date(), completed: count, completedCents: count }))
      .describe("the last 30 UTC days, the oldest first"),
    generatedAt: z.string(),
  })
  .meta({ id: "Overview" });

const overview = { caller: "public", tag: "Public", lambda: "front" } as const;

export const overviewOperations = operationTable(overview, {
  getOverview: get("/demo/overview", "What all tenants together have done: counts and sums, no ids", {
    ...viewOf(overviewView),
    description: "Counted as it happens, and read anew once a minute.",
  }),
});

const page = { ...publicPage, refusals: [], lambda: "front" } as const;

export const frontOperations = operationTable(page, {
  showFront: get("/", "What the service does, as a page"),
  showPublicOverview: get("/overview", "What has been delivered, drawn, as a page"),
});
