import * as z from "zod";

const sides = z.object({ debitCents: z.int(), creditCents: z.int(), balanceCents: z.int() });

/** Every account with its balance on the side it stands on; both sides add up to the same. */
export const trialBalance = z.object({
  at: z.string(),
  tenantId: z.string().nullable(),
  currency: z.literal("USD"),
  accounts: z.array(sides.extend({ account: z.string() })),
  total: sides,
});

export type TrialBalance = z.infer<typeof trialBalance>;
