import { describe, expect, test } from "vitest";
import {
  type LinkedRecord,
  linkedId,
  linkNumber,
  linkToken,
  wholeAddress,
} from "../../../functions/app/core/link-token.ts";
import { idBytes, idOfBytes } from "../../../functions/domain/core/id.ts";

const [old, young] = ["o".repeat(64), "y".repeat(64)] as const;
const invoice: LinkedRecord = { id: "inv_01KC3GQZ5E8YVJ6W2T4N7RXDBM", tenantId: "ten_01KC3GQZ5E8YVJ6W2T4N7RXDBN" };

/** Keys that are these, and those where they are asked for again. */
function keysOf(now: readonly string[], again = now) {
  return async (asked?: "again") => (asked ? again : now);
}

describe("the token of a link", () => {
  test("names its record, and is another for another key, tenant, record or number", () => {
    const token = linkToken(old, invoice, 1);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect([linkToken(old, invoice, 1), linkedId(token, "inv")]).toEqual([token, invoice.id]);
    const others = [
      linkToken(young, invoice, 1),
      linkToken(old, { ...invoice, tenantId: "ten_01KC3GQZ5E8YVJ6W2T4N7RXDBP" }, 1),
      linkToken(old, { ...invoice, id: "esc_01KC3GQZ5E8YVJ6W2T4N7RXDBM" }, 1),
      linkToken(old, invoice, 2),
    ];
    expect(new Set([token, ...others]).size).toBe(5);
  });

  test("has every id in it, the first and the last that there are", () => {
    for (const ulid of ["00000000000000000000000000", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", invoice.id.slice(4)])
      expect(idOfBytes("inv", idBytes(`inv_${ulid}`))).toBe(`inv_${ulid}`);
  });

  test("is known by its number: the latest, and the hundred before it", async () => {
    const numberOf = (nth: number, latest: number) =>
      linkNumber(keysOf([old]), invoice, latest, linkToken(old, invoice, nth));
    expect(await Promise.all([numberOf(1, 1), numberOf(1, 2), numberOf(2, 1)])).toEqual([1, 1, undefined]);
    expect(await Promise.all([numberOf(50, 150), numberOf(49, 150)])).toEqual([50, undefined]);
    expect(await linkNumber(keysOf([old]), invoice, 1, "")).toBeUndefined();
  });
});

describe("the keys of links", () => {
  test("make links by the first one, and open those of each until it is taken away", async () => {
    const before = await wholeAddress({ linkKeys: keysOf([old]) }, invoice, "https://pay.test/i/{1}");
    const rotated = keysOf([young, old]);
    const after = await wholeAddress({ linkKeys: rotated }, invoice, "https://pay.test/i/{1}");
    expect(after).not.toBe(before);
    for (const address of [before, after]) expect(await linkNumber(rotated, invoice, 1, address.slice(-43))).toBe(1);
    expect(await linkNumber(keysOf([young]), invoice, 1, before.slice(-43))).toBeUndefined();
  });

  test("are read again for a link of one that was put there since", async () => {
    expect(await linkNumber(keysOf([old], [young, old]), invoice, 1, linkToken(young, invoice, 1))).toBe(1);
  });
});

describe("an address", () => {
  test("is made whole where it is kept by a number alone", async () => {
    const whole = (address: string) => wholeAddress({ linkKeys: keysOf([old]) }, invoice, address);
    for (const address of ["https://pay.test/i/x", "https://pay.test/i/{1}/pdf", "https://pay.test/i/{x}", ""])
      expect(await whole(address)).toBe(address);
    expect(await whole("https://pay.test/i/{7}")).toBe(`https://pay.test/i/${linkToken(old, invoice, 7)}`);
  });
});
