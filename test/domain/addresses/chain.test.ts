import { describe, expect, test } from "vitest";
import { detectChain } from "../../../functions/domain/addresses/chain.ts";
import { type ChainFamily, familyChains } from "../../../functions/domain/addresses/form.ts";
import { lettersOf, type Random, writers } from "../../support/screening/addresses.ts";
import { seededBytes } from "../../support/screening/screen-samples.ts";

/** The same bytes, and numbers under a limit, in every run. */
function seeded(seed: string): { bytes: Random; below: (limit: number) => number } {
  const bytes = seededBytes(seed);
  return { bytes, below: (limit) => bytes(4).reduce((sum, byte) => sum * 256 + byte, 0) % limit };
}

const families = Object.keys(familyChains) as ChainFamily[];

// From the specifications' own examples and the chains' best known wallets.
const published: readonly (readonly [ChainFamily, string, checksum?: "absent"])[] = [
  ["evm", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
  ["evm", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"],
  ["evm", "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB"],
  ["evm", "0x52908400098527886E0F7030069857D2E4169EE7"],
  ["evm", "0xde709f2102306220921060314715629080e2fb77"],
  ["evm", "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed", "absent"],
  ["evm", "0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED", "absent"],
  ["evm", "0x0000000000000000000000000000000000000000", "absent"],
  ["tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
  ["bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
  ["bitcoin", "1111111111111111111114oLvT2"],
  ["bitcoin", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
  ["bitcoin", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"],
  ["bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
  ["bitcoin", "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3"],
  ["bitcoin", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"],
  ["litecoin", "LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1"],
  ["dogecoin", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"],
  ["bitcoin_cash", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"],
  ["bitcoin_cash", "BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A"],
  ["bitcoin_cash", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"],
  ["xrp", "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"],
  ["xrp", "rrrrrrrrrrrrrrrrrrrrrhoLvTp"],
  ["stellar", "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"],
  ["solana", "11111111111111111111111111111111", "absent"],
  ["solana", "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", "absent"],
  ["solana", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "absent"],
  ["monero", "44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A"],
  ["algorand", "VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA"],
  [
    "cardano",
    "addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x",
  ],
  ["cardano", "addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8"],
  ["polkadot", "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"],
  ["tezos", "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb"],
  ["tezos", "KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXitn"],
  ["ton", "EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2"],
  ["ton", "UQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p9dz"],
  ["ton", "EQDtFpEwcFAEcRe5mLVh2N6C0x+/hJEM7W61/JLnSF74p4q2"],
  ["ton", "0:ed1691307050047117b998b561d8de82d31fbf84910ced6eb5fc92e7485ef8a7", "absent"],
];

describe("an address that is published", () => {
  const cases = published.map(([family, address, checksum = "ok"]) => ({ family, address, checksum }));

  test.each(cases)("$family: $address", ({ family, address, checksum }) => {
    expect(detectChain(address)).toMatchObject({ family, chain: familyChains[family][0], checksum });
  });

  test("names the other chains that write it the same way", () => {
    expect(detectChain("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa").candidates).toEqual(["bitcoin", "bitcoin_cash"]);
    expect(detectChain("3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy").candidates).toEqual([
      "bitcoin",
      "bitcoin_cash",
      "litecoin",
    ]);
    expect(detectChain("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed").candidates).toContain("base");
    expect(detectChain("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t").candidates).toEqual(["tron"]);
  });
});

describe("an address of random bytes", () => {
  test.each(families)("of %s is of its family, 10,000 times", (family) => {
    const random = seeded(family);
    for (let round = 0; round < 10_000; round += 1) {
      const write = writers[family][round % writers[family].length];
      const address = write?.(random.bytes) ?? "";
      const found = detectChain(address);
      if (found.family !== family || found.checksum !== (family === "solana" ? "absent" : "ok"))
        expect.fail(`${address}: ${JSON.stringify(found)}`);
    }
  });
});

/** The most that of 10,000 typing errors may go unseen: 16 bits are overlooked once in 65,536, EIP-55's capitals once in 4,000 or so, the rest never. */
const overlooked: Partial<Record<ChainFamily, number>> = { evm: 8, polkadot: 2 };

describe("an address with one letter mistyped", () => {
  test.each(families.filter((family) => family !== "solana"))("of %s is never right, 10,000 times", (family) => {
    const random = seeded(`typo ${family}`);
    let right = 0;
    for (let round = 0; round < 10_000; round += 1) {
      const address = writers[family][round % writers[family].length]?.(random.bytes) ?? "";
      const letters = lettersOf(address);
      const at = random.below(address.length);
      const letter = letters[random.below(letters.length)] ?? "";
      if (letter === address[at]) continue;
      const mistyped = address.slice(0, at) + letter + address.slice(at + 1);
      if (detectChain(mistyped).checksum === "ok") right += 1;
    }
    expect(right).toBeLessThanOrEqual(overlooked[family] ?? 0);
  });

  test("is told to be bad, by its family", () => {
    for (const [family, address, checksum] of published) {
      if (checksum === "absent" || address === address.toUpperCase() || family === "evm") continue;
      const last = lettersOf(address).replaceAll(address.at(-1) ?? "", "")[7];
      expect(detectChain(address.slice(0, -1) + last), address).toMatchObject({ family, checksum: "bad" });
    }
  });
});

describe("the case of letters", () => {
  test.each([
    ["EIP-55 with one capital too many", "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "evm"],
    ["Bech32 of both cases", "bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "bitcoin"],
    ["CashAddr of both cases", "bitcoincash:Qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "bitcoin_cash"],
    ["CashAddr with a capital prefix", "BITCOINCASH:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "bitcoin_cash"],
    ["Base58 with another case", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T", "tron"],
  ])("%s is bad", (_, address, family) => {
    expect(detectChain(address)).toMatchObject({ family, checksum: "bad" });
  });

  test("a TRON address in small letters is no TRON address", () => {
    expect(detectChain("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t".toLowerCase()).checksum).toBe("bad");
  });
});

describe("what is no address", () => {
  const good = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
  test.each([
    ["nothing", ""],
    ["blanks", "   "],
    ["an address with a blank before it", ` ${good}`],
    ["an address with a line's end", `${good}\n`],
    ["an address with a zero-width joiner", `${good.slice(0, 9)}\u200d${good.slice(9)}`],
    ["an address with a byte order mark", `\ufeff${good}`],
    ["a Cyrillic a", good.replace("a", "\u0430")],
    ["full-width digits", good.replace("1", "\uff11")],
    ["two addresses", `${good},${good}`],
    ["an address within words", `pay ${good} please`],
    ["a Kelvin sign among the letters of Bech32", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7\u212av8f3t4"],
    ["10 KB of ones", "1".repeat(10_240)],
    ["10 KB of nines", `0x${"9".repeat(10_240)}`],
    ["a trigger word of the sandbox", "0xBLOCKED"],
    ["a name", "vitalik.eth"],
    ["__proto__", "__proto__"],
    ["a lone surrogate", "\ud800"],
    ["a test net's Bitcoin address", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
    ["0X", "0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
    ["an EVM address without 0x", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
  ])("%s", (_, value) => {
    expect(detectChain(value)).toEqual({ family: null, chain: null, candidates: [], checksum: "bad" });
  });

  test.each([
    ["version 0 in Bech32m (BIP 350)", "bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq54kefg"],
    ["a witness of a length that version 0 has not", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty"],
    ["a TON test net's address", "kQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74pzF4"],
  ])("%s is not ok", (_, value) => {
    expect(detectChain(value).checksum).toBe("bad");
  });

  test("never throws, whatever it is given", () => {
    const random = seeded("noise");
    for (let round = 0; round < 20_000; round += 1) {
      const noise = Buffer.from(random.bytes(random.below(130))).toString(round % 2 ? "latin1" : "base64");
      expect(["ok", "absent", "bad"]).toContain(detectChain(noise).checksum);
    }
  });
});
