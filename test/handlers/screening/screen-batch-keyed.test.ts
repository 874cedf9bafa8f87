import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";
import type { AccountOwner } from "../../support/screening/deployed-screening.ts";
import { otherWallet, seededBytes, wallet } from "../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
const random = seededBytes("keyed batch");

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
});

afterAll(() => deployed.stop());

function wallets(count: number): { type: string; value: string }[] {
  return Array.from({ length: count }, () => ({
    type: "wallet",
    value: `0x${Buffer.from(random(20)).toString("hex")}`,
  }));
}

function batch({ apiKey }: AccountOwner, items: readonly unknown[], key = "payroll-11") {
  return deployed.call("screenBatch", apiKey, {}, { items }, { "idempotency-key": key });
}

function statusesOf(text: string): number[] {
  return JSON.parse(text).results.map(({ status }: { status: number }) => status);
}

describe("a batch under a key", () => {
  test("is answered again to the byte, says that it is and how old, and counts once", async () => {
    const owner = await deployed.account("pro");
    const items = [{ type: "wallet", value: wallet }, ...wallets(98), { type: "wallet", value: "" }];
    const first = await batch(owner, items);
    await deployed.advance(90);
    const again = await batch(owner, items);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(first.headers).not.toHaveProperty("idempotent-replay");
    expect(first.headers).not.toHaveProperty("x-verdict-age");
    expect(again.headers).toMatchObject({ "idempotent-replay": "true", "x-usage-used": "99" });
    expect(Number(again.headers["x-verdict-age"])).toBeGreaterThanOrEqual(90);
    expect(await deployed.used(owner.apiKey)).toBe(99);
  });

  test("by 64 at once is done once, and all are told the same", async () => {
    const owner = await deployed.account("pro");
    const items = wallets(60);
    const replies = await Promise.all(Array.from({ length: 64 }, () => batch(owner, items)));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await deployed.used(owner.apiKey)).toBe(60);
    const screens = deployed.aws.store.rows().filter(({ type, body }) => {
      const { state } = (body ?? {}) as { state?: { accountId?: string } };
      return type === "screen" && state?.accountId === owner.id;
    });
    expect(screens).toHaveLength(60);
  });

  test("is refused for any other batch, which counts nothing", async () => {
    const owner = await deployed.account("pro");
    const items = wallets(3);
    await batch(owner, items);
    for (const others of [items.slice(1), items.toReversed(), wallets(3)]) {
      const { status, text } = await batch(owner, others);
      expect([status, JSON.parse(text).code]).toEqual([409, "idempotency_key_reuse"]);
    }
    expect(await deployed.used(owner.apiKey)).toBe(3);
  });

  test("by two at once for different batches is one of them", async () => {
    const owner = await deployed.account("pro");
    const replies = await Promise.all([wallets(60), wallets(60)].map((items) => batch(owner, items)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await deployed.used(owner.apiKey)).toBe(60);
  });

  test("is nobody else's, nor another route's", async () => {
    const [owner, other] = [await deployed.account("pro"), await deployed.account("pro")];
    const items = wallets(1);
    await batch(owner, items);
    const body = { value: otherWallet, webhook: "http://127.0.0.1:9/" };
    const keyed = { "idempotency-key": "payroll-11" };
    const replies = [
      await batch(other, items),
      await deployed.call("screenValue", owner.apiKey, {}, items[0], keyed),
      await deployed.call("openMonitor", owner.apiKey, {}, body, keyed),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 201]);
    for (const { headers } of replies) expect(headers).not.toHaveProperty("idempotent-replay");
    expect([await deployed.used(owner.apiKey), await deployed.used(other.apiKey)]).toEqual([3, 1]);
  });
});

describe("a batch under a key, of which the month had screenings for a part", () => {
  test("is gone on with when there are more, and has what it had as it was", async () => {
    const owner = await deployed.account("free");
    await batch(owner, wallets(97), "before");
    await deployed.advance(60);
    const items = wallets(5);
    const first = await batch(owner, items);
    expect(statusesOf(first.text)).toEqual([200, 200, 200, 429, 429]);
    await deployed.advance(60);
    const before = await batch(owner, items);
    expect([statusesOf(before.text), before.headers["idempotent-replay"]]).toEqual([statusesOf(first.text), "true"]);
    await deployed.call("changeAccount", deployed.operatorToken, { id: owner.id }, { plan: "pro" });
    const whole = await batch(owner, items);
    expect(statusesOf(whole.text)).toEqual([200, 200, 200, 200, 200]);
    expect(whole.headers).not.toHaveProperty("idempotent-replay");
    expect(whole.headers).toHaveProperty("x-verdict-age");
    expect(JSON.parse(whole.text).results.slice(0, 3)).toEqual(JSON.parse(first.text).results.slice(0, 3));
    const again = await batch(owner, items);
    expect([again.text, again.headers["idempotent-replay"]]).toEqual([whole.text, "true"]);
    expect(await deployed.used(owner.apiKey)).toBe(102);
  });
});

test("a batch that was answered is told again when the month is used up, and to a suspended account", async () => {
  const owner = await deployed.account("free");
  const items = wallets(10);
  const first = await batch(owner, items);
  await batch(owner, wallets(90), "the rest");
  expect((await batch(owner, items)).text).toBe(first.text);
  const status = { status: "suspended" };
  await deployed.call("changeAccount", deployed.operatorToken, { id: owner.id }, status);
  expect((await batch(owner, items)).text).toBe(first.text);
  expect((await batch(owner, wallets(1), "new")).status).toBe(403);
});

test("a batch in which all is refused leaves its key free", async () => {
  const owner = await deployed.account("pro");
  const wrong = [{ type: "wallet", value: "" }];
  expect(statusesOf((await batch(owner, wrong)).text)).toEqual([400]);
  const mended = await batch(owner, wallets(1));
  expect(statusesOf(mended.text)).toEqual([200]);
  expect(await deployed.used(owner.apiKey)).toBe(1);
});
