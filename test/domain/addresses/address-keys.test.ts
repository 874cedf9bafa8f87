import { describe, expect, test } from "vitest";
import { addressKeys, recordKeys } from "../../../functions/domain/addresses/address-keys.ts";
import type { ChainFamily } from "../../../functions/domain/addresses/form.ts";
import { writers } from "../../support/screening/addresses.ts";
import { otherWallet, seededBytes, wallet } from "../../support/screening/screen-samples.ts";

const small = (texts: readonly string[]) => texts.map((text) => text.toLowerCase()).sort();

/** Texts of one address each; whichever is asked, every other is among its keys. */
const twins: Readonly<Record<string, readonly string[]>> = {
  // The specification's own vectors for keys and scripts; the ones with tokens from CHIP-2022-02.
  "a Bitcoin Cash key": [
    "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu",
    "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
    "QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A",
    "bitcoincash:zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9w",
  ],
  "a Bitcoin Cash script": [
    "3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC",
    "BITCOINCASH:PPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVN0H829PQ",
    "ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq",
    "rpm2qsznhks23z7629mms6s4cwef74vcwv59yeyr7n",
  ],
  "a Litecoin script in its old form and its new one": [
    "3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC",
    "MJiPwX84iBe4WnFDwsYGgtnz1XonPhUqhf",
  ],
  "a TON wallet": [
    "0:ed1691307050047117b998b561d8de82d31fbf84910ced6eb5fc92e7485ef8a7",
    "EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2",
    "UQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p9dz",
    "EQDtFpEwcFAEcRe5mLVh2N6C0x+/hJEM7W61/JLnSF74p4q2",
  ],
  "a TRON wallet and its hex": [otherWallet, "41a614f803b6fd780986a42c78ec9c7f77e6ded13c"],
  "an EVM wallet without its 0x": [wallet, wallet.slice(2)],
};

describe("the keys of an address", () => {
  test.each(Object.entries(twins))("%s: every text of it leads to the others", (_, texts) => {
    for (const text of texts) expect(addressKeys(text)).toEqual(expect.arrayContaining(small(texts)));
  });

  test("an integrated Monero address leads to the account that it pays, with any payment id", () => {
    const random = seededBytes("monero");
    const keys = random(64);
    const account = writers.monero[0]?.(() => keys) ?? "";
    for (let round = 0; round < 20; round += 1) {
      const integrated = writers.monero[2]?.((length) => Buffer.concat([keys, random(length - 64)])) ?? "";
      expect(integrated).toHaveLength(106);
      expect(addressKeys(integrated)).toEqual([integrated.toLowerCase(), account.toLowerCase()]);
    }
    expect(addressKeys(account)).toEqual([account.toLowerCase()]);
  });

  test("a text whose checksum does not hold has no other key than itself", () => {
    for (const text of ["1BpEi6DfDAUFd7GtittLSdBeYJvcoaVgg1", otherWallet.toLowerCase(), "no address", "__proto__"])
      expect(addressKeys(text)).toEqual([text.toLowerCase()]);
  });

  test("addresses that share a hash and not a form are two addresses", () => {
    const key = addressKeys("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2");
    for (const each of addressKeys("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq")) expect(key).not.toContain(each);
  });
});

/** Whether a record of what was paid to is found by a listing. */
const isFound = (paid: string, listed: string) => {
  const keys = addressKeys(listed);
  return recordKeys(paid).some((key) => keys.includes(key));
};

describe("a record of what was paid to", () => {
  test.each(Object.entries(twins))("%s: is found by any text of it, in small letters too", (_, texts) => {
    for (const paid of texts)
      for (const listed of [...texts, ...small(texts)]) expect(isFound(paid, listed), `${paid} ${listed}`).toBe(true);
  });

  test("to an integrated Monero address is found by its account, and by another of its integrated ones", () => {
    const random = seededBytes("monero paid");
    const keys = random(64);
    const integrated = () => writers.monero[2]?.((length) => Buffer.concat([keys, random(length - 64)])) ?? "";
    const account = writers.monero[0]?.(() => keys) ?? "";
    const [paid, other] = [integrated(), integrated()];
    expect([account, account.toLowerCase(), other].map((listed) => isFound(paid, listed))).toEqual([true, true, true]);
    expect(isFound(account, paid)).toBe(true);
    // Once it is small its keys cannot be read, and so nor whom it pays.
    expect(isFound(account, paid.toLowerCase())).toBe(false);
  });

  test("has one key alone where every text leads back to it", () => {
    for (const address of [wallet, otherWallet, "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu"])
      expect(recordKeys(address)).toEqual([address.toLowerCase()]);
    expect(recordKeys("")).toEqual([""]);
  });
});

describe("an address of random bytes", () => {
  test.each(Object.keys(writers) as ChainFamily[])("of %s: is found by all of its keys", (family) => {
    const random = seededBytes(`found ${family}`);
    for (let round = 0; round < 50; round += 1) {
      const paid = writers[family][round % writers[family].length]?.(random) ?? "";
      for (const key of addressKeys(paid)) expect(isFound(paid, key), `${paid} ${key}`).toBe(true);
    }
  });

  test.each(Object.keys(writers) as ChainFamily[])("of %s: its keys are those of its keys", (family) => {
    const random = seededBytes(`keys ${family}`);
    const seen = new Set<string>();
    for (let round = 0; round < 300; round += 1) {
      const address = writers[family][round % writers[family].length]?.(random) ?? "";
      const keys = addressKeys(address);
      expect(keys[0]).toBe(address.toLowerCase());
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of keys) {
        // One that has lost its capitals with its base58 cannot be read any more.
        const again = addressKeys(key);
        if (again.length > 1) expect(again.toSorted(), key).toEqual(keys.toSorted());
        expect(seen.has(key), key).toBe(false);
      }
      for (const key of keys) seen.add(key);
    }
  });
});
