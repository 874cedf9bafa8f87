import * as z from "zod";
import { unitsOf, unitsText } from "./units.ts";

/** A wallet at a rail in which the stablecoin of many deposits lies together: one per customer of the partner, chain and stablecoin. */
export interface WalletId {
  readonly rail: string;
  readonly customer: string;
  readonly chain: string;
  readonly stable: string;
}

/** A wallet's name on the ledger, `rail/customer/chain/stable`; however chain and stablecoin are spelled, it is the same wallet. */
export function walletKey({ rail, customer, chain, stable }: WalletId): string {
  return [rail, customer, chain.toLowerCase(), stable.toUpperCase()].map(encodeURIComponent).join("/");
}

/** The wallet that a name on the ledger means; throws on text that names none, because that is a bug. */
export function walletOf(key: string): WalletId {
  const [rail = "", customer = "", chain = "", stable = "", ...more] = key.split("/").map(decodeURIComponent);
  if (!rail || !customer || !chain || !stable || more.length > 0) throw new RangeError(`${key} names no wallet`);
  return { rail, customer, chain, stable };
}

/** The accounts of a wallet, in stablecoin: what lies in it, what was ordered out of it and is not proven yet (both debits), what of that is owed to tenants and payers, and what is ours, fees and exchange differences (both credits). */
export const walletAccounts = ["rail_wallet", "wallet_in_transit", "client_funds", "operator_funds"] as const;

export type WalletAccount = (typeof walletAccounts)[number];

/** Stablecoin as signed decimal text with six places. */
const signedUnits = z.string().regex(/^-?\d{1,18}\.\d{6}$/);

/** One side of a ledger entry in stablecoin: debits are positive, credits negative. */
export const unitPosting = z.object({ account: z.enum(walletAccounts), units: signedUnits });

export type UnitPosting = z.infer<typeof unitPosting>;

/** How a record stands with a wallet, in millionths: what of it lies there, what is on its way out, and how much of both is owed to clients. The rest is the operator's. */
export interface WalletPosition {
  readonly wallet: string;
  readonly here: bigint;
  readonly transit: bigint;
  readonly clients: bigint;
}

/** Millionths by account; debits are positive. An account that is not there stands at 0. */
export type UnitBalances = Partial<Record<WalletAccount, bigint>>;

/** Signed decimal text as millionths. */
export function signedUnitsOf(text: string): bigint {
  return text.startsWith("-") ? -unitsOf(text.slice(1)) : unitsOf(text);
}

/** What every account of its wallet shows of a position; together they are 0. */
export function balancesOf(position: WalletPosition | null): UnitBalances {
  if (position === null) return {};
  const { here, transit, clients } = position;
  return {
    rail_wallet: here,
    wallet_in_transit: transit,
    client_funds: -clients,
    operator_funds: clients - here - transit,
  };
}

/** Adds postings to what accounts show. */
export function addUnits(balances: UnitBalances, postings: readonly UnitPosting[]): void {
  for (const { account, units } of postings) balances[account] = (balances[account] ?? 0n) + signedUnitsOf(units);
}

/** What a step from one position to the next posts on their wallet, none where nothing changed. Throws where a record changes its wallet, because that is a bug. */
export function unitChanges(
  before: WalletPosition | null,
  after: WalletPosition | null,
): { readonly wallet: string; readonly units: UnitPosting[] } | undefined {
  const wallet = (after ?? before)?.wallet;
  if (wallet === undefined) return undefined;
  if (before && before.wallet !== wallet) throw new Error(`a record went from ${before.wallet} to ${wallet}`);
  const from = balancesOf(before);
  const to = balancesOf(after);
  const units = walletAccounts.flatMap((account) => {
    const moved = (to[account] ?? 0n) - (from[account] ?? 0n);
    return moved === 0n ? [] : [{ account, units: unitsText(moved) }];
  });
  return units.length === 0 ? undefined : { wallet, units };
}
