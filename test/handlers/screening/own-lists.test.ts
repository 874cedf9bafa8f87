import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownChangesSince } from "../../../functions/app/screening/internal-lists.ts";
import { screeningOperationOf } from "../../support/runner/lambdas.ts";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";
import type { AccountOwner } from "../../support/screening/deployed-screening.ts";
import { otherWallet, seededWallets, wallet } from "../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
const { operatorToken } = deployed;
const secondToken = `${operatorToken}-2`;
const freshWallet = seededWallets("own lists");
let owner: AccountOwner;

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
  owner = await deployed.account("sandbox");
});

afterAll(() => deployed.stop());

async function asked(id: string, params: Record<string, string>, body?: unknown, token = operatorToken) {
  const reply = await deployed.call(id, token, params, body);
  return { status: reply.status, body: JSON.parse(reply.text) };
}

async function propose(value: string, change: object = {}): Promise<string> {
  const reply = { kind: "block", value, category: "scam", entity: "A shop", reason: "never delivered" };
  const { status, body } = await asked("proposeOwnEntry", {}, { ...reply, ...change });
  expect([status, body.status], JSON.stringify(body)).toEqual([202, "proposed"]);
  return body.id;
}

const approve = (id: string, token = secondToken) => asked("approveOwnEntry", { id }, undefined, token);
const withdraw = (id: string, token = operatorToken) =>
  asked("withdrawOwnEntry", { id }, { reason: "they have paid" }, token);

async function screen(value: string) {
  const reply = await deployed.call("screenValue", owner.apiKey, {}, { type: "wallet", value });
  return JSON.parse(reply.text);
}

describe("an entry that one operator proposed", () => {
  test("changes no verdict", async () => {
    const value = freshWallet();
    await propose(value);
    expect((await screen(value)).action).toBe("allow");
  });

  test("is not agreed to by the same operator, and by another one counts at once", async () => {
    const value = freshWallet();
    const id = await propose(value);
    const own = await approve(id, operatorToken);
    expect([own.status, own.body.code]).toEqual([409, "second_operator_required"]);
    expect((await screen(value)).action).toBe("allow");
    expect(await approve(id)).toMatchObject({
      status: 200,
      body: { status: "active", listing: { decision: "approved", decidedBy: "operator:two" } },
    });
    expect(await screen(value)).toMatchObject({
      action: "block",
      risk_level: "critical",
      entity_name: "A shop",
      flags: { events: [{ source: "own_list", category: "scam" }] },
    });
  });

  test("blocks an address in every way of writing it", async () => {
    const value = freshWallet();
    await approve(await propose(value.toUpperCase().replace("0X", "0x")));
    expect((await screen(value)).action).toBe("block");
  });

  test("is turned down, and cannot be agreed to any more", async () => {
    const value = freshWallet();
    const id = await propose(value);
    const { body } = await asked("rejectOwnEntry", { id }, { note: "no proof" }, secondToken);
    expect(body).toMatchObject({ status: "rejected", listing: { note: "no proof" } });
    const late = await approve(id);
    expect([late.status, late.body.code]).toEqual([409, "own_entry_decided"]);
    expect((await screen(value)).action).toBe("allow");
  });

  test("is taken back by the one who proposed it", async () => {
    const id = await propose(freshWallet());
    expect((await asked("rejectOwnEntry", { id }, undefined)).body.status).toBe("rejected");
  });

  test("is one of its kind for a value: a second one is refused, when proposed and when agreed to", async () => {
    const value = freshWallet();
    const ids = [await propose(value), await propose(value)];
    expect((await approve(ids[0] ?? "")).status).toBe(200);
    const second = await approve(ids[1] ?? "");
    expect([second.status, second.body]).toMatchObject([409, { code: "own_entry_exists", id: ids[0] }]);
    const third = await asked("proposeOwnEntry", {}, { kind: "block", value, reason: "again" });
    expect([third.status, third.body.code]).toEqual([409, "own_entry_exists"]);
  });

  test("with a value that cannot be an address is refused", async () => {
    for (const value of ["", " x", "a\u200bb", "a".repeat(257)]) {
      const { status, body } = await asked("proposeOwnEntry", {}, { kind: "block", value, reason: "r" });
      expect([status, body.code]).toEqual([400, "invalid_value"]);
    }
  });
});

