import * as z from "zod";
import { underRules } from "../../http/field-rules.ts";
import { printable } from "../../http/printable.ts";
import { operationTable, post } from "../operation-table.ts";
import { fitCodes, railReport } from "./rail-report.ts";

const served = { caller: "rail", tag: "Rail callbacks", lambda: "rail-callbacks" } as const;

export const railCallbackOperations = operationTable(served, {
  receiveMockCallback: post("/api/v1/webhooks/mock", "The mock rail's callback", {
    description:
      "funds_received, payment_processed (with the hash of txHash, or one that the mock makes up), failed, returned (with an R code) and notification_of_change (with a C code); any other word raises settlement.rail_unknown. Safe to repeat and to arrive out of order.",
    body: underRules(
      railReport.extend({
        eventId: printable(1, 128)
          .optional()
          .meta({ description: "tells a repeat from more money of the same amount: money under one id counts once" }),
      }),
      ...fitCodes,
    ),
    reply: { status: 200, schema: z.object({ received: z.literal(true).describe("it was taken") }) },
    refusals: ["unknown_rail_ref", "version_conflict", "rail_unavailable"],
  }),
});
