import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { screeningOperationOf } from "../../support/runner/lambdas.ts";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";
import type { AccountOwner } from "../../support/screening/deployed-screening.ts";
import { otherWallet, seededBytes, wallet } from "../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
const random = seededBytes("batch");

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
});

afterAll(() => deployed.stop());

interface Result {
  readonly index: number;
  readonly status: number;
  readonly code?: string;
  readonly error?: string;
  readonly screen?: { readonly id: string; readonly value: string; readonly action: string };
}

async function batch({ apiKey }: AccountOwner, items: readonly unknown[]) {
  const reply = await deployed.call("screenBatch", apiKey, {}, { items });
  expect(reply.status, reply.text.slice(0, 300)).toBe(200);
  const { results } = JSON.parse(reply.text) as { results: Result[] };
  expect(results.map(({ index }) => index)).toEqual(items.map((_, index) => index));
  return { results, headers: reply.headers };
}

function wallets(count: number): { type: string; value: string }[] {
  return Array.from({ length: count }, () => ({
    type: "wallet",
    value: `0x${Buffer.from(random(20)).toString("hex")}`,
  }));
}

describe("a batch", () => {
  test("answers each question in its place, whatever is wrong with others", async () => {
    const owner = await deployed.account("pro");
    const { results, headers } = await batch(owner, [
      { type: "wallet", value: wallet },
      { type: "wallet", value: otherWallet },
      { type: "wallet", value: "" },
      { type: "person", value: otherWallet },
      { type: "wallet", value: otherWallet, chain: "narnia" },
      { type: "wallet", value: otherWallet, chain: "bitcoin" },
      { type: "wallet" },
      null,
      "text",
      { type: "wallet", value: otherWallet, note: 1 },
      { type: "transaction", value: "ab".repeat(32) },
    ]);
    expect(results.map(({ status, code, screen }) => [status, code ?? screen?.action])).toEqual([
      [200, "block"],
      [200, "allow"],
      [400, "invalid_value"],
      [400, "unsupported_type"],
      [400, "unsupported_chain"],
      [400, "chain_mismatch"],
      [400, "invalid_request"],
      [400, "invalid_request"],
      [400, "invalid_request"],
      [400, "invalid_request"],
      [200, "review"],
    ]);
    for (const { status, error } of results) if (status !== 200) expect(error).toMatch(/\w/);
    expect(await deployed.used(owner.apiKey)).toBe(3);
    expect(headers).toMatchObject({ "x-usage-limit": "3000", "x-usage-used": "3" });
  });

  test("of a hundred is a hundred screens, each to be read back", async () => {
    const owner = await deployed.account("pro");
    const items = wallets(100);
    const { results } = await batch(owner, items);
    expect(results.map(({ screen }) => screen?.value)).toEqual(items.map(({ value }) => value));
    expect(await deployed.used(owner.apiKey)).toBe(100);
    const last = results.at(-1)?.screen;
    const read = await deployed.call("getScreen", owner.apiKey, { id: last?.id ?? "" });
    expect(JSON.parse(read.text)).toEqual(last);
  });

  test("that asks the same twice is two screens", async () => {
    const owner = await deployed.account("pro");
    const { results } = await batch(
      owner,
      [0, 1].map(() => ({ type: "wallet", value: otherWallet })),
    );
    expect(new Set(results.map(({ screen }) => screen?.id)).size).toBe(2);
    expect(await deployed.used(owner.apiKey)).toBe(2);
  });
});

describe("a plan with fewer screenings left than a batch has questions", () => {
  test("answers the first ones, and refuses the rest one by one", async () => {
    const owner = await deployed.account("free");
    await batch(owner, wallets(95));
    const input = [{ type: "wallet", value: "" }, ...wallets(8)];
    const { results, headers } = await batch(owner, input);
    expect(results.map(({ status }) => status)).toEqual([400, 200, 200, 200, 200, 200, 429, 429, 429]);
    expect(results.at(-1)).toMatchObject({ code: "plan_limit_reached" });
    expect(headers).toMatchObject({ "x-usage-limit": "100", "x-usage-used": "100" });
    const one = await deployed.call("screenValue", owner.apiKey, {}, wallets(1)[0]);
    expect([one.status, JSON.parse(one.text)]).toMatchObject([
      429,
      { code: "plan_limit_reached", limit: 100, used: 100, resetsAt: expect.any(String) },
    ]);
    expect(Number(one.headers["retry-after"])).toBeGreaterThan(0);
    expect(one.headers["x-usage-reset"]).toBe(JSON.parse(one.text).resetsAt);
    expect(await deployed.used(owner.apiKey)).toBe(100);
  });

  test("passes exactly what is left, however many batches and screens come at once", async () => {
    const owner = await deployed.account("free");
    // As many requests as the plan lets through at once.
    const batches = Array.from({ length: 3 }, () => batch(owner, wallets(40)));
    const singles = wallets(2).map((body) => deployed.call("screenValue", owner.apiKey, {}, body));
    const inBatches = (await Promise.all(batches)).flatMap(({ results }) => results);
    const statuses = [...inBatches, ...(await Promise.all(singles))].map(({ status }) => status);
    expect(Object.groupBy(statuses, String)[200]).toHaveLength(100);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(await deployed.used(owner.apiKey)).toBe(100);
  });

  test("asks no key again that it has answered", async () => {
    const owner = await deployed.account("free");
    const keyed = { "idempotency-key": "first" };
    const [body] = wallets(1);
    const first = await deployed.call("screenValue", owner.apiKey, {}, body, keyed);
    await batch(owner, wallets(99));
    const again = await deployed.call("screenValue", owner.apiKey, {}, body, keyed);
    expect([again.status, again.text]).toEqual([200, first.text]);
  });
});

test("its path answers no other method, though a screen's id would stand there", async () => {
  const { apiKey } = await deployed.account("pro");
  const headers = { authorization: `Bearer ${apiKey}` };
  const { path } = screeningOperationOf("screenBatch");
  const reply = await deployed.send(screeningOperationOf("screenBatch"), { method: "DELETE", path, headers });
  expect([reply.status, reply.headers.allow]).toEqual([405, "POST"]);
});

test("a suspended account screens nothing, and reads what it has", async () => {
  const owner = await deployed.account("pro");
  const { results } = await batch(owner, wallets(1));
  const status = { status: "suspended" };
  await deployed.call("changeAccount", deployed.operatorToken, { id: owner.id }, status);
  const replies = await Promise.all([
    deployed.call("screenValue", owner.apiKey, {}, wallets(1)[0]),
    deployed.call("screenBatch", owner.apiKey, {}, { items: wallets(2) }),
    deployed.call("getScreen", owner.apiKey, { id: results[0]?.screen?.id ?? "" }),
  ]);
  expect(replies.map((reply) => reply.status)).toEqual([403, 403, 200]);
  expect(await deployed.used(owner.apiKey)).toBe(1);
});
