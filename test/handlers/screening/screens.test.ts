import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { screenView } from "../../../functions/domain/screening/screen-view.ts";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";
import type { AccountOwner } from "../../support/screening/deployed-screening.ts";
import { otherWallet, wallet } from "../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
let owner: AccountOwner;
let stranger: AccountOwner;

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
  owner = await deployed.account("sandbox");
  stranger = await deployed.account("free");
});

afterAll(() => deployed.stop());

async function screen(body: unknown, apiKey = owner.apiKey, headers: Record<string, string> = {}) {
  const reply = await deployed.call("screenValue", apiKey, {}, body, headers);
  return { status: reply.status, headers: reply.headers, text: reply.text, body: JSON.parse(reply.text) };
}

const clean = { type: "wallet", value: otherWallet };

describe("a wallet on a list", () => {
  test("is blocked with its entity, its programs and the lists that say so", async () => {
    const { status, body } = await screen({ type: "wallet", value: wallet });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^scr_/),
      status: "complete",
      risk_score: 100,
      risk_level: "critical",
      action: "block",
      entity_name: "Ivan EXAMPLE",
      programs: ["CYBER2", "SDGT"],
      flags: { events: [{ category: "sanctions", listId: "fixture" }] },
      listVersions: [{ list: "fixture", publishedAt: "2026-08-20", records: 2 }],
    });
    expect(body.narrative.length).toBeGreaterThan(20);
    expect(body.decisionHash).toMatch(/^[0-9a-f]{64}$/);
    expect(screenView.strict().parse(body)).toEqual(body);
  });

  test.each([
    ["in small letters", { type: "wallet", value: wallet.toLowerCase() }],
    ["in capitals", { type: "wallet", value: wallet.toUpperCase().replace("0X", "0x") }],
    ["named for another chain", { type: "wallet", value: wallet, chain: "bitcoin" }],
    ["named for a chain that there is not", { type: "wallet", value: wallet, chain: "narnia" }],
    ["given as a transaction", { type: "transaction", value: wallet }],
  ])("is blocked %s", async (_, body) => {
    expect(await screen(body)).toMatchObject({ status: 200, body: { status: "complete", action: "block" } });
  });
});

describe("a wallet on no list", () => {
  test("is allowed, with the chain that its checksum tells", async () => {
    const { status, body } = await screen(clean);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "complete",
      risk_level: "low",
      action: "allow",
      entity_name: null,
      chain: "tron",
      chainFamily: "tron",
      checksum: "ok",
      flags: { events: [] },
    });
  });

  test("with a checksum that fails wants a review", async () => {
    const misspelt = `${otherWallet.slice(0, -1)}u`;
    const { status, body } = await screen({ type: "wallet", value: misspelt });
    expect([status, body.status, body.checksum, body.action]).toEqual([200, "complete", "bad", "review"]);
  });

  test("is blocked from the moment that a new list has it", async () => {
    await deployed.publish([wallet, otherWallet]);
    expect((await screen(clean)).body).toMatchObject({ action: "block" });
    await deployed.publish([wallet]);
    const { body } = await screen(clean);
    expect(body).toMatchObject({ action: "allow", flags: { events: [{ listId: "fixture" }] } });
    expect(body.flags.events[0].removedAt).toMatch(/^2026-/);
    expect(body.risk_score).toBeGreaterThanOrEqual(10);
  });
});

describe("a transaction", () => {
  test("is answered by its form alone, and wants a review", async () => {
    const value = `0x${"ab".repeat(32)}`;
    for (const type of ["transaction", "transactions"]) {
      const { status, body } = await screen({ type, value });
      expect([status, body.type, body.action, body.risk_level]).toEqual([200, "transaction", "review", "medium"]);
    }
  });
});

