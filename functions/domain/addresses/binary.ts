import { sha512_256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base32nopad, base64urlnopad, hex } from "@scure/base";
import { type AddressForm, hasAt, verdict } from "./form.ts";

/** CRC-16/XMODEM: polynomial 0x1021 from zero. */
export function crc16(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x8000 ? ((sum << 1) ^ 0x1021) & 0xffff : sum << 1;
  }
  return sum;
}

/** The checksum of EIP-55: a letter is a capital where the hash of the small ones has a high digit. */
function capitalised(digits: string): string {
  const hash = hex.encode(keccak_256(new TextEncoder().encode(digits)));
  return digits.replace(/[a-f]/g, (letter, at: number) =>
    Number.parseInt(hash[at] ?? "0", 16) > 7 ? letter.toUpperCase() : letter,
  );
}

/** Letters of one case say nothing, unless they happen to be right. */
const evm: AddressForm = {
  family: "evm",
  looks: /^0x[0-9a-fA-F]{40}$/,
  check: (value) => {
    const digits = value.slice(2);
    const lower = digits.toLowerCase();
    if (/[a-f]/.test(lower) && capitalised(lower) === digits) return "ok";
    return digits === lower || digits === digits.toUpperCase() ? "absent" : "bad";
  },
};

const stellarAccount = 6 << 3;

/** SEP 23: version byte, key, CRC with its low byte first. */
const stellar: AddressForm = {
  family: "stellar",
  looks: /^G[A-Z2-7]{55}$/,
  check: (value) =>
    verdict(() => {
      const bytes = base32nopad.decode(value);
      const sum = crc16(bytes.subarray(0, 33));
      return bytes[0] === stellarAccount && hasAt(bytes, 33, [sum & 0xff, sum >> 8]);
    }),
};

const algorand: AddressForm = {
  family: "algorand",
  looks: /^[A-Z2-7]{58}$/,
  check: (value) =>
    verdict(() => {
      // Two bits are left over: other ones would be another text for the same wallet.
      const bytes = base32nopad.decode(value);
      return hasAt(bytes, 32, sha512_256(bytes.subarray(0, 32)).subarray(-4)) && base32nopad.encode(bytes) === value;
    }),
};

/** Bounceable or not (TEP 2); test nets' have a further bit. */
const tonTags: readonly (number | undefined)[] = [0x11, 0x51];
const tonWorkchains: readonly (number | undefined)[] = [0x00, 0xff];

const ton: AddressForm = {
  family: "ton",
  looks: /^[EU][Qf]([\w-]{46}|[A-Za-z\d+/]{46})$/,
  check: (value) =>
    verdict(() => {
      const bytes = base64urlnopad.decode(value.replaceAll("+", "-").replaceAll("/", "_"));
      const sum = crc16(bytes.subarray(0, 34));
      return tonTags.includes(bytes[0]) && tonWorkchains.includes(bytes[1]) && hasAt(bytes, 34, [sum >> 8, sum & 0xff]);
    }),
};

const rawTon: AddressForm = { family: "ton", looks: /^(0|-1):([\da-f]{64}|[\dA-F]{64})$/, check: () => "absent" };

export const binaryForms: readonly AddressForm[] = [evm, stellar, algorand, ton, rawTon];