describe("an entry that is withdrawn", () => {
  test("counts until another operator has agreed", async () => {
    const value = freshWallet();
    const id = await propose(value);
    await approve(id);
    expect(await withdraw(id)).toMatchObject({ status: 202, body: { status: "withdrawal_proposed" } });
    expect((await screen(value)).action).toBe("block");
    const own = await approve(id, operatorToken);
    expect([own.status, own.body.code]).toEqual([409, "second_operator_required"]);
    expect((await approve(id)).body).toMatchObject({ status: "withdrawn", withdrawal: { decision: "approved" } });
    expect((await screen(value)).action).toBe("allow");
    const again = await withdraw(id);
    expect([again.status, again.body.code]).toEqual([409, "own_entry_decided"]);
  });

  test("stays where that is turned down", async () => {
    const value = freshWallet();
    const id = await propose(value);
    await approve(id);
    await withdraw(id);
    expect((await asked("rejectOwnEntry", { id }, {}, secondToken)).body.status).toBe("active");
    expect((await screen(value)).action).toBe("block");
  });
});

describe("an allow", () => {
  test("overrules a review that a checksum asks for", async () => {
    const misspelt = `${otherWallet.slice(0, -1)}u`;
    expect((await screen(misspelt)).action).toBe("review");
    await approve(await propose(misspelt, { kind: "allow", category: "unknown", entity: null }));
    expect(await screen(misspelt)).toMatchObject({ action: "allow", checksum: "bad" });
  });

  test("overrules no list", async () => {
    await approve(await propose(wallet, { kind: "allow" }));
    expect((await screen(wallet)).action).toBe("block");
  });

  test("overrules no block, whichever of them came first, and stays when that is taken off", async () => {
    const values = [freshWallet(), `${otherWallet.slice(0, -1)}v`];
    const blocks: string[] = [];
    for (const [at, value] of values.entries()) {
      if (at === 0) await approve(await propose(value, { kind: "allow" }));
      const block = await propose(value);
      blocks.push(block);
      await approve(block);
      if (at === 1) await approve(await propose(value, { kind: "allow" }));
      expect((await screen(value)).action).toBe("block");
    }
    await withdraw(blocks[1] ?? "");
    await approve(blocks[1] ?? "");
    expect(await screen(values[1] ?? "")).toMatchObject({ action: "allow", checksum: "bad" });
  });
});

describe("the own lists", () => {
  test("are read back, newest first, all or by status", async () => {
    const id = await propose(freshWallet());
    const all = await asked("listOwnEntries", {});
    expect(all.body.data[0].id).toBe(id);
    const reply = await deployed.send(screeningOperationOf("listOwnEntries"), {
      method: "GET",
      path: "/admin/own-list?status=withdrawn",
      headers: { authorization: `Bearer ${operatorToken}` },
    });
    const statuses = JSON.parse(reply.text).data.map(({ status }: { status: string }) => status);
    expect(new Set(statuses)).toEqual(new Set(["withdrawn"]));
    expect((await asked("getOwnEntry", { id })).body).toEqual(all.body.data[0]);
  });

  test("tell what they changed their mind about, and nothing of what is only proposed", async () => {
    const { store } = deployed.aws;
    const { version } = await ownChangesSince(store, 0, 100);
    const value = freshWallet();
    const id = await propose(value);
    expect(await ownChangesSince(store, version)).toEqual({ version, values: [], more: false });
    await approve(id);
    await withdraw(id);
    await approve(id);
    expect(await ownChangesSince(store, version)).toEqual({
      version: version + 2,
      values: [value, value],
      more: false,
    });
    const first = await ownChangesSince(store, version, 1);
    expect(first).toEqual({ version: version + 1, values: [value], more: true });
  });

  test("name who did what on the audit trail", async () => {
    const id = await propose(freshWallet());
    await approve(id);
    const entries = await deployed.aws.store.page({ pk: id, prefix: "entry#", limit: 10 });
    expect(entries.map(({ body }) => body)).toMatchObject([
      { actor: "operator:one", to: "proposed", action: "proposeOwnEntry" },
      { actor: "operator:two", to: "active", action: "approveOwnEntry" },
    ]);
  });
});
