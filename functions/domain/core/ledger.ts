import * as z from "zod";

/** The accounts of the ledger. `tenant_*` accounts are kept per tenant by the entry's tenantId. */
export const ledgerAccounts = [
  "rail_clearing",
  "tenant_payable",
  "tenant_reserve",
  "unapplied_receipts",
  "fee_income",
  "return_shortfall",
  "payout_after_return",
  "escrow_held",
  "operator_wallet",
  "fx_gain_loss",
] as const;

export type LedgerAccount = (typeof ledgerAccounts)[number];

/** One side of a ledger entry: debits are positive cents, credits negative. */
export const posting = z.object({ account: z.enum(ledgerAccounts), amountCents: z.int() });

export type Posting = z.infer<typeof posting>;

/** A balanced set of postings without the zero ones; throws when debits and credits differ, because that is a bug. */
export function balancedPostings(...postings: readonly Posting[]): Posting[] {
  const sum = postings.reduce((total, each) => total + each.amountCents, 0);
  if (sum !== 0) throw new Error(`unbalanced postings: ${JSON.stringify(postings)}`);
  return postings.filter((each) => each.amountCents !== 0);
}

/** Several sets of postings as one: a single line for each account, none where nothing is left. */
export function netPostings(postings: readonly Posting[]): Posting[] {
  const sums = new Map<LedgerAccount, number>();
  for (const { account, amountCents } of postings) sums.set(account, (sums.get(account) ?? 0) + amountCents);
  return balancedPostings(...[...sums].map(([account, amountCents]) => ({ account, amountCents })));
}

/** Moves `amountCents` from one account to another: a debit of `debit`, a credit of `credit`. */
export function transfer(debit: LedgerAccount, credit: LedgerAccount, amountCents: number): Posting[] {
  return balancedPostings({ account: debit, amountCents }, { account: credit, amountCents: -amountCents });
}

export function reversePostings(postings: readonly Posting[]): Posting[] {
  return postings.map(({ account, amountCents }) => ({ account, amountCents: -amountCents }));
}
