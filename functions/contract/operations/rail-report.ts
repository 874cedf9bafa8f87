import * as z from "zod";
import { positiveCents } from "../../domain/core/money.ts";
import { text } from "../../http/schemas.ts";

/** The body that every rail's callback route takes with the internal token. */
export const railReport = z.strictObject({
  railRef: text(1, 128),
  state: text(1, 64).describe(
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

type Report = z.output<typeof railReport>;

/** Whether the code of a return or a correction is of its kind. */
export function isCodeFit({ state, return_code: code }: Pick<Report, "state" | "return_code">): boolean {
  if (state === "returned") return code?.startsWith("R") !== false;
  return state !== "notification_of_change" || code?.startsWith("C") === true;
}

/** How a code that is of another kind is refused. */
export const unfitCode = {
  path: ["return_code"],
  message: "a return has an R code, and a notification of change has a C code",
};

/** The same on a live rail, where nothing that is left out can be made up. */
export const liveRailReport = railReport
  .refine(isCodeFit, unfitCode)
  .refine(({ state, return_code: code }) => state !== "returned" || code !== undefined, {
    path: ["return_code"],
    message: "name the R code that the rail gives for this return",
  })
  .refine(({ state, txHash }) => state !== "payment_processed" || txHash !== undefined, {
    path: ["txHash"],
    message: "name the transaction hash that proves this payout",
  });
