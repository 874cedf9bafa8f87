import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressKeys } from "../../../functions/domain/addresses/address-keys.ts";
import { type ParsedList, storedIndex } from "../../../functions/domain/screening/list-entry.ts";
import { buildIndex, changesBetween, ListIndex, versionOf } from "../../../functions/domain/screening/list-index.ts";
import { writers } from "../../support/screening/addresses.ts";
import { listOf, otherWallet, partyOf, seededBytes, wallet } from "../../support/screening/screen-samples.ts";

const file = { list: "ofac_sdn", sha256: "b".repeat(64) };
const monday = "2026-08-17T00:00:00.000Z";
const tuesday = "2026-08-18T00:00:00.000Z";
const wednesday = "2026-08-19T00:00:00.000Z";

function lookUp(stored: Parameters<typeof versionOf>[0], value: string) {
  return new ListIndex(stored).lookUp(addressKeys(value)).map(({ party, removedAt }) => [party.name, removedAt]);
}

const first = buildIndex(listOf([wallet, otherWallet]), null, file, monday);

describe("a list", () => {
  test("finds an address in any case of its letters, with its party", () => {
    for (const value of [wallet, wallet.toLowerCase(), wallet.toUpperCase(), wallet.slice(2)])
      expect(lookUp(first, value), value).toEqual([["Ivan EXAMPLE", null]]);
    expect(lookUp(first, "0x0000000000000000000000000000000000000000")).toEqual([]);
    expect(lookUp(first, "__proto__")).toEqual([]);
  });

  test("finds every party of an address that several have, each once", () => {
    const parsed: ParsedList = {
      ...listOf([wallet]),
      parties: [partyOf(), partyOf({ uid: "200", name: "EXAMPLE BANK", kind: "entity" })],
      addresses: [
        { address: wallet, asset: "ETH", partyUid: "100" },
        { address: wallet.toLowerCase(), asset: "USDT", partyUid: "100" },
        { address: wallet, asset: "ETH", partyUid: "200" },
      ],
    };
    const stored = buildIndex(parsed, null, file, monday);
    expect(lookUp(stored, wallet)).toEqual([
      ["Ivan EXAMPLE", null],
      ["EXAMPLE BANK", null],
    ]);
    expect(versionOf(stored)).toEqual({ ...file, publishedAt: "2026-08-20", records: 1 });
  });

  test.each([
    ["qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu"],
    ["1bpei6dfdaufd7gtittlsdbeyjvcoavggu", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"],
    [otherWallet.toLowerCase(), "41a614f803b6fd780986a42c78ec9c7f77e6ded13c"],
    [
      "0:ed1691307050047117b998b561d8de82d31fbf84910ced6eb5fc92e7485ef8a7",
      "UQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p9dz",
    ],
  ])("that has %s finds it by another text of it", (published, input) => {
    expect(lookUp(buildIndex(listOf([published]), null, file, monday), input)).toHaveLength(1);
  });

  test("that has an integrated Monero address finds its account, and the account its integrated ones", () => {
    const keys = seededBytes("monero")(64);
    const account = writers.monero[0]?.(() => keys) ?? "";
    const integrated = [1, 2].map(
      (id) => writers.monero[2]?.((length) => Buffer.concat([keys, Buffer.alloc(length - 64, id)])) ?? "",
    );
    for (const published of [account, integrated[0] ?? ""])
      for (const input of [account, ...integrated])
        expect(lookUp(buildIndex(listOf([published]), null, file, monday), input), input).toHaveLength(1);
  });

  test("leaves an address out whose party is missing", () => {
    const parsed = { ...listOf([wallet]), parties: [] };
    expect(buildIndex(parsed, null, file, monday).addresses).toEqual([]);
  });
});

describe("a list's next version", () => {
  const second = buildIndex(listOf([wallet]), first, file, tuesday);

  test("keeps what was taken off as history, with the day on which it was first seen gone", () => {
    expect(lookUp(second, otherWallet)).toEqual([["Ivan EXAMPLE", tuesday]]);
    expect(lookUp(second, wallet)).toEqual([["Ivan EXAMPLE", null]]);
    expect(versionOf(second).records).toBe(1);
  });

  test("keeps that day in all later versions, and the party that has no address left", () => {
    const third = buildIndex(listOf([]), second, file, wednesday);
    expect(lookUp(third, otherWallet)).toEqual([["Ivan EXAMPLE", tuesday]]);
    expect(lookUp(third, wallet)).toEqual([["Ivan EXAMPLE", wednesday]]);
  });

  test("forgets the history of what is on it again", () => {
    const third = buildIndex(listOf([wallet, otherWallet]), second, file, wednesday);
    expect(third.removed).toEqual([]);
    expect(third).toEqual(first);
  });

  test("tells what it changed", () => {
    expect(changesBetween(null, first).added.map(({ address }) => address)).toEqual([wallet, otherWallet]);
    expect(changesBetween(first, second)).toEqual({
      ...{ added: [], removed: [{ address: otherWallet, asset: "XBT", partyUid: "100" }] },
    });
    expect(changesBetween(second, first).added).toHaveLength(1);
    expect(changesBetween(first, first)).toEqual({ added: [], removed: [] });
  });

  test("changes nothing where a publisher has written an address in another case", () => {
    const again = buildIndex(listOf([wallet.toLowerCase(), otherWallet]), first, file, tuesday);
    expect(changesBetween(first, again)).toEqual({ added: [], removed: [] });
    expect(again.removed).toEqual([]);
  });
});

describe("any versions one after the other", () => {
  const letters = ["aa", "Aa", "bb", "cc", "dd", "ee"];
  const some = fc.array(fc.record({ address: fc.constantFrom(...letters), partyUid: fc.constantFrom("1", "2", "3") }), {
    maxLength: 10,
  });

  test("everything that was ever listed is listed or history, and never both for one party", () => {
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 6 }), (versions) => {
        let index: ReturnType<typeof buildIndex> | null = null;
        const ever = new Set<string>();
        for (const [at, addresses] of versions.entries()) {
          const parties = ["1", "2", "3"].map((uid) => partyOf({ uid }));
          const parsed = { ...listOf([]), parties, addresses: addresses.map((each) => ({ ...each, asset: "XBT" })) };
          const next = buildIndex(parsed, index, file, `2026-08-1${at}`);
          const { added, removed } = changesBetween(index, next);
          const before = new Set(index ? pairs(index.addresses, index) : []);
          for (const pair of namesOf(removed)) before.delete(pair);
          for (const pair of namesOf(added)) before.add(pair);
          expect(before).toEqual(new Set(pairs(next.addresses, next)));
          index = storedIndex.parse(JSON.parse(JSON.stringify(next)));
          for (const { address, partyUid } of addresses) ever.add(`${address.toLowerCase()} ${partyUid}`);
          const all = [...pairs(index.addresses, index), ...pairs(index.removed, index)];
          expect(all.toSorted()).toEqual([...ever].toSorted());
        }
      }),
      { numRuns: 500 },
    );
  });
});

function pairs(
  entries: readonly (readonly [string, string, number, ...string[]])[],
  { parties }: { parties: readonly { uid: string }[] },
): string[] {
  return entries.map(([address, , at]) => `${address.toLowerCase()} ${parties[at]?.uid}`);
}

function namesOf(listed: readonly { address: string; partyUid: string }[]): string[] {
  return listed.map(({ address, partyUid }) => `${address.toLowerCase()} ${partyUid}`);
}
