import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mintApiKey } from "../../../functions/app/core/api-key.ts";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";
import type { AccountOwner } from "../../support/screening/deployed-screening.ts";
import { otherWallet, wallet } from "../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
let owner: AccountOwner;
let usedBefore: number;

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
  owner = await deployed.account("starter");
});

afterAll(() => deployed.stop());

// Whatever is refused: nothing is counted, and no screen is kept.
beforeEach(async () => {
  await deployed.advance(120);
  usedBefore = await deployed.used(owner.apiKey);
});

afterEach(async () => {
  expect(await deployed.used(owner.apiKey)).toBe(usedBefore);
  expect(deployed.aws.store.rows().filter(({ type }) => type === "screen")).toEqual([]);
});

async function screen(body: unknown, apiKey = owner.apiKey) {
  const reply = await deployed.call("screenValue", apiKey, {}, body);
  return { status: reply.status, headers: reply.headers, body: JSON.parse(reply.text) };
}

describe("a value that cannot be an address of any kind", () => {
  const values = {
    "that is empty": "",
    "of white space": "   ",
    "of 257 characters": "a".repeat(257),
    "of 200,000 characters": "a".repeat(200_000),
    "with a space before it": ` ${otherWallet}`,
    "with a line break after it": `${otherWallet}\n`,
    "with a tab in it": `${otherWallet.slice(0, 9)}\t${otherWallet.slice(9)}`,
    "with a no-break space around it": `\u00a0${otherWallet}\u00a0`,
    "with a zero-width space in it": `${otherWallet.slice(0, 9)}\u200b${otherWallet.slice(9)}`,
    "with a zero-width joiner at its end": `${otherWallet}\u200d`,
    "with a byte-order mark before it": `\ufeff${otherWallet}`,
    "with a soft hyphen in it": `${otherWallet.slice(0, 9)}\u00ad${otherWallet.slice(9)}`,
    "with its direction turned": `\u202e${otherWallet}`,
    "with a Cyrillic letter that looks like its own": otherWallet.replace("T", "\u0422"),
    "with a Greek letter that looks like its own": otherWallet.replace("N", "\u039d"),
    "in full-width letters": otherWallet.replace("T", "\uff34"),
    "with a combining mark": `${otherWallet}\u0301`,
    "of an emoji": "\u{1f4b8}",
    "with a NUL": `${otherWallet}\u0000`,
    "with half a character": `${otherWallet}\ud800`,
    "on a list, with a zero-width space in it": `${wallet}\u200b`,
  };

  test.each(Object.entries(values))("%s is told why", async (_, value) => {
    const { status, headers, body } = await screen({ type: "wallet", value });
    expect([status, body.code]).toEqual([400, "invalid_value"]);
    expect(body.error).not.toContain("a".repeat(100));
    expect(headers).toMatchObject({ "x-usage-limit": "500", "x-usage-used": String(usedBefore) });
  });
});

describe("a transaction's reference that is given as a wallet", () => {
  const references = {
    "an Ethereum hash": `0x${"ab".repeat(32)}`,
    "a Bitcoin or Tron hash": "ab".repeat(32),
    "a Solana signature": `5${"VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQU".slice(0, 86)}`,
    "an XRP hash": "AB".repeat(32),
    "an Algorand transaction's id": `${"ABCDEFGH".repeat(6)}ABCA`,
  };

  test.each(Object.entries(references))("%s is told for what it is", async (_, value) => {
    const { status, body } = await screen({ type: "wallet", value });
    expect([status, body.code], JSON.stringify(body)).toEqual([400, "invalid_value"]);
    expect(body.error).toMatch(/transaction/);
  });

  test("and a wallet that is given as a transaction, too", async () => {
    const { status, body } = await screen({ type: "transaction", value: otherWallet });
    expect([status, body.code]).toEqual([400, "invalid_value"]);
    expect(body.error).toMatch(/wallet/);
  });
});

describe("a question that is not understood", () => {
  test.each([
    ["an unknown type", { type: "person", value: otherWallet }, "unsupported_type"],
    ["a type in capitals", { type: "WALLET", value: otherWallet }, "unsupported_type"],
    ["an unknown chain", { type: "wallet", value: otherWallet, chain: "narnia" }, "unsupported_chain"],
    ["an empty chain", { type: "wallet", value: otherWallet, chain: "" }, "unsupported_chain"],
    ["a chain of Object's own", { type: "wallet", value: otherWallet, chain: "__proto__" }, "unsupported_chain"],
    ["another chain than its own", { type: "wallet", value: otherWallet, chain: "ethereum" }, "chain_mismatch"],
    ["no value", { type: "wallet" }, "invalid_request"],
    ["no type", { value: otherWallet }, "invalid_request"],
    ["a number for a value", { type: "wallet", value: 5 }, "invalid_request"],
    ["a list for a value", { type: "wallet", value: [otherWallet] }, "invalid_request"],
    ["a field too many", { type: "wallet", value: otherWallet, note: "x" }, "invalid_request"],
    ["a list", [{ type: "wallet", value: otherWallet }], "invalid_request"],
    ["nothing", null, "invalid_request"],
  ])("with %s is refused with a code of its own", async (_, body, code) => {
    const reply = await screen(body);
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    if (code === "invalid_request") expect(reply.body.fields).not.toEqual([]);
    if (code === "chain_mismatch") expect(reply.body.candidates).toEqual(["tron"]);
  });
});

describe("a key", () => {
  test.each([
    ["of the other environment", () => mintApiKey("live", `key_${owner.apiKey.slice(9, 35)}`)],
    ["of nobody", () => mintApiKey("test", "key_7ZZZZZZZZZZZZZZZZZZZZZZZZZ")],
    ["that was misspelt", () => `${owner.apiKey.slice(0, -1)}${owner.apiKey.endsWith("0") ? 1 : 0}`],
    ["that is an operator's", () => deployed.operatorToken],
  ])("%s screens nothing", async (_, key) => {
    const { status, headers, body } = await screen({ type: "wallet", value: otherWallet }, key());
    expect([status, body.code]).toEqual([401, "invalid_api_key"]);
    expect(headers["x-usage-limit"]).toBeUndefined();
  });
});

describe("a batch", () => {
  const batch = (items: unknown) => deployed.call("screenBatch", owner.apiKey, {}, { items });
  const item = { type: "wallet", value: otherWallet };

  test.each([
    ["of nothing", []],
    ["of 101", Array.from({ length: 101 }, () => item)],
    ["that is no list", item],
    ["that is missing", undefined],
  ])("%s is refused whole", async (_, items) => {
    const reply = await batch(items);
    const body = JSON.parse(reply.text);
    expect([reply.status, body.code]).toEqual([400, "invalid_request"]);
    expect(body.fields[0].path).toBe("items");
  });
});

test("a list that nobody has loaded, or that cannot be read, lets nobody be screened", async () => {
  const { body, rows } = { body: { type: "wallet", value: otherWallet }, rows: deployed.aws.files };
  const stored = [...rows];
  await deployed.publish([wallet, "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL"]);
  rows.clear();
  const reply = await screen(body);
  expect([reply.status, reply.body.code]).toEqual([503, "provider_unavailable"]);
  expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
  const many = await deployed.call("screenBatch", owner.apiKey, {}, { items: [body] });
  expect([many.status, JSON.parse(many.text).code]).toEqual([503, "provider_unavailable"]);
  for (const [path, file] of stored) rows.set(path, file);
});
