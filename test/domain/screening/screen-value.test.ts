import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { familyChains } from "../../../functions/domain/addresses/form.ts";
import { longestValue } from "../../../functions/domain/screening/screen-value.ts";
import { matchOf, otherWallet, ownEntryOf, read, subjectOf, wallet } from "../../support/screening/screen-samples.ts";

const bitcoin = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
const mistyped = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb";
const hash = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";

describe("a value that cannot be an address", () => {
  test.each([
    ["nothing", "", "empty"],
    ["a blank", " ", "white space (U+0020) at character 1"],
    ["a blank before it", ` ${bitcoin}`, "white space (U+0020) at character 1"],
    ["a line's end behind it", `${bitcoin}\n`, "white space (U+000A) at character 35"],
    ["a tab within it", "1A1z\tP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "white space (U+0009) at character 5"],
    ["a blank that breaks no line", `\u00a0${bitcoin}`, "white space (U+00A0)"],
    ["a zero-width blank", `1A1z\u200bP1eP5QGefi2DMPTfTL5SLmv7DivfNa`, "cannot be seen (U+200B) at character 5"],
    ["a zero-width joiner", `${bitcoin}\u200d`, "cannot be seen (U+200D)"],
    ["a byte order mark", `\ufeff${bitcoin}`, "U+FEFF"],
    ["a soft hyphen", `1A1z\u00adP1eP5QGefi2DMPTfTL5SLmv7DivfNa`, "cannot be seen (U+00AD)"],
    ["a turn of direction", `${bitcoin}\u202e`, "cannot be seen (U+202E)"],
    ["a filler that is a letter", `${bitcoin}\u3164`, "cannot be seen (U+3164)"],
    ["a variation selector", `${bitcoin}\ufe0f`, "cannot be seen (U+FE0F)"],
    ["a zero byte", `${bitcoin}\0`, "cannot be seen (U+0000)"],
    ["a Cyrillic a", bitcoin.replace("a", "\u0430"), "that no address has (U+0430)"],
    ["a Greek capital alpha", bitcoin.replace("A", "\u0391"), "that no address has (U+0391)"],
    ["a full-width one", bitcoin.replace("1", "\uff11"), "that no address has (U+FF11)"],
    ["a Kelvin sign", `bc1qw508d6qejxtdg4y5r3zarvary0c5xw7\u212av8f3t4`, "that no address has (U+212A)"],
    ["a letter of mathematics", `0x${"\u{1d7ce}".repeat(40)}`, "that no address has (U+1D7CE)"],
    ["half a character", `${bitcoin}\ud800`, "cannot be seen (U+D800)"],
    ["too much of it", "1".repeat(longestValue + 1), "longer than 256"],
  ])("%s: the refusal says what and where", (_, value, labels) => {
    for (const type of ["wallet", "transaction"])
      expect(read({ type, value })).toMatchObject({ code: "invalid_value", message: expect.stringContaining(labels) });
  });

  test("is refused before anything is looked up, even where the list would have it", () => {
    expect(read({ value: `${wallet} ` }, { matches: [matchOf()], own: [] })).toMatchObject({ code: "invalid_value" });
  });

  test("any other text is read or refused, and its refusal never repeats it", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme-ascii" }), fc.base64String());
    fc.assert(
      fc.property(fc.constantFrom("wallet", "transaction"), text, (type, value) => {
        const subject = read({ type, value });
        if (!("code" in subject)) return subject.value === value && /^[\x21-\x7e]{1,256}$/.test(value);
        return subject.code === "invalid_value" && (value.length < 4 || !subject.message.includes(value));
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("a type", () => {
  test("is wallet or transaction; transactions is another word for it", () => {
    expect(subjectOf({ type: "wallet" }).type).toBe("wallet");
    expect(subjectOf({ type: "transaction", value: hash }).type).toBe("transaction");
    expect(subjectOf({ type: "transactions", value: hash }).type).toBe("transaction");
  });

  test.each(["", "wallets", "Wallet", "entity", "constructor", "__proto__"])("%j is unsupported", (type) => {
    expect(read({ type })).toMatchObject({ code: "unsupported_type" });
  });
});

describe("a chain", () => {
  test("that is left out is told by the address", () => {
    expect(subjectOf({ value: otherWallet })).toMatchObject({ chain: "tron", family: "tron", checksum: "ok" });
    expect(subjectOf({ value: wallet })).toMatchObject({
      ...{ askedChain: null, chain: "ethereum", family: "evm", candidates: [...familyChains.evm], checksum: "ok" },
    });
  });

  test("that is given is taken where the address may be of it", () => {
    expect(subjectOf({ chain: "base" })).toMatchObject({ askedChain: "base", chain: "base", family: "evm" });
    const script = subjectOf({ value: "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", chain: "litecoin" });
    expect(script).toMatchObject({ chain: "litecoin", family: "litecoin" });
  });

  test("that the address contradicts is refused with its candidates", () => {
    expect(read({ value: otherWallet, chain: "ethereum" })).toMatchObject({
      ...{ code: "chain_mismatch", detail: { extra: { candidates: ["tron"] } } },
    });
    expect(read({ value: mistyped, chain: "tron" })).toMatchObject({ code: "chain_mismatch" });
    expect(read({ type: "transaction", value: hash, chain: "ethereum" })).toMatchObject({ code: "chain_mismatch" });
  });

  test.each(["", "evm", "Ethereum", "eth", "bitcoin_gold", "constructor", "x".repeat(10_000)])(
    "%j is unsupported",
    (chain) => {
      const refused = read({ chain });
      expect(refused).toMatchObject({ code: "unsupported_chain" });
      expect("message" in refused && refused.message.length).toBeLessThan(400);
    },
  );

  test("means nothing to what has no form", () => {
    expect(subjectOf({ value: "vitalik.eth", chain: "ethereum" })).toMatchObject({ chain: null, checksum: "bad" });
  });
});

describe("an address whose checksum does not hold", () => {
  test("is read as bad, and not refused", () => {
    expect(subjectOf({ value: mistyped })).toMatchObject({ chain: "bitcoin", checksum: "bad" });
    expect(subjectOf({ value: mistyped, chain: "bitcoin" })).toMatchObject({ chain: "bitcoin", checksum: "bad" });
    expect(subjectOf({ value: otherWallet.toLowerCase() })).toMatchObject({ chain: null, checksum: "bad" });
  });
});

describe("the one type given as the other", () => {
  test("is refused by name", () => {
    expect(read({ value: hash })).toMatchObject({
      ...{ code: "invalid_value", message: expect.stringContaining("a transaction's reference (bitcoin, tron") },
    });
    expect(read({ type: "transaction", value: otherWallet })).toMatchObject({
      ...{ code: "invalid_value", message: expect.stringContaining("a wallet's address (tron)") },
    });
  });
});

describe("a value on a list", () => {
  const listed = { matches: [matchOf()], own: [] };

  test("is never refused for its chain, form or type", () => {
    expect(subjectOf({ chain: "tron" }, listed)).toMatchObject({ askedChain: "tron", chain: "ethereum" });
    expect(subjectOf({ chain: "bitcoin_gold" }, listed)).toMatchObject({ chain: "ethereum" });
    expect(subjectOf({ type: "transaction" }, listed)).toMatchObject({ family: "evm", checksum: "bad" });
    expect(subjectOf({ value: "DFFJhnQNZf8rf67tYnesPu7MuGUpYtzv7Z-" }, listed).checksum).toBe("bad");
  });

  test("that has lost its capitals is of the chain that the list's own text tells", () => {
    const matches = [matchOf({ address: otherWallet })];
    const subject = subjectOf({ value: otherWallet.toLowerCase() }, { matches, own: [] });
    expect(subject).toMatchObject({ family: "tron", chain: "tron", checksum: "bad" });
  });

  test("that has lost its capitals on the list too is of the chain that it looks like", () => {
    const value = otherWallet.toLowerCase();
    const subject = subjectOf({ value }, { matches: [matchOf({ address: value })], own: [] });
    expect(subject).toMatchObject({ family: "tron", chain: "tron", checksum: "bad" });
  });

  test("an own block counts as one, an own allowance and history do not", () => {
    const input = { value: otherWallet, chain: "base" };
    expect(subjectOf(input, { matches: [], own: [ownEntryOf()] }).chain).toBe("tron");
    const others = { matches: [matchOf({ removedAt: "2026-01-01T00:00:00Z" })], own: [ownEntryOf({ kind: "allow" })] };
    expect(read(input, others)).toMatchObject({ code: "chain_mismatch" });
  });
});
