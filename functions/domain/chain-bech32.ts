import { bech32, bech32m } from "@scure/base";
import { type AddressForm, type ChainFamily, verdict } from "./chain-form.ts";

const charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/** Looks like it in any case of its letters: a mixture is a bad one, not another form. */
function looks(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll("_", `[${charset}]`)}$`, "i");
}

/** Longer than the 90 that BIP 173 allows: Cardano's are. */
const longest = 128;

/** BIP 173 and BIP 350: version 0 of 20 or 32 bytes in Bech32, version 1 of 32 bytes in Bech32m; later versions are nobody's yet. */
function witness(family: ChainFamily, prefix: string): AddressForm {
  return {
    family,
    looks: looks(`${prefix}1(q_{38}|[qp]_{58})`),
    check: (value) =>
      verdict(() => {
        const first = value.toLowerCase()[prefix.length + 1] === "q";
        const coder = first ? bech32 : bech32m;
        const { prefix: found, words } = coder.decode(value as `${string}1${string}`);
        const { length } = coder.fromWords(words.slice(1));
        return found === prefix && (length === 32 || (first && length === 20));
      }),
  };
}

/** Kinds of Shelley addresses by the header's high bits (CIP 19): with two hashes, with one. Pointers, which the ledger has given up, are none. */
const cardanoBytes = [57, 57, 57, 57, 0, 0, 29, 29];
const cardanoMainnet = 1;

const cardano: AddressForm = {
  family: "cardano",
  looks: looks("addr1(_{53}|_{98})"),
  check: (value) =>
    verdict(() => {
      const { words } = bech32.decode(value as `${string}1${string}`, longest);
      const bytes = bech32.fromWords(words);
      const header = bytes[0] ?? 0xff;
      return (header & 0x0f) === cardanoMainnet && cardanoBytes[header >> 4] === bytes.length;
    }),
};

const cashPrefix = "bitcoincash";
const cashGenerators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

/** The BCH code of CashAddr, 40 bits (its specification, "Checksum"); zero is right. */
function cashChecksum(words: readonly number[]): bigint {
  let sum = 1n;
  for (const word of words) {
    const top = sum >> 35n;
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word);
    for (const [bit, generator] of cashGenerators.entries()) if ((top >> BigInt(bit)) & 1n) sum ^= generator;
  }
  return sum ^ 1n;
}

const cashCheckWords = 8;

/** What a payload may be, by its version byte: a key's or a script's hash of 20 bytes, either with tokens, or a script's of 32. */
const cashBytes: Readonly<Record<number, number>> = { 0: 20, 8: 20, 16: 20, 24: 20, 11: 32, 27: 32 };

function cashHolds(value: string): boolean {
  const lower = value.toLowerCase();
  if (value !== lower && value !== value.toUpperCase()) return false;
  const words = [...(lower.split(":").at(-1) ?? "")].map((letter) => charset.indexOf(letter));
  const prefix = [...cashPrefix].map((letter) => letter.charCodeAt(0) & 0x1f);
  if (cashChecksum([...prefix, 0, ...words]) !== 0n) return false;
  const bytes = bech32.fromWords(words.slice(0, -cashCheckWords));
  return cashBytes[bytes[0] ?? 0xff] === bytes.length - 1;
}

const bitcoinCash: AddressForm = {
  family: "bitcoin_cash",
  looks: looks(`(${cashPrefix}:)?[qpzr](_{41}|_{60})`),
  check: (value) => verdict(() => cashHolds(value)),
};

export const bech32Forms: readonly AddressForm[] = [
  witness("bitcoin", "bc"),
  witness("litecoin", "ltc"),
  cardano,
  bitcoinCash,
];
