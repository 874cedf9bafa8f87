import { createHash } from "node:crypto";
import { keccak_256 } from "@noble/hashes/sha3.js";
import type { ChainFamily } from "../../../functions/domain/addresses/form.ts";

// Encoders of the tests' own, written from the specifications and sharing no code with what reads addresses but Keccak, which Node does not have.

/** Gives that many random bytes. */
export type Random = (length: number) => Uint8Array;

const bitcoin58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const ripple58 = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz";
const words32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const rfc32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function digest(name: string, bytes: Uint8Array): Buffer {
  return createHash(name).update(bytes).digest();
}

function base58(bytes: Uint8Array, alphabet = bitcoin58): string {
  let value = BigInt(`0x0${Buffer.from(bytes).toString("hex")}`);
  let text = "";
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)] + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return (alphabet[0] ?? "").repeat(zeros < 0 ? bytes.length : zeros) + text;
}

function base58Check(version: readonly number[], hash: Uint8Array, alphabet = bitcoin58): string {
  const body = Buffer.from([...version, ...hash]);
  return base58(Buffer.from([...body, ...digest("sha256", digest("sha256", body)).subarray(0, 4)]), alphabet);
}

/** Bytes as digits of `bits` bits, filled up with zeros. */
function digits(bytes: Uint8Array, bits: number): number[] {
  const all = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const cut = all.match(new RegExp(`.{1,${bits}}`, "g")) ?? [];
  return cut.map((each) => Number.parseInt(each.padEnd(bits, "0"), 2));
}

function base32(bytes: Uint8Array): string {
  return digits(bytes, 5)
    .map((digit) => rfc32[digit])
    .join("");
}

function polymod(values: readonly number[]): number {
  const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of generators.entries()) if ((top >>> bit) & 1) sum ^= generator;
  }
  return sum;
}

/** Bech32 (`mark` 1) and Bech32m (0x2bc830a3). */
function bech32(prefix: string, labels: readonly number[], mark: number): string {
  const letters = [...prefix].map((letter) => letter.charCodeAt(0));
  const spread = [...letters.map((code) => code >> 5), 0, ...letters.map((code) => code & 31)];
  const sum = polymod([...spread, ...labels, 0, 0, 0, 0, 0, 0]) ^ mark;
  const check = [25, 20, 15, 10, 5, 0].map((shift) => (sum >>> shift) & 31);
  return `${prefix}1${[...labels, ...check].map((word) => words32[word]).join("")}`;
}

function witness(prefix: string, version: number, program: Uint8Array): string {
  return bech32(prefix, [version, ...digits(program, 5)], version === 0 ? 1 : 0x2bc830a3);
}

function cashAddress(version: number, hash: Uint8Array): string {
  const labels = digits(Buffer.from([version, ...hash]), 5);
  const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
  const prefix = [...Buffer.from("bitcoincash")].map((code) => code & 31);
  let sum = 1n;
  for (const value of [...prefix, 0, ...labels, 0, 0, 0, 0, 0, 0, 0, 0]) {
    const top = sum / 2n ** 35n;
    sum = (sum % 2n ** 35n) * 32n;
    sum ^= BigInt(value);
    for (const [bit, generator] of generators.entries()) if ((top >> BigInt(bit)) % 2n === 1n) sum ^= generator;
  }
  const check = [35n, 30n, 25n, 20n, 15n, 10n, 5n, 0n].map((shift) => Number(((sum ^ 1n) >> shift) % 32n));
  return [...labels, ...check].map((word) => words32[word]).join("");
}

/** CRC-16/XMODEM by its definition: the remainder of the message's polynomial. */
function crc16(bytes: Uint8Array): number {
  let value = BigInt(`0x${Buffer.from(bytes).toString("hex")}0000`);
  for (let bit = bytes.length * 8 + 15; bit >= 16; bit -= 1)
    if ((value >> BigInt(bit)) & 1n) value ^= 0x11021n << BigInt(bit - 16);
  return Number(value);
}

function monero(net: number, rest: Uint8Array): string {
  const body = Buffer.from([net, ...rest]);
  const bytes = Buffer.from([...body, ...keccak_256(body).subarray(0, 4)]);
  const sizes = [0, 2, 3, 5, 6, 7, 9, 10, 11];
  let text = "";
  for (let at = 0; at < bytes.length; at += 8) {
    const block = bytes.subarray(at, at + 8);
    let value = BigInt(`0x${block.toString("hex")}`);
    let part = "";
    for (let digit = 0; digit < (sizes[block.length] ?? 0); digit += 1, value /= 58n)
      part = bitcoin58[Number(value % 58n)] + part;
    text += part;
  }
  return text;
}

