import * as z from "zod";
import { caseStatuses } from "../../domain/disputes/case.ts";
import { escrowStatuses } from "../../domain/escrow/escrow.ts";
import { invoiceStatuses } from "../../domain/invoicing/invoice.ts";
import { settlementPlaces } from "../../domain/settlement/overview.ts";
import { get, operationTable, viewOf } from "../operation-table.ts";
import { publicPage } from "../shared/locale.ts";

const count = z.int().min(0);

function byStatus<const S extends readonly string[]>(statuses: S) {
  const shape = Object.fromEntries(
    statuses.map((status) => [status, count.describe(`how many are ${status.replaceAll("_", " ")}`)]),
  );
  return z.object(shape as Record<S[number], typeof count>);
}

function totals<const S extends readonly string[]>(statuses: S) {
  return z.object({
    count: count.describe("how many there are"),
    totalCents: count.describe("their amounts together, in cents"),
    byStatus: byStatus(statuses).describe("how many are how far"),
  });
}

const overviewView = z
  .object({
    tenants: count.describe("how many tenants there are"),
    invoices: totals(invoiceStatuses).describe("invoices, drafts among them"),
    settlements: z
      .object({
        count: count.describe("those whose collection was begun"),
        volumeCents: count.describe("delivered"),
        byStatus: byStatus(settlementPlaces).describe("how many are how far"),
        completedToday: count.describe("on this UTC day"),
        secondsToSettle: z
          .array(
            z.object({
              under: z.int().nullable().describe("seconds, exclusive; null for all that is longer"),
              count: count.describe("settlements that took so long"),
            }),
          )
          .describe("how long settlements took"),
      })
      .describe("payments on their way to a wallet, or there"),
    escrows: totals(escrowStatuses)
      .extend({
        returnedCents: count.describe("what releases left of cancelled milestones and returned to buyers, in cents"),
      })
      .describe("escrows that were made"),
    disputes: totals(caseStatuses).describe("dispute cases that were opened"),
    days: z
      .array(
        z.object({
          date: z.iso.date().describe("the day, in UTC"),
          completed: count.describe("settlements that were completed on it"),
          completedCents: count.describe("what these delivered, in cents"),
        }),
      )
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
