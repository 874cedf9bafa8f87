import { detectChain } from "../addresses/chain.ts";
import { decimalText } from "../core/money.ts";
import { termsOf } from "../rails/terms.ts";

/** Where the operator's fees go: its own wallet on each chain, and how much of each stablecoin stays in every wallet at the rail for refunds. */
export interface FeePolicy {
  readonly wallets: Readonly<Record<string, string>>;
  readonly floats: Readonly<Record<string, string>>;
}

/** Reads `name=value,name=value`, as a setting of a Lambda and of the command line has them. */
export function readPairs(text: string): Record<string, string> {
  const pairs = text.split(",").filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}

/** The same, written. */
export function pairsText(pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs)
    .map(([name, value]) => `${name}=${value}`)
    .join(",");
}

function ownWalletProblem(chain: string, address: string): string | undefined {
  const { candidates, checksum } = detectChain(address);
  if (candidates.length === 0 || checksum === "bad") return "no wallet address whose checksum holds";
  return candidates.includes(chain) ? undefined : `no address on ${chain}`;
}

/** A setting with what is wrong of it, and what to write. */
export interface FeePolicyProblem {
  readonly setting: "operatorWallets" | "feeFloats";
  readonly text: string;
  readonly expected: string;
}

/** What is missing or wrong of a policy for a rail that keeps wallets; undefined where nothing is. Every chain on which it keeps them needs an own wallet, since a tenant may be on any. */
export function feePolicyProblem(rail: string, { wallets, floats }: FeePolicy): FeePolicyProblem | undefined {
  const { walletChains } = termsOf(rail);
  const ofWallets = { setting: "operatorWallets", expected: "the operator's own wallet on each chain" } as const;
  for (const [chain, address] of Object.entries(wallets)) {
    const problem = walletChains.includes(chain)
      ? ownWalletProblem(chain, address)
      : `no chain on which ${rail} keeps wallets`;
    if (problem !== undefined) return { ...ofWallets, text: `names ${address} on ${chain}, ${problem}` };
  }
  const missing = walletChains.filter((chain) => wallets[chain] === undefined);
  if (missing.length > 0) return { ...ofWallets, text: `has none on ${missing.join(", ")}` };
  const wrong = Object.entries(floats).find(([, units]) => !decimalText.safeParse(units).success);
  if (!wrong) return undefined;
  const expected = "amounts of stablecoin, such as 500.00";
  return { setting: "feeFloats", text: `keeps ${wrong[1]} of ${wrong[0]}`, expected };
}