function ethereum(hash: Uint8Array): string {
  const lower = Buffer.from(hash).toString("hex");
  const marks = Buffer.from(keccak_256(Buffer.from(lower))).toString("hex");
  return `0x${[...lower].map((digit, at) => ((marks[at] ?? "0") >= "8" ? digit.toUpperCase() : digit)).join("")}`;
}

function ton(tag: number, workchain: number, hash: Uint8Array): string {
  const body = Buffer.from([tag, workchain, ...hash]);
  const sum = crc16(body);
  return Buffer.from([...body, sum >> 8, sum & 0xff]).toString("base64url");
}

function stellar(key: Uint8Array): string {
  const body = Buffer.from([0x30, ...key]);
  const sum = crc16(body);
  return base32(Buffer.from([...body, sum & 0xff, sum >> 8]));
}

function polkadot(key: Uint8Array): string {
  const body = Buffer.from([0, ...key]);
  const check = digest("blake2b512", Buffer.concat([Buffer.from("SS58PRE"), body])).subarray(0, 2);
  return base58(Buffer.concat([body, check]));
}

function algorand(key: Uint8Array): string {
  return base32(Buffer.concat([key, digest("sha512-256", key).subarray(-4)]));
}

function cardano(type: number, hashes: Uint8Array): string {
  return bech32("addr", digits(Buffer.from([(type << 4) | 1, ...hashes]), 5), 1);
}

/** The ways in which each family writes an address of random bytes. */
export const writers: Readonly<Record<ChainFamily, readonly ((random: Random) => string)[]>> = {
  evm: [(random) => ethereum(random(20))],
  tron: [(random) => base58Check([0x41], random(20))],
  bitcoin: [
    (random) => base58Check([0x00], random(20)),
    (random) => base58Check([0x05], random(20)),
    (random) => witness("bc", 0, random(20)),
    (random) => witness("bc", 0, random(32)),
    (random) => witness("bc", 1, random(32)),
    (random) => witness("bc", 1, random(32)).toUpperCase(),
  ],
  litecoin: [
    (random) => base58Check([0x30], random(20)),
    (random) => base58Check([0x32], random(20)),
    (random) => witness("ltc", 0, random(20)),
    (random) => witness("ltc", 1, random(32)),
  ],
  dogecoin: [(random) => base58Check([0x1e], random(20)), (random) => base58Check([0x16], random(20))],
  dash: [(random) => base58Check([0x4c], random(20)), (random) => base58Check([0x10], random(20))],
  zcash: [(random) => base58Check([0x1c, 0xb8], random(20)), (random) => base58Check([0x1c, 0xbd], random(20))],
  bitcoin_cash: [
    (random) => `bitcoincash:${cashAddress(0, random(20))}`,
    (random) => cashAddress(8, random(20)),
    (random) => cashAddress(0, random(20)).toUpperCase(),
    (random) => cashAddress(0x0b, random(32)),
    (random) => cashAddress(0x10, random(20)),
  ],
  xrp: [(random) => base58Check([0x00], random(20), ripple58)],
  stellar: [(random) => stellar(random(32))],
  solana: [(random) => base58(random(32))],
  monero: [(random) => monero(18, random(64)), (random) => monero(42, random(64)), (random) => monero(19, random(72))],
  algorand: [(random) => algorand(random(32))],
  cardano: [(random) => cardano(0, random(56)), (random) => cardano(6, random(28))],
  polkadot: [(random) => polkadot(random(32))],
  tezos: [
    ...[
      [6, 161, 159],
      [6, 161, 161],
      [6, 161, 164],
      [6, 161, 166],
      [2, 90, 121],
    ].map((version) => (random: Random) => base58Check(version, random(20))),
  ],
  ton: [
    (random) => ton(0x11, 0, random(32)),
    (random) => ton(0x51, 0, random(32)),
    (random) => ton(0x11, 0xff, random(32)),
  ],
};

/** The letters that each family's addresses may be mistyped with. */
export function lettersOf(address: string): string {
  if (/^0x/.test(address)) return "0123456789abcdefABCDEF";
  if (/^(bc1|ltc1|addr1|bitcoincash:|[qpz][02-9ac-hj-np-z]+$)/.test(address)) return words32;
  if (/^(BC1|[QPZ][02-9AC-HJ-NP-Z]+$)/.test(address)) return words32.toUpperCase();
  if (/^[A-Z2-7]{56,58}$/.test(address)) return rfc32;
  if (/^[EU][Qf].{46}$/.test(address)) return `${bitcoin58}0OIl-_`;
  return bitcoin58;
}
