import { sha256 } from "@noble/hashes/sha2.js";
import { base58, createBase58check } from "@scure/base";
import type { DetectedChain } from "../addresses/chain.ts";
import { type ChainFamily, type Checksum, familyChains, hasAt, verdict } from "../addresses/form.ts";

/** One way of writing a transaction's reference; null from `check` is another form that looks alike. */
interface TransactionForm {
  readonly looks: RegExp;
  readonly families: readonly [ChainFamily, ...ChainFamily[]];
  readonly check: (value: string) => Checksum | null;
}

const unchecked = () => "absent" as const;
const base58check = createBase58check(sha256);
const tezosOperation = [5, 116];

/** Families by how they name a transaction; a hash in hex is any of many chains'. */
const forms: readonly TransactionForm[] = [
  { looks: /^0x[\da-f]{64}$/i, families: ["evm", "polkadot"], check: unchecked },
  {
    looks: /^[\da-f]{64}$/i,
    families: [
      "bitcoin",
      "tron",
      "litecoin",
      "dogecoin",
      "dash",
      "zcash",
      "bitcoin_cash",
      "xrp",
      "stellar",
      "monero",
      "cardano",
      "ton",
    ],
    check: unchecked,
  },
  {
    looks: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/,
    families: ["solana"],
    check: (value) => (base58.decode(value).length === 64 ? "absent" : null),
  },
  { looks: /^[A-Z2-7]{51}[AQ]$/, families: ["algorand"], check: unchecked },
  {
    looks: /^o[1-9A-HJ-NP-Za-km-z]{50}$/,
    families: ["tezos"],
    check: (value) =>
      verdict(() => {
        const bytes = base58check.decode(value);
        return bytes.length === 34 && hasAt(bytes, 0, tezosOperation);
      }),
  },
  { looks: /^[\w+/-]{43}=$/, families: ["ton"], check: unchecked },
  { looks: /^[1-9]\d{0,9}-\d{1,5}$/, families: ["polkadot"], check: unchecked },
];

const unknown: DetectedChain = { family: null, chain: null, candidates: [], checksum: "bad" };

/** What a transaction's reference says of itself, by its form alone: whether there is such a transaction is another question. Where many families write theirs like it, none is named, and the chains are candidates. */
export function detectTransaction(value: string): DetectedChain {
  for (const { looks, families, check } of forms) {
    const checksum = looks.test(value) ? check(value) : null;
    if (checksum === null) continue;
    const candidates = families.flatMap((family) => familyChains[family]);
    const told = families.length === 1 || families[0] === "evm";
    return {
      family: told ? families[0] : null,
      chain: told ? familyChains[families[0]][0] : null,
      candidates,
      checksum,
    };
  }
  return unknown;
}
