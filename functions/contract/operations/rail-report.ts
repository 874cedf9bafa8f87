import * as z from "zod";
import { positiveCents } from "../../domain/core/money.ts";
import { underRules, whereWord } from "../../http/field-rules.ts";
import { printable } from "../../http/printable.ts";

/** The body that every rail's callback route takes with the internal token. */
export const railReport = z.strictObject({
  railRef: printable(1, 128),
  state: printable(1, 64).describe(
    "what happened: awaiting_funds, funds_received, payout_submitted, payment_processed, failed, returned, canceled or notification_of_change",
  ),
  return_code: z
    .string()
    .regex(/^[RC]\d{2}$/, "an ACH code such as R01 or C01")
    .nullish()
    .transform((code) => code ?? undefined)
    .describe("the ACH code, R for a return and C for a correction"),
  amountCents: positiveCents
    .optional()
    .meta({ description: "what arrived, in cents; the expected amount when left out" }),
  txHash: z
    .string()
    .regex(/^(0x)?[0-9A-Za-z]{32,128}$/, "a transaction hash, as the chain writes it")
    .optional()
    .meta({ description: "the transaction that proves the payout, with payment_processed" }),
});

const unfitCode = "a return has an R code, and a notification of change has a C code";

/** The code of a return or of a correction is of its kind. */
export const fitCodes = [
  whereWord("state", "returned", { field: "return_code", form: "^R", optional: true }, unfitCode),
  whereWord("state", "notification_of_change", { field: "return_code", form: "^C" }, unfitCode),
] as const;

/** The same on a live rail, where nothing that is left out can be made up. */
export const liveRailReport = underRules(
  railReport,
  ...fitCodes,
  whereWord("state", "returned", { field: "return_code" }, "name the R code that the rail gives for this return"),
  whereWord("state", "payment_processed", { field: "txHash" }, "name the transaction hash that proves this payout"),
);
