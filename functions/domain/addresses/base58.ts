import { blake2b } from "@noble/hashes/blake2.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58, base58xmr, base58xrp } from "@scure/base";
import { type AddressForm, type ChainFamily, hasAt, verdict } from "./form.ts";

// The alphabet without its brackets; XRP has the same letters in another order.
const letter = "1-9A-HJ-NP-Za-km-z";

type Alphabet = typeof base58;

interface Versioned {
  readonly family: ChainFamily;
  readonly looks: string;
  /** What the bytes begin with; their next `hashBytes` are a hash, the last four its checksum. */
  readonly version: readonly number[];
  readonly chains?: readonly string[];
  readonly alphabet?: Alphabet;
}

const hashBytes = 20;
const checkBytes = 4;

/** Base58Check: SHA-256 twice (Bitcoin's wiki, "Base58Check encoding"). */
function holds(value: string, version: readonly number[], alphabet: Alphabet): boolean {
  const bytes = alphabet.decode(value);
  const end = version.length + hashBytes;
  return (
    bytes.length === end + checkBytes &&
    hasAt(bytes, 0, version) &&
    hasAt(bytes, end, sha256(sha256(bytes.subarray(0, end))).subarray(0, checkBytes))
  );
}

function versioned({ family, looks, version, chains, alphabet = base58 }: Versioned): AddressForm {
  return {
    family,
    looks: new RegExp(`^${looks.replace("_", `[${letter}]`)}$`),
    check: (value) => verdict(() => holds(value, version, alphabet)),
    ...(chains && { chains }),
  };
}

const sharedKeyHash = ["bitcoin", "bitcoin_cash"];
const sharedScriptHash = [...sharedKeyHash, "litecoin"];

const hashed = (
  [
    { family: "bitcoin", looks: "1_{24,33}", version: [0x00], chains: sharedKeyHash },
    { family: "bitcoin", looks: "3_{32,33}", version: [0x05], chains: sharedScriptHash },
    { family: "tron", looks: "T_{33}", version: [0x41] },
    { family: "litecoin", looks: "L_{33}", version: [0x30] },
    { family: "litecoin", looks: "M_{33}", version: [0x32] },
    { family: "dogecoin", looks: "D_{33}", version: [0x1e] },
    { family: "dogecoin", looks: "[9A]_{33}", version: [0x16] },
    { family: "dash", looks: "X_{33}", version: [0x4c] },
    { family: "dash", looks: "7_{33}", version: [0x10] },
    { family: "zcash", looks: "t1_{33}", version: [0x1c, 0xb8] },
    { family: "zcash", looks: "t3_{33}", version: [0x1c, 0xbd] },
    { family: "xrp", looks: "r_{24,34}", version: [0x00], alphabet: base58xrp },
    { family: "tezos", looks: "tz1_{33}", version: [6, 161, 159] },
    { family: "tezos", looks: "tz2_{33}", version: [6, 161, 161] },
    { family: "tezos", looks: "tz3_{33}", version: [6, 161, 164] },
    { family: "tezos", looks: "tz4_{33}", version: [6, 161, 166] },
    { family: "tezos", looks: "KT1_{33}", version: [2, 90, 121] },
  ] as const satisfies readonly Versioned[]
).map(versioned);

/** A public key as it is: 32 bytes, no checksum. Shorter and longer ones are other chains'. */
const solana: AddressForm = {
  family: "solana",
  looks: new RegExp(`^[${letter}]{32,44}$`),
  check: (value) => (base58.decode(value).length === 32 ? "absent" : null),
};

const ss58Mark = new TextEncoder().encode("SS58PRE");

/** SS58 with Polkadot's prefix 0; its checksum has two bytes only (docs.polkadot.com, "SS58 address format"). */
const polkadot: AddressForm = {
  family: "polkadot",
  looks: new RegExp(`^1[${letter}]{45,47}$`),
  check: (value) =>
    verdict(() => {
      const bytes = base58.decode(value);
      const check = blake2b(Uint8Array.of(...ss58Mark, ...bytes.subarray(0, 33))).subarray(0, 2);
      return bytes.length === 35 && bytes[0] === 0 && hasAt(bytes, 33, check);
    }),
};

const moneroNets = { 69: [18, 42], 77: [19] } as const;

/** Two public keys, and a payment id in the longer ones: an ordinary address, one of an account's further ones, an integrated one. */
const monero: AddressForm = {
  family: "monero",
  looks: new RegExp(`^([48][${letter}]{94}|4[${letter}]{105})$`),
  check: (value) =>
    verdict(() => {
      const bytes = base58xmr.decode(value);
      const nets: readonly (number | undefined)[] = bytes.length === 69 ? moneroNets[69] : moneroNets[77];
      const end = bytes.length - checkBytes;
      return (
        nets.includes(bytes[0]) &&
        hasAt(bytes, end, keccak_256(bytes.subarray(0, end)).subarray(0, checkBytes)) &&
        base58xmr.encode(bytes) === value
      );
    }),
};

export const base58Forms: readonly AddressForm[] = [...hashed, solana, polkadot, monero];
