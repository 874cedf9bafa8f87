import * as z from "zod";
import { ratioReply } from "../../domain/disputes/ratio-view.ts";
import { get, operationTable, viewOf } from "../operation-table.ts";

const served = { caller: "tenant", tag: "Disputes", lambda: "disputes-ratios" } as const;

export const ratioOperations = operationTable(served, {
  getRatios: get(
    "/api/v1/disputes/ratios",
    "How you stand in the networks' ratio programs, and what that does to your credit",
    {
      ...viewOf(ratioReply),
      description:
        "Visa's VAMP, Mastercard's ECM, HECM and EFM by month, Nacha's return rates over 60 days, and Mastercard's scam program over 30 for as long as you have been a tenant for less than six months; counts are whole, ratios in basis points. While a program suspends your credit, settlements wait until the payer's bank cannot take the money back.",
      query: z.strictObject({
        period: z
          .string()
          .regex(/^20\d\d-(0[1-9]|1[0-2])$/, "a month such as 2026-11")
          .optional()
          .meta({ description: "the month; this one where it is left out" }),
      }),
    },
  ),
});
