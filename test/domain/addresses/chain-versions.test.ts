import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58xmr, bech32, createBase58check } from "@scure/base";
import { expect, test } from "vitest";
import { detectChain } from "../../../functions/domain/addresses/chain.ts";
import { seededBytes } from "../../support/screening/screen-samples.ts";

const base58check = createBase58check(sha256);

/** The version bytes of the chains that we know (their chainparams; TRON's documents). */
const families: Readonly<Record<number, string>> = {
  ...{ 0: "bitcoin", 5: "bitcoin", 16: "dash", 22: "dogecoin", 30: "dogecoin" },
  ...{ 48: "litecoin", 50: "litecoin", 65: "tron", 76: "dash" },
};

test("a hash under a version byte of another chain is no address of ours, however alike it looks", () => {
  const random = seededBytes("versions");
  let alike = 0;
  for (let version = 0; version < 256; version += 1)
    for (let round = 0; round < 100; round += 1) {
      const value = base58check.encode(Uint8Array.of(version, ...random(20)));
      const { family, checksum } = detectChain(value);
      const known = families[version];
      if (known === undefined) alike += family === null ? 0 : 1;
      expect([checksum, known && family], value).toEqual([known === undefined ? "bad" : "ok", known]);
    }
  // Some of them look like one of ours.
  expect(alike).toBeGreaterThan(100);
});

test("two keys under a byte of another network are no Monero address, with a payment's id or without", () => {
  const random = seededBytes("networks");
  for (const [length, known] of [
    [64, [18, 42]],
    [72, [19]],
  ] as const)
    for (let network = 0; network < 256; network += 1) {
      const body = Uint8Array.of(network, ...random(length));
      const value = base58xmr.encode(Uint8Array.of(...body, ...keccak_256(body).subarray(0, 4)));
      const isKnown = known.some((each) => each === network);
      expect(detectChain(value).checksum, `${network} ${value}`).toBe(isKnown ? "ok" : "bad");
    }
});

test("a Cardano address is of the main network, and as long as its kind is", () => {
  const random = seededBytes("headers");
  for (const length of [29, 57])
    for (let header = 0; header < 256; header += 1) {
      const bytes = Uint8Array.of(header, ...random(length - 1));
      const value = bech32.encode("addr", bech32.toWords(bytes), 128);
      // CIP 19: types 0 to 3 have two hashes, 6 and 7 one; network 1 is the main one.
      const isKnown = (length === 57 ? [0, 1, 2, 3] : [6, 7]).some((type) => header === type * 16 + 1);
      expect(detectChain(value).checksum, `${header} ${value}`).toBe(isKnown ? "ok" : "bad");
    }
});