describe("a screen", () => {
  test("is read back by its account as it was told", async () => {
    const { body } = await screen(clean);
    const read = await deployed.call("getScreen", owner.apiKey, { id: body.id });
    expect([read.status, JSON.parse(read.text)]).toEqual([200, body]);
    expect(read.headers).toMatchObject({ "x-usage-limit": "unlimited" });
  });

  test("says how long ago its verdict last changed", async () => {
    const { body } = await screen(clean);
    await deployed.advance(90);
    const { headers } = await deployed.call("getScreen", owner.apiKey, { id: body.id });
    expect(Number(headers["x-verdict-age"])).toBeGreaterThanOrEqual(90);
  });

  test("of a stranger is as unknown as one that never was", async () => {
    const { body } = await screen(clean);
    const replies = await Promise.all([
      deployed.call("getScreen", stranger.apiKey, { id: body.id }),
      deployed.call("getScreen", owner.apiKey, { id: "scr_7ZZZZZZZZZZZZZZZZZZZZZZZZZ" }),
      deployed.call("getScreen", owner.apiKey, { id: "nonsense" }),
    ]);
    expect(replies.map(({ status, text }) => [status, JSON.parse(text).code])).toEqual(
      replies.map(() => [404, "screening_not_found"]),
    );
  });

  test("is answered again over the very lists that it was made with, and comes out the same", async () => {
    const { body } = await screen({ type: "wallet", value: wallet });
    await deployed.publish([wallet, otherWallet]);
    const verified = await deployed.call("verifyScreen", deployed.operatorToken, { id: body.id }, {});
    expect([verified.status, JSON.parse(verified.text)]).toEqual([
      200,
      { matches: true, decisionHash: body.decisionHash, recomputed: body.decisionHash },
    ]);
    await deployed.publish([wallet]);
  });
});

describe("an Idempotency-Key", () => {
  const keyed = { "idempotency-key": "stl_1:collection:1" };

  test("brings the first answer again, to the byte, and counts once", async () => {
    const before = await deployed.used(owner.apiKey);
    const first = await screen(clean, owner.apiKey, keyed);
    const again = await screen(clean, owner.apiKey, keyed);
    expect(again.text).toBe(first.text);
    expect([first.headers["idempotent-replay"], again.headers["idempotent-replay"]]).toEqual([undefined, "true"]);
    expect(await deployed.used(owner.apiKey)).toBe(before + 1);
  });

  test("says how old the answer is that it brings again", async () => {
    const old = { "idempotency-key": "old" };
    await screen(clean, owner.apiKey, old);
    await deployed.advance(90);
    const { headers } = await screen(clean, owner.apiKey, old);
    expect(Number(headers["x-verdict-age"])).toBeGreaterThanOrEqual(90);
  });

  test("asked many times at once is one screen", async () => {
    const before = await deployed.used(owner.apiKey);
    const many = { "idempotency-key": "at once" };
    const replies = await Promise.all(Array.from({ length: 20 }, () => screen(clean, owner.apiKey, many)));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(await deployed.used(owner.apiKey)).toBe(before + 1);
  });

  test("with another body is refused", async () => {
    const { status, body } = await screen({ type: "wallet", value: wallet }, owner.apiKey, keyed);
    expect([status, body.code]).toEqual([409, "idempotency_key_reuse"]);
  });

  test("is an account's own", async () => {
    const { status, headers } = await screen(clean, stranger.apiKey, keyed);
    expect([status, headers["idempotent-replay"]]).toEqual([200, undefined]);
  });

  test.each([
    ["blank", "  ", "idempotency_key_required"],
    ["of 256 characters", "k".repeat(256), "idempotency_key_too_long"],
  ])("that is %s is refused", async (_, key, code) => {
    const { status, body } = await screen(clean, owner.apiKey, { "idempotency-key": key });
    expect([status, body.code]).toEqual([400, code]);
  });

  test("may be left out, and then every request is a screen", async () => {
    const [one, other] = [await screen(clean), await screen(clean)];
    expect(one.body.id).not.toBe(other.body.id);
    expect(one.body.decisionHash).toBe(other.body.decisionHash);
  });
});
