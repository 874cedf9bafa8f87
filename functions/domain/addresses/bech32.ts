import { bech32, bech32m } from "@scure/base";
import { cashPrefix, readCash } from "./cash-address.ts";
import { type AddressForm, type ChainFamily, verdict } from "./form.ts";

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
        const coder = value.toLowerCase()[prefix.length + 1] === "q" ? bech32 : bech32m;
        // Throws where the checksum or the bits left over are wrong; the prefix and the length are told by its looks.
        coder.fromWords(coder.decode(value as `${string}1${string}`).words.slice(1));
        return true;
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

const bitcoinCash: AddressForm = {
  family: "bitcoin_cash",
  looks: looks(`(${cashPrefix}:)?[qpzr](_{41}|_{60})`),
  check: (value) => verdict(() => readCash(value) !== null),
};

export const bech32Forms: readonly AddressForm[] = [
  witness("bitcoin", "bc"),
  witness("litecoin", "ltc"),
  cardano,
  bitcoinCash,
];
