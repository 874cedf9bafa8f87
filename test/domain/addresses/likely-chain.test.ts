import { describe, expect, test } from "vitest";
import { addressKeys, listedKeys } from "../../../functions/domain/addresses/address-keys.ts";
import { likelyChain } from "../../../functions/domain/addresses/chain.ts";
import { type ChainFamily, hasAt, verdict } from "../../../functions/domain/addresses/form.ts";
import { writers } from "../../support/screening/addresses.ts";
import { seededBytes } from "../../support/screening/screen-samples.ts";

const hash = "a614f803b6fd780986a42c78ec9c7f77e6ded13c";

describe("an address that has lost its capitals", () => {
  test.each([
    ["tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t", "tron", ["tron"]],
    ["1bpei6dfdaufd7gtittlsdbeyjvcoavggu", "bitcoin", ["bitcoin", "bitcoin_cash"]],
    ["3cwfddi6m4ndigykqzyvsfyagqdlpvmtzc", "bitcoin", ["bitcoin", "bitcoin_cash", "litecoin"]],
    ["0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed", "evm", expect.arrayContaining(["ethereum", "bsc"])],
    ["epjfwdd5aufqssqem2qn1xzybapc8g4weggkzwytdt1v", "solana", ["solana"]],
    ["ga7qynf7sowq3glr2bgmzehxavirza4kvwltjjfc7mgxua74p7ujvsgz", "stellar", ["stellar"]],
  ])("%s looks like one of %s, and its checksum counts as bad", (value, family, candidates) => {
    const [chain] = family === "evm" ? ["ethereum"] : [family];
    expect(likelyChain(value)).toEqual({ family, chain, candidates, checksum: "bad" });
  });

  test.each(["", "vitalik.eth", "1".repeat(10_240), "epjfwdd5aufqssqem2qn1xzybapc8g4weggkzwytd"])(
    "%j looks like none",
    (value) => {
      expect(likelyChain(value)).toEqual({ family: null, chain: null, candidates: [], checksum: "bad" });
    },
  );
});

describe("an address in hex without its chain's mark", () => {
  test("is EVM's by forty digits, and TRON's behind 41", () => {
    expect(addressKeys(hash.toUpperCase())).toEqual([hash, `0x${hash}`]);
    expect(addressKeys(`41${hash}`)).toEqual([`41${hash}`, "tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t"]);
  });

  test.each([`${hash}0`, hash.slice(1), `42${hash}`, `x${hash}`, `x41${hash}`, `41${hash}0`, `41${hash.slice(1)}`])(
    "is no other's: %s",
    (value) => {
      expect(
        addressKeys(value)
          .slice(1)
          .filter((key) => !key.startsWith("0x")),
      ).toEqual([]);
      expect(addressKeys(value)[0]).toBe(value);
    },
  );
});

describe("the keys under which a list has an address", () => {
  test("are its text in small letters alone", () => {
    for (const value of ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", `0x${hash}`.toUpperCase(), ""])
      expect(listedKeys(value)).toEqual([value.toLowerCase()]);
  });

  test("are those of its account too, where it is an integrated Monero address", () => {
    const [account, , integrated] = writers.monero.map((write) => write(seededBytes("listed")));
    expect(listedKeys(integrated ?? "")).toEqual([integrated?.toLowerCase(), account?.toLowerCase()]);
    expect(listedKeys(account ?? "")).toEqual([account?.toLowerCase()]);
  });
});

describe("an address of one family", () => {
  test.each(Object.keys(writers) as ChainFamily[])("of %s has as many keys as it has other texts", (family) => {
    const texts: Partial<Record<ChainFamily, readonly number[]>> = {
      evm: [2],
      tron: [2],
      // Old forms are Bitcoin Cash's too, with tokens and without; the newer ones are Bitcoin's alone.
      bitcoin: [5, 6, 1],
      litecoin: [1, 6],
      bitcoin_cash: [5, 6, 4],
      monero: [1, 2],
      ton: [3, 4, 5],
    };
    const random = seededBytes(`count ${family}`);
    for (const write of writers[family])
      expect(texts[family] ?? [1], family).toContain(addressKeys(write(random)).length);
  });
});

describe("bytes that are expected at a place", () => {
  test("are there, whole and in their order", () => {
    const bytes = Uint8Array.of(1, 2, 3);
    expect([hasAt(bytes, 0, [1, 2, 3]), hasAt(bytes, 1, [2]), hasAt(bytes, 3, [])]).toEqual([true, true, true]);
    expect([hasAt(bytes, 2, [3, 4]), hasAt(bytes, 0, [1, 3]), hasAt(bytes, 1, [1])]).toEqual([false, false, false]);
  });

  test("are judged by what reads them: what throws is bad", () => {
    const fails = () => {
      throw new Error("no");
    };
    expect([verdict(() => true), verdict(() => false), verdict(fails)]).toEqual(["ok", "bad", "bad"]);
  });
});
