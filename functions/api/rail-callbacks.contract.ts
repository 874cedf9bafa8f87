import * as z from "zod";
import { positiveCents } from "../domain/money.ts";
import { operation } from "../http/define.ts";
import { text } from "../http/shapes.ts";

export const railCallbackOperations = {
  receiveMockCallback: operation({
    id: "receiveMockCallback",
    method: "POST",
    path: "/api/v1/webhooks/mock",
    caller: "rail",
    tag: "Rail callbacks",
    summary: "The mock rail's callback",
    description:
      "funds_received, payment_processed, failed, returned (with an R code) and notification_of_change (with a C code); any other word raises settlement.rail_unknown. Safe to repeat and to arrive out of order.",
    body: z
      .strictObject({
        railRef: text(1, 128),
        state: text(1, 64),
        return_code: z
          .string()
          .regex(/^[RC]\d{2}$/, "an ACH code such as R01 or C01")
          .nullish()
          .transform((code) => code ?? undefined),
        amountCents: positiveCents
          .optional()
          .meta({ description: "what arrived, in cents; the expected amount when left out" }),
        eventId: text(1, 128).optional().meta({
          description: "tells a repeat from more money of the same amount: money under one id counts once",
        }),
      })
      .refine((said) => said.state !== "returned" || said.return_code?.startsWith("R") !== false, {
        path: ["return_code"],
        message: "a return has an R code",
      })
      .refine(
        (said) => said.state !== "notification_of_change" || said.return_code?.startsWith("C") === true,
        {
          path: ["return_code"],
          message: "a notification of change has a C code",
        },
      ),
    reply: { status: 200, schema: z.object({ received: z.literal(true) }) },
    refusals: ["unknown_rail_ref", "version_conflict", "rail_unavailable"],
    lambda: "rail-callbacks",
  }),
};
