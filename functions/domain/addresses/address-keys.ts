import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58, base58xmr, base64, base64urlnopad, createBase58check, hex } from "@scure/base";
import { crc16 } from "./binary.ts";
import { cashPrefix, readCash, writeCash } from "./cash-address.ts";
import { detectChain } from "./chain.ts";

const base58check = createBase58check(sha256);

/** What one hash is written as: Bitcoin's old form, which Bitcoin Cash and Litecoin share; Litecoin's own; CashAddr's without tokens and with them. */
const hashForms = {
  key: { old: [0x00], cash: [0, 16] },
  script: { old: [0x05, 0x32], cash: [8, 24] },
  longScript: { old: [], cash: [11, 27] },
} as const;

type HashForm = (typeof hashForms)[keyof typeof hashForms];

function textsOfHash({ old, cash }: HashForm, hash: Uint8Array): string[] {
  const cashTexts = cash.map((version) => writeCash(version, hash));
  return [
    ...old.map((version) => base58check.encode(Uint8Array.of(version, ...hash))),
    ...cashTexts,
    ...cashTexts.map((text) => `${cashPrefix}:${text}`),
  ];
}

/** Bech32's are longer. */
const oldLength = 35;

function oldTwins(value: string): string[] {
  const [version, ...hash] = base58check.decode(value);
  const form = Object.values(hashForms).find(({ old }) => old.some((each) => each === version));
  return form ? textsOfHash(form, Uint8Array.from(hash)) : [];
}

function cashTwins(value: string): string[] {
  const read = readCash(value);
  const form = Object.values(hashForms).find(({ cash }) => cash.some((each) => each === read?.version));
  return read && form ? textsOfHash(form, read.hash) : [];
}

/** Raw, bounceable and not, in either alphabet of Base64 (TEP 2). */
function tonTwins(value: string): string[] {
  const [chain, digits] = value.split(":");
  const body =
    digits === undefined
      ? base64urlnopad.decode(value.replaceAll("+", "-").replaceAll("/", "_")).subarray(1, 34)
      : Uint8Array.of(Number(chain) & 0xff, ...hex.decode(digits));
  const texts = [0x11, 0x51].map((tag) => {
    const tagged = Uint8Array.of(tag, ...body);
    const sum = crc16(tagged);
    return Uint8Array.of(...tagged, sum >> 8, sum & 0xff);
  });
  const raw = `${body[0] === 0 ? "0" : "-1"}:${hex.encode(body.subarray(1))}`;
  return [raw, ...texts.flatMap((bytes) => [base64urlnopad.encode(bytes), base64.encode(bytes)])];
}

const moneroAccount = 18;
const moneroIntegrated = 19;

/** The account that an integrated address pays: the same keys without the payment's id. The way back has as many ends as there are ids. */
function moneroTwins(value: string): string[] {
  const bytes = base58xmr.decode(value);
  if (bytes[0] !== moneroIntegrated) return [];
  const body = Uint8Array.of(moneroAccount, ...bytes.subarray(1, 65));
  return [base58xmr.encode(Uint8Array.of(...body, ...keccak_256(body).subarray(0, 4)))];
}

/** Ways of writing that people are not shown, but programs use: TRON's in hex (version byte 0x41), EVM's without 0x. */
function hexTwins(value: string): string[] {
  const digits = value.toLowerCase();
  if (/^41[\da-f]{40}$/.test(digits)) return [base58check.encode(hex.decode(digits))];
  return /^[\da-f]{40}$/.test(digits) ? [`0x${digits}`] : [];
}

function twins(value: string): string[] {
  const { family, checksum } = detectChain(value);
  if (family === null) return hexTwins(value);
  if (checksum === "bad") return [];
  if (family === "evm") return [value.slice(2)];
  if (family === "tron") return [hex.encode(base58.decode(value).subarray(0, 21))];
  if (family === "bitcoin" || family === "litecoin") return value.length > oldLength ? [] : oldTwins(value);
  if (family === "bitcoin_cash") return cashTwins(value);
  if (family === "ton") return tonTwins(value);
  return family === "monero" ? moneroTwins(value) : [];
}

/** The keys under which an address is looked up and kept: the text in small letters, and every other text of the same address that can be worked out from it, in small letters too. A text whose checksum does not hold has the first only. */
export function addressKeys(value: string): readonly string[] {
  return [...new Set([value, ...twins(value)].map((text) => text.toLowerCase()))];
}

/** The keys under which a record of an address is kept, so that whichever text of it a list has, in small letters too, one of that text's `addressKeys` finds it: the first, and those that do not lead back to it, as what was base58 or Base64 does not once it is small. */
export function recordKeys(value: string): readonly string[] {
  const [first = value.toLowerCase(), ...others] = addressKeys(value);
  return [first, ...others.filter((key) => !addressKeys(key).includes(first))];
}

/** The one of an address's keys that every text of it comes to, where its texts lead to one another: a record that is kept under it alone is found by any of them. An integrated Monero address does not share its account's. */
export function sharedKey(value: string): string {
  return addressKeys(value).toSorted()[0] ?? value.toLowerCase();
}

const integratedLength = 106;

/** The keys under which a list has an address. `addressKeys` of any text of it lead to the first, but for the account of an integrated address, which does not lead back; reading a thousand addresses at every start would cost more than it finds. */
export function listedKeys(value: string): readonly string[] {
  return value.length === integratedLength ? addressKeys(value) : [value.toLowerCase()];
}
