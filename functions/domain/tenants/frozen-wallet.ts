import * as z from "zod";
import { sharedKey } from "../addresses/address-keys.ts";
import { knownChain } from "../addresses/payout-address.ts";
import { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";

/** A wallet that a coin's issuer is known to have frozen, because a payout of the tenant's to it was refused so. */
export const frozenWallet = z.object({
  address: z.string().describe("the address that the issuer has frozen"),
  chain: z.string().describe("the chain that it is on"),
  stable: z.string().describe("the stablecoin whose issuer has frozen it"),
  since: z.string().describe("when a payout to it was refused so"),
  subjectId: z.string().describe("the settlement or escrow whose payout was refused"),
});

export type FrozenWallet = z.infer<typeof frozenWallet>;

/** A wallet as something new would be paid to it. */
export type WalletOfCoin = Pick<FrozenWallet, "address" | "chain" | "stable">;

/** Marks that a tenant keeps; the oldest goes where there would be more, and a payout to it is refused once more. */
const mostMarks = 200;

/** The wallets that are known to be frozen, as a tenant keeps them. */
export interface FrozenWallets {
  readonly frozenWallets: readonly FrozenWallet[];
}

function isSameWallet(one: WalletOfCoin, other: WalletOfCoin): boolean {
  const chainOf = ({ chain }: WalletOfCoin) => knownChain(chain) ?? chain.trim().toLowerCase();
  return (
    one.stable.toUpperCase() === other.stable.toUpperCase() &&
    chainOf(one) === chainOf(other) &&
    sharedKey(one.address) === sharedKey(other.address)
  );
}

/** The mark of a wallet, however its address is written; undefined where it has none. */
export function frozenMark({ frozenWallets }: FrozenWallets, wallet: WalletOfCoin): FrozenWallet | undefined {
  return frozenWallets.find((each) => isSameWallet(each, wallet));
}

/** The marks with those that were found now; the same marks where all of them are known. */
export function withFrozen({ frozenWallets }: FrozenWallets, found: readonly FrozenWallet[]): readonly FrozenWallet[] {
  const news = found.filter((each) => !frozenMark({ frozenWallets }, each));
  if (news.length === 0) return frozenWallets;
  const all = [...frozenWallets, ...news];
  return all.length > mostMarks ? all.slice(-mostMarks) : all;
}

/** The marks without a wallet's; the same marks where it has none. */
export function withoutFrozen({ frozenWallets }: FrozenWallets, wallet: WalletOfCoin): readonly FrozenWallet[] {
  const left = frozenWallets.filter((each) => !isSameWallet(each, wallet));
  return left.length === frozenWallets.length ? frozenWallets : left;
}

/** Why nothing new may be paid to the first of these wallets that is known to be frozen; undefined where none is. One that is not known yet has no address. */
export function whyNotFrozen(
  tenant: FrozenWallets,
  { chain, stable }: Pick<WalletOfCoin, "chain" | "stable">,
  addresses: readonly (string | null)[],
): Refusal | undefined {
  if (tenant.frozenWallets.length === 0) return undefined;
  const marks = addresses.flatMap((each) => (each ? (frozenMark(tenant, { address: each, chain, stable }) ?? []) : []));
  const [mark] = marks;
  if (!mark) return undefined;
  const message = `the issuer of ${mark.stable} has frozen ${mark.address} on ${mark.chain}: nothing new is paid to it`;
  const { address, since } = mark;
  return new Refusal("wallet_frozen", message, { extra: { address, chain: mark.chain, stable: mark.stable, since } });
}

/** A mark of a wallet, as it is found by a refused payout. */
export function markOf(wallet: WalletOfCoin, subjectId: string, since: Instant): FrozenWallet {
  const { address, chain, stable } = wallet;
  return { address, chain, stable: stable.toUpperCase(), since, subjectId };
}
