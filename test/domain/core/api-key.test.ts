import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keyIdOf, matchesDigest, mintApiKey, secretDigest } from "../../../functions/app/core/api-key.ts";

const id = "key_01K0000000000000000000000Z";
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const keyId = fc
  .string({ unit: fc.constantFrom(...crockford), minLength: 26, maxLength: 26 })
  .map((text) => `key_${text}`);

describe("an API key", () => {
  test("says its environment and its id, has 256 bits of its own and a checksum", () => {
    const key = mintApiKey("test", id);
    expect(key).toMatch(/^slc_test_01K0000000000000000000000Z_[0-9A-Za-z]{49}$/);
    expect(mintApiKey("test", id)).not.toBe(key);
  });

  test("is read in its own environment and in no other", () => {
    fc.assert(
      fc.property(keyId, fc.constantFrom("test" as const, "live" as const), (each, environment) => {
        const key = mintApiKey(environment, each);
        expect(keyIdOf(key, environment)).toBe(each);
        expect(keyIdOf(key, environment === "test" ? "live" : "test")).toBeUndefined();
      }),
      { numRuns: 10_000 },
    );
  });

  test("with any one character changed is none", () => {
    const key = mintApiKey("live", id);
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom(..."0123456789ABCXYZabcxyz_-"), (at, character) => {
        const other = key.slice(0, at) + character + key.slice(at + 1);
        expect(keyIdOf(other, "live")).toBe(other === key ? id : undefined);
      }),
      { numRuns: 10_000 },
    );
  });

  test.each(["", "slc_test_", "Bearer", "slc_prod_x_y", "\u0000", "🔑".repeat(40), "a".repeat(100_000)])(
    "%# that is not shaped like one is none",
    (text) => {
      expect(keyIdOf(text, "test")).toBeUndefined();
    },
  );

  test("is kept as a digest that tells it from any other", () => {
    const [one, other] = [mintApiKey("test", id), mintApiKey("test", id)];
    expect(secretDigest(one)).toMatch(/^[0-9a-f]{64}$/);
    expect(matchesDigest(one, secretDigest(one))).toBe(true);
    expect(matchesDigest(other, secretDigest(one))).toBe(false);
  });
});
