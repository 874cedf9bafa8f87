import { invalidField, Refusal } from "../core/refusal.ts";
import { detectChain } from "./chain.ts";
import { chainNames, familyChains } from "./form.ts";

/** What rails and tenants call a chain, where we have another name for it. */
const otherNames: Readonly<Record<string, string>> = {
  avalanche_c_chain: "avalanche",
  "bitcoin-cash": "bitcoin_cash",
  bnb: "bsc",
  matic: "polygon",
  ripple: "xrp",
};

/** A chain by our own name; undefined where we have none, and the address must tell by itself. */
export function knownChain(chain: string): string | undefined {
  const name = chain.trim().toLowerCase();
  const known = Object.hasOwn(otherNames, name) ? otherNames[name] : name;
  return chainNames.find((each) => each === known);
}

const ofEvm = ["USDT", "USDC", "DAI", "PYUSD", "EURC", "USDB", "USDG", "RLUSD"];

/** Stablecoins by chain; a chain that is not here carries none. */
const stablesByChain: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(familyChains.evm.map((chain) => [chain, ofEvm])),
  tron: ["USDT", "USDC", "TUSD", "USDD"],
  solana: ["USDT", "USDC", "PYUSD", "EURC", "USDB", "USDG"],
  stellar: ["USDC", "EURC", "PYUSD"],
  xrp: ["RLUSD", "USDC"],
  algorand: ["USDC", "USDT"],
  ton: ["USDT"],
};

/** The chains on which a stablecoin is paid. */
export const payoutChains: readonly string[] = Object.keys(stablesByChain);

/** A wallet that money is to be paid to, and what its fields are called where it is refused. */
export interface PayoutWallet {
  readonly address: string | null;
  readonly chain: string;
  readonly stable: string;
}

/** The names of a wallet's fields in a body. */
export interface WalletFields {
  readonly address: string;
  readonly chain: string;
  readonly stable: string;
}

/** Why nothing can be paid to a wallet: a bad checksum or no address at all, a chain that the address is not of, a chain that we do not know, a stablecoin that is not on the chain. Undefined where it can. */
export function whyNotWallet({ address, chain, stable }: PayoutWallet, fields: WalletFields): Refusal | undefined {
  const name = knownChain(chain);
  if (name === undefined) return invalid(fields.chain, "no chain that we know");
  if (!(stablesByChain[name] ?? []).includes(stable.toUpperCase()))
    return invalid(fields.stable, `${stable} is not paid on ${name}`);
  if (address === null) return undefined;
  const { checksum, candidates } = detectChain(address);
  if (checksum === "bad") return invalid(fields.address, "no address, or one that was mistyped: its checksum is wrong");
  if (candidates.includes(name)) return undefined;
  const message = `${fields.chain}: the address is not of ${name}, but of ${candidates.join(" or ")}`;
  return new Refusal("chain_mismatch", message, {
    fields: [{ path: fields.chain, message }],
    extra: { candidates: [...candidates] },
  });
}

function invalid(path: string, message: string): Refusal {
  return invalidField(path, message, `${path}: ${message}`);
}
