import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { screeningOperations } from "../../../functions/contract/screening.ts";
import { type Callers, nobodyYet, wrongCallerCases } from "../../support/routes/wrong-caller.ts";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";
import type { AccountOwner } from "../../support/screening/deployed-screening.ts";
import { wallet } from "../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
let callers: Callers;
let owner: AccountOwner;

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
  owner = await deployed.account("sandbox");
  const other = await deployed.account("pro");
  const minted = await deployed.call("mintAccountKey", deployed.operatorToken, { id: owner.id }, {});
  const revoked = JSON.parse(minted.text);
  const { status } = await deployed.call("revokeAccountKey", deployed.operatorToken, {
    id: owner.id,
    keyId: revoked.id,
  });
  expect(status).toBe(200);
  callers = {
    tenantKey: owner.apiKey,
    revokedKey: revoked.apiKey,
    otherTenantKey: other.apiKey,
    operatorToken: deployed.operatorToken,
    owned: nobodyYet.owned,
  };
});

afterAll(() => deployed.stop());

beforeEach(() => deployed.advance(10));

const guarded = screeningOperations.filter((op) => op.caller !== "public").map((op) => [op.id, op] as const);

describe.each(guarded)("%s", (_, op) => {
  const names = wrongCallerCases(op, nobodyYet).map(({ name }) => name);

  test.each(names)("refuses %s", async (name) => {
    const wrong = wrongCallerCases(op, callers).find((each) => each.name === name);
    if (!wrong) throw new Error(`no case ${name}`);
    const rowsBefore = deployed.aws.store.rows().length;
    const reply = await deployed.send(op, wrong.request);
    expect([reply.status, JSON.parse(reply.text).code]).toEqual([wrong.expectStatus, wrong.expectCode]);
    expect(reply.headers).toMatchObject({ "www-authenticate": "Bearer", "x-request-id": expect.any(String) });
    expect(reply.headers).not.toHaveProperty("x-usage-used");
    expect(reply.text).not.toContain(owner.id);
    expect(deployed.aws.store.rows()).toHaveLength(rowsBefore);
  });
});

describe("a stranger", () => {
  const body = { type: "wallet", value: wallet };
  const watched = { value: wallet, webhook: "http://127.0.0.1:9/" };

  test("is told of another account's records what is told of none", async () => {
    const screened = await deployed.call("screenValue", owner.apiKey, {}, body);
    const opened = await deployed.call("openMonitor", owner.apiKey, {}, watched);
    expect([screened.status, opened.status], opened.text).toEqual([200, 201]);
    for (const [id, made] of [
      ["getScreen", screened],
      ["getMonitor", opened],
      ["deleteMonitor", opened],
    ] as const) {
      const params = { id: JSON.parse(made.text).id };
      const foreign = await deployed.call(id, callers.otherTenantKey, params);
      const unknown = await deployed.call(id, callers.otherTenantKey, {
        id: `${params.id.slice(0, 4)}7ZZZZZZZZZZZZZZZZZZZZZZZZZ`,
      });
      const response = [foreign, unknown].map(({ status, text }) => [status, { ...JSON.parse(text), requestId: "" }]);
      expect(response[0]).toEqual(response[1]);
      expect(foreign.status).toBe(404);
    }
  });
});

test("no route of operators is public", () => {
  const open = screeningOperations.filter((op) => op.caller === "public").map((op) => op.path);
  expect(open.filter((path) => /^\/admin|\/api\/v1/.test(path))).toEqual([]);
});

test("no key, token or secret was logged", () => {
  const lines = deployed.logged.join("\n");
  expect(deployed.logged.length).toBeGreaterThan(100);
  for (const each of [callers.tenantKey, callers.revokedKey, deployed.operatorToken]) expect(lines).not.toContain(each);
  expect(lines).not.toMatch(/slc_(test|live)_\w{40}|whsec_/);
});
