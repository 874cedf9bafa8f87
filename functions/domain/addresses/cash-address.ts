import { bech32 } from "@scure/base";

const charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/** What may stand before a CashAddr, with a colon. */
export const cashPrefix = "bitcoincash";

const prefixWords = [...[...cashPrefix].map((letter) => letter.charCodeAt(0) & 0x1f), 0];
const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
const checkWords = 8;

/** The BCH code of CashAddr, 40 bits (its specification, "Checksum"); zero is right. */
function checksum(words: readonly number[]): bigint {
  let sum = 1n;
  for (const word of [...prefixWords, ...words]) {
    const top = sum >> 35n;
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word);
    for (const [bit, generator] of generators.entries()) if ((top >> BigInt(bit)) & 1n) sum ^= generator;
  }
  return sum ^ 1n;
}

/** What a payload may be, by its version byte: a key's or a script's hash of 20 bytes, either with tokens, or a script's of 32. */
const hashBytes: Readonly<Record<number, number>> = { 0: 20, 8: 20, 16: 20, 24: 20, 11: 32, 27: 32 };

/** Version and hash of a CashAddr with or without its prefix, in letters of one case; null where it is none. */
export function readCash(value: string): { version: number; hash: Uint8Array } | null {
  const lower = value.toLowerCase();
  if (value !== lower && value !== value.toUpperCase()) return null;
  const words = [...(lower.split(":").at(-1) ?? "")].map((letter) => charset.indexOf(letter));
  if (words.includes(-1) || checksum(words) !== 0n) return null;
  const [version = 0xff, ...hash] = bech32.fromWords(words.slice(0, -checkWords));
  return hashBytes[version] === hash.length ? { version, hash: Uint8Array.from(hash) } : null;
}

export function writeCash(version: number, hash: Uint8Array): string {
  const words = bech32.toWords(Uint8Array.of(version, ...hash));
  const sum = checksum([...words, ...Array<number>(checkWords).fill(0)]);
  const check = Array.from({ length: checkWords }, (_, at) => Number((sum >> BigInt(35 - 5 * at)) & 0x1fn));
  return [...words, ...check].map((word) => charset[word]).join("");
}
