import * as z from "zod";
import { caseStatuses } from "../../domain/disputes/case.ts";
import { escrowStatuses } from "../../domain/escrow/escrow.ts";
import { invoiceStatuses } from "../../domain/invoicing/invoice.ts";
import { settlementPlaces } from "../../domain/settlement/overview.ts";
import { operation } from "../../http/operation-types.ts";
import { pageQuery } from "../shared/locale.ts";

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
        z.object({
          under: z.int().nullable().describe("seconds, exclusive; null for all that is longer"),
          count,
        }),
      ),
    }),
    escrows: totals(escrowStatuses),
    disputes: totals(caseStatuses),
    days: z
      .array(z.object({ date: z.iso.date(), completed: count, completedCents: count }))
      .describe("the last 30 UTC days, the oldest first"),
    generatedAt: z.string(),
  })
  .meta({ id: "Overview" });

export const overviewOperations = {
  getOverview: operation({
    id: "getOverview",
    method: "GET",
    path: "/demo/overview",
    caller: "public",
    tag: "Public",
    summary: "What all tenants together have done: counts and sums, no ids",
    description: "Counted as it happens, and read anew once a minute.",
    reply: { status: 200, schema: overviewView },
    refusals: [],
    lambda: "front",
  }),
};

const page = {
  method: "GET",
  caller: "public",
  tag: "Pages",
  reply: { status: 200, schema: z.string(), contentType: "text/html; charset=utf-8" },
  query: pageQuery,
  refusals: [],
  lambda: "front",
} as const;

export const frontOperations = {
  showFront: operation({ ...page, id: "showFront", path: "/", summary: "What the service does, as a page" }),
  showPublicOverview: operation({
    ...page,
    id: "showPublicOverview",
    path: "/overview",
    summary: "What has been delivered, drawn, as a page",
  }),
};
