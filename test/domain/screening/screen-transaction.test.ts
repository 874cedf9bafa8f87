import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";
import { describe, expect, test } from "vitest";
import { detectChain } from "../../../functions/domain/addresses/chain.ts";
import { type ChainFamily, familyChains } from "../../../functions/domain/addresses/form.ts";
import { detectTransaction } from "../../../functions/domain/screening/screen-transaction.ts";
import { writers } from "../../support/screening/addresses.ts";
import { read, seededBytes, subjectOf } from "../../support/screening/screen-samples.ts";

const hex = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";

const tezos = createBase58check(sha256).encode(Uint8Array.of(5, 116, ...new Uint8Array(32).fill(7)));

// From explorers and the chains' own documents.
const references: readonly (readonly [ChainFamily, string])[] = [
  ["evm", "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060"],
  ["polkadot", "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060"],
  ["polkadot", "20812345-2"],
  ["bitcoin", hex],
  ["tron", hex],
  ["litecoin", hex],
  ["dogecoin", hex],
  ["dash", hex],
  ["zcash", hex],
  ["bitcoin_cash", hex],
  ["monero", hex],
  ["cardano", hex],
  ["stellar", hex],
  ["xrp", "E08D6E9754025BA2534A78707605E0601F03ACE063687A0CA1BDDACFCD1698C7"],
  ["ton", hex],
  ["ton", "TITQfFnRsaG6HhbTfsqXVQyA9fy4qNPuOlFH6HgGYnA="],
  ["solana", "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW"],
  ["algorand", "XFYAYSEGQIY2J3DCGGXCPXY5FGHSVKM3V4WCNYCLKDLHB7RYDBXQ"],
  ["tezos", tezos],
];

describe("a transaction's reference", () => {
  test.each(references)("of %s: %s", (family, value) => {
    const chain = familyChains[family][0];
    expect(subjectOf({ type: "transaction", value, chain })).toMatchObject({ chain, family });
    expect(read({ value })).toMatchObject({ code: "invalid_value" });
  });

  test("has a family by itself only where others write theirs in another way", () => {
    expect(detectTransaction(hex)).toMatchObject({ family: null, chain: null, checksum: "absent" });
    expect(detectTransaction(`0x${hex}`)).toMatchObject({ family: "evm", chain: "ethereum" });
  });

  test("of Tezos has a checksum", () => {
    expect(subjectOf({ type: "transaction", value: tezos }).checksum).toBe("ok");
    expect(subjectOf({ type: "transaction", value: `${tezos.slice(0, -1)}z` })).toMatchObject({
      ...{ family: "tezos", checksum: "bad" },
    });
  });

  test.each([
    ["a word", "deposit"],
    ["a digit too few", hex.slice(1)],
    ["a digit too many", `${hex}0`],
    ["a letter that is no digit", `g${hex.slice(1)}`],
    ["0x alone", "0x"],
    ["a Solana signature with a letter less than it may have", "5".repeat(63)],
    ["a block without its place", "20812345-"],
  ])("%s is of no form: bad, and not refused", (_, value) => {
    expect(subjectOf({ type: "transaction", value })).toMatchObject({ chain: null, candidates: [], checksum: "bad" });
  });
});

describe("an address", () => {
  const families = Object.keys(writers) as ChainFamily[];

  test.each(families)("of %s is no transaction's reference", (family) => {
    const random = seededBytes(family);
    for (let round = 0; round < 500; round += 1) {
      const value = writers[family][round % writers[family].length]?.(random) ?? "";
      expect(detectChain(value).family, value).toBe(family);
      expect(detectTransaction(value).candidates, value).toEqual([]);
    }
  });
});
