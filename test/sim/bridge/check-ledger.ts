import type { Entry } from "../../../functions/app/core/aggregate.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import { addUnits, type UnitBalances, walletOf } from "../../../functions/domain/core/wallet-ledger.ts";
import { outOf } from "../../support/bridge-sim/transfer.ts";
import type { BridgeSide } from "../../support/world/bridge/side.ts";
import type { Report } from "../settlement/invariants.ts";

const unitsPerCent = 10_000n;

/** What the entries of a world post of stablecoin, by their wallet's name on the ledger. */
function unitsByWallet(rows: readonly Row[]): Map<string, UnitBalances> {
  const sums = new Map<string, UnitBalances>();
  for (const { type, body } of rows) {
    const { wallet, units = [] } = type === "entry" ? (body as Entry) : ({} as Partial<Entry>);
    if (wallet === undefined) continue;
    const balances = sums.get(wallet) ?? {};
    sums.set(wallet, balances);
    addUnits(balances, units);
  }
  return sums;
}

/** What the entries of escrows and sweeps say that lies in a wallet, beside the settlements' of it, in millionths. */
export function besidesIn({ bank }: BridgeSide, rows: readonly Row[], walletId: string): bigint {
  const wallet = bank.wallets.find(({ id }) => id === walletId);
  const others = rows.filter(({ pk }) => !pk.startsWith("stl_"));
  let sum = 0n;
  for (const [name, { rail_wallet: here = 0n }] of unitsByWallet(others)) {
    const { customer, chain } = walletOf(name);
    if (customer === wallet?.customerId && chain === wallet.chain) sum += here;
  }
  return sum;
}

/** What lies in a wallet by the vendor's own count, in millionths. */
function countOf({ bank }: BridgeSide, name: string): { readonly walletId: string; readonly lies: bigint } {
  const { customer, chain, stable } = walletOf(name);
  const wallet = bank.wallets.find((each) => each.customerId === customer && each.chain === chain);
  return { walletId: wallet?.id ?? "none", lies: wallet?.balances.get(stable.toLowerCase()) ?? 0n };
}

/** The vendor's wallets hold what the ledger of units says, to the millionth; `isOpen` names those of which the vendor's word leaves open what is in them. */
export function checkLedger(
  side: BridgeSide,
  rows: readonly Row[],
  isOpen: (walletId: string) => boolean,
  report: Report,
): void {
  for (const [name, balances] of unitsByWallet(rows)) {
    const { walletId, lies } = countOf(side, name);
    const { rail_wallet: here = 0n, wallet_in_transit: transit = 0n } = balances;
    const sum = Object.values(balances).reduce((total, units) => total + units, 0n);
    if (sum !== 0n) report("the vendor's wallet is what the ledger of units says", `${name}: off balance by ${sum}`);
    if (here !== lies && !isOpen(walletId))
      report(
        "the vendor's wallet is what the ledger of units says",
        `${name}: ${lies} there, ${here} on the ledger, ${transit} on its way`,
      );
  }
}

/** Accounts in cents of what is owed to tenants and payers out of a rail's wallet; what was paid out after its end is owed to nobody any more. */
const owedAccounts: readonly string[] = [
  "tenant_payable",
  "tenant_reserve",
  "unapplied_receipts",
  "escrow_held",
  "payout_after_return",
];

/** Rates and shares are cut to the millionth: of what is paid out, kept in reserve, and left. */
const cut = 4n;

/** A record that holds clients' money, with its trail. */
interface Holder {
  readonly state: { readonly id: string; readonly sendBack: object | null };
  readonly entries: readonly Entry[];
}

/** What is owed to clients in stablecoin is what is owed in cents, at the rate that the vendor had for it, record by record. What is on its way back is owed at its cost. */
export function checkClients(side: BridgeSide, holders: readonly Holder[], report: Report): void {
  const { bank } = side;
  for (const { state, entries } of holders) {
    let cents = 0;
    const units: UnitBalances = {};
    for (const { postings, units: moved = [] } of entries) {
      addUnits(units, moved);
      for (const { account, amountCents } of postings) if (owedAccounts.includes(account)) cents -= amountCents;
    }
    if (state.sendBack !== null || Object.keys(units).length === 0) continue;
    const [hold] = bank.transfers.filter(({ leg }) => leg === "hold");
    const should = hold ? outOf({ ...hold, received: BigInt(Math.max(0, cents)) * unitsPerCent }, bank.knobs) : 0n;
    const off = -(units.client_funds ?? 0n) - should;
    if (off > cut || off < -cut)
      report(
        "clients' funds on the ledger are what they are owed",
        `${state.id}: ${cents} cents are ${should} millionths, off by ${off}`,
      );
  }
}
