import * as z from "zod";

const sides = z.object({
  debitCents: z.int().describe("the balance where it is a debit, in cents; otherwise 0"),
  creditCents: z.int().describe("the balance where it is a credit, in cents; otherwise 0"),
  balanceCents: z.int().describe("the balance in cents: debits are positive"),
});

/** Every account with its balance on the side it stands on; both sides add up to the same. */
export const trialBalance = z.object({
  at: z.string().describe("entries before this moment are in it"),
  tenantId: z.string().nullable(),
  currency: z.literal("USD"),
  accounts: z
    .array(sides.extend({ account: z.string().describe("the account of the ledger") }))
    .describe("each account with its balance"),
  total: sides.describe("all accounts together; its balance is 0"),
});

export type TrialBalance = z.infer<typeof trialBalance>;
