import { readEscrow } from "../../../functions/app/escrow/reads.ts";
import type { EscrowApi } from "./escrow-api.ts";

/** What each account shows of an escrow, by its trail; what was never posted to is left out. */
export async function listLedger(api: EscrowApi, id: string): Promise<Record<string, number>> {
  const { entries } = await readEscrow(api.context, null, id);
  const balances: Record<string, number> = {};
  for (const { account, amountCents } of entries.flatMap(({ postings }) => postings))
    balances[account] = (balances[account] ?? 0) + amountCents;
  return balances;
}
