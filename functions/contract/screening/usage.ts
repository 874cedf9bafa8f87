import * as z from "zod";
import { planNames } from "../../domain/screening/plan.ts";
import { get, operationTable, viewOf } from "../operation-table.ts";

const usageView = z
  .object({
    plan: z.enum(planNames).describe("the plan that it counts against"),
    period: z.string().meta({ description: "the calendar month, UTC: 2026-11" }),
    used: z.int(),
    limit: z.int().nullable().meta({ description: "screenings a month; null is without limit" }),
    remaining: z.int().nullable(),
    resetsAt: z.string(),
    apiKeys: z.object({ used: z.int(), limit: z.int().nullable() }).describe("API keys that are not revoked"),
    monitors: z
      .object({
        used: z.int(),
        limit: z
          .int()
          .nullable()
          .meta({ description: "addresses watched at a time; 0 where the plan has no monitors" }),
      })
      .describe("addresses that are watched"),
  })
  .meta({ id: "Usage" });

const served = { caller: "tenant", tag: "Usage", lambda: "usage", invalidAs: "invalid_request" } as const;

export const usageOperations = operationTable(served, {
  getUsage: get("/api/v1/usage", "Read what this month has used of your plan", {
    ...viewOf(usageView),
    description:
      "Answers that are complete or pending count, each once; refusals, errors and repeats under an Idempotency-Key do not.",
  }),
});
