import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { cents } from "../../domain/core/money.ts";
import { instant } from "../../domain/core/time.ts";
import { feeRule } from "../../domain/tenants/fee-rule.ts";
import { creationRange, get, listOf, operationTable, post } from "../operation-table.ts";
import { waitingApproval } from "../shared/waiting-approval.ts";

const newFeeRule = z
  .strictObject({
    tenantId: idOf("ten").nullable().default(null).meta({ description: "null for the default rule" }),
    kind: z.enum(["settlement", "escrow"]).default("settlement").describe("what it is charged for"),
    bps: z.int().min(0).max(10_000).default(0),
    fixedCents: cents.default(0),
    minCents: cents.default(0).describe("the least that the fee is, in cents"),
    maxCents: cents
      .nullable()
      .default(null)
      .describe("the most that the fee is, in cents; null where there is no limit"),
    reserveBps: z.int().min(0).max(10_000).default(0).describe("what is kept back, in basis points of the amount"),
    reserveDays: z.int().min(0).max(365).default(0).describe("for how many days it is kept back"),
    currency: z.literal("USD").default("USD"),
    effectiveFrom: instant.nullable().default(null).meta({ description: "now when left out" }),
  })
  .refine((rule) => rule.maxCents === null || rule.maxCents >= rule.minCents, {
    path: ["maxCents"],
    message: "less than minCents",
  });

const served = { caller: "operator", tag: "Fee rules", lambda: "fee-rules" } as const;

export const feeRuleOperations = operationTable(served, {
  addFeeRule: post("/admin/fee-rules", "Add a fee rule", {
    role: "finance",
    description:
      "Rules are immutable; the newest effective one wins, and of two that begin at one moment the later made; a tenant's own before the default. Where the stage has two people decide, a default rule waits for another operator and begins with its approval at the earliest.",
    body: newFeeRule,
    reply: { status: 201, schema: feeRule },
    otherReplies: [{ status: 202, schema: waitingApproval, description: "a default rule waits for a second operator" }],
    refusals: ["not_found", "version_conflict"],
  }),
  listFeeRules: get("/admin/fee-rules", "List the rules of a tenant, or the default ones, the last made first", {
    ...listOf(feeRule, { tenantId: idOf("ten").optional(), ...creationRange }),
    refusals: ["not_found", "invalid_cursor"],
  }),
});
