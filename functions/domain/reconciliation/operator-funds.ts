import * as z from "zod";
import type { LedgerAccount } from "../core/ledger.ts";
import { unitsOf, unitsText } from "../core/units.ts";
import { signedUnitsOf } from "../core/wallet-ledger.ts";
import type { LedgerEntry } from "../settlement/ledger.ts";
import { foldEntries, type WalletTotals } from "./wallet-fold.ts";

const signedUnits = z.string().regex(/^-?\d{1,18}\.\d{6}$/);

/** What entries say of one wallet: what lies there, what of it is the operator's, both in stablecoin, and what the operator's is in cents as it was booked. */
export const operatorFunds = z.object({ here: signedUnits, operator: signedUnits, ownCents: z.int() });

export type OperatorFunds = z.infer<typeof operatorFunds>;

/** By the wallet's name on the ledger. */
export type FundsByWallet = Readonly<Record<string, OperatorFunds>>;

const nothing: OperatorFunds = { here: "0.000000", operator: "0.000000", ownCents: 0 };

/** Accounts that are owed to nobody: what they show together, and the rail has, is the operator's. */
const own: readonly string[] = [
  "fee_income",
  "fx_gain_loss",
  "return_shortfall",
  "payout_after_return",
  "operator_wallet",
] satisfies LedgerAccount[];

/** What was known of each wallet, and what these entries add to it; entries that moved no wallet's stablecoin add nothing. */
export function addFunds(before: FundsByWallet, entries: readonly LedgerEntry[]): FundsByWallet {
  const moved: WalletTotals = {};
  foldEntries(moved, entries);
  const funds: Record<string, OperatorFunds> = { ...before };
  for (const [wallet, { rail_wallet: came = 0n, operator_funds: ours = 0n }] of Object.entries(moved)) {
    const { here, operator, ownCents } = funds[wallet] ?? nothing;
    const booked = entries.flatMap((each) => (each.wallet === wallet ? each.postings : []));
    funds[wallet] = {
      here: unitsText(signedUnitsOf(here) + came),
      operator: unitsText(signedUnitsOf(operator) - ours),
      ownCents: booked.reduce((left, each) => left - (own.includes(each.account) ? each.amountCents : 0), ownCents),
    };
  }
  return funds;
}

/** A tenant's part of a wallet: mostly all of it. */
export interface TenantFunds {
  readonly tenantId: string;
  readonly funds: OperatorFunds;
}

/** What leaves a wallet for one tenant. */
export interface SweepShare {
  readonly tenantId: string;
  readonly units: string;
  readonly amountCents: number;
}

/** No sweep is smaller: ten of a stablecoin, well above what a transfer costs on any chain. */
const leastSweep = "10.000000";

/** What may leave a wallet: what is the operator's of all its tenants together, less the float. What is missing of one tenant's is taken from another's fees, never from clients' money. The cents are the same part of what was booked. */
export function sweepShares(tenants: readonly TenantFunds[], float: string): SweepShare[] {
  const total = tenants.reduce((sum, { funds }) => sum + signedUnitsOf(funds.operator), 0n);
  let room = total - unitsOf(float);
  return tenants.flatMap(({ tenantId, funds: { operator, ownCents } }) => {
    const ours = signedUnitsOf(operator);
    const units = ours < room ? ours : room;
    if (units < unitsOf(leastSweep)) return [];
    room -= units;
    const amountCents = ownCents > 0 ? Number((BigInt(ownCents) * units) / ours) : 0;
    return [{ tenantId, units: unitsText(units), amountCents }];
  });
}
