import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operations } from "../../../functions/contract/billing.ts";
import { type Callers, nobodyYet, wrongCallerCases } from "../../support/routes/wrong-caller.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let callers: Callers;
let owner: Owner;

beforeAll(async () => {
  const { one, other } = await deployed.start();
  owner = one;
  const minted = JSON.parse((await deployed.call("mintKey", deployed.operatorToken, { id: one.id }, {})).text);
  const revoked = await deployed.call("revokeKey", deployed.operatorToken, { id: one.id, keyId: minted.id });
  expect(revoked.status).toBe(200);
  callers = {
    tenantKey: one.apiKey,
    revokedKey: minted.apiKey,
    otherTenantKey: other.apiKey,
    operatorToken: deployed.operatorToken,
    owned: { inv: one.invoiceId, pay: one.paymentId, stl: one.settlementId },
  };
});

afterAll(() => deployed.stop());

beforeEach(() => deployed.advance(10));

const guarded = operations.filter((op) => op.caller !== "public").map((op) => [op.id, op] as const);

describe.each(guarded)("%s", (_, op) => {
  const names = wrongCallerCases(op, nobodyYet).map(({ name }) => name);

  test.each(names)("refuses %s", async (name) => {
    const wrong = wrongCallerCases(op, callers).find((each) => each.name === name);
    if (!wrong) throw new Error(`no case ${name}`);
    const rowsBefore = deployed.aws.store.rows().length;
    const reply = await deployed.send(op, wrong.request);
    expect([reply.status, JSON.parse(reply.text).code]).toEqual([wrong.expectStatus, wrong.expectCode]);
    expect(JSON.parse(reply.text)).toMatchObject({ error: expect.any(String), unmet: [] });
    expect(reply.headers["x-request-id"]).toMatch(/^req_/);
    if (wrong.expectStatus === 401) expect(reply.headers["www-authenticate"]).toBe("Bearer");
    expect(reply.text).not.toContain(owner.id);
    // A refused caller leaves nothing behind but, once known, the count of its requests.
    expect(deployed.aws.store.rows().length - rowsBefore).toBeLessThanOrEqual(1);
  });
});

describe("the owner", () => {
  test("is shown what the strangers were refused", async () => {
    for (const [id, params] of [
      ["getInvoice", { id: owner.invoiceId }],
      ["getPayment", { id: owner.paymentId }],
      ["getSettlement", { id: owner.settlementId }],
    ] as const)
      expect((await deployed.call(id, owner.apiKey, params)).status).toBe(200);
  });

  test("sees its own records in its lists and nobody else's", async () => {
    for (const id of ["listInvoices", "listPayments", "listSettlements"]) {
      const { data } = JSON.parse((await deployed.call(id, owner.apiKey)).text);
      expect(data.map((each: { tenantId: string }) => each.tenantId)).toEqual([owner.id]);
    }
  });
});

describe("a key that is revoked", () => {
  test("after it was used is refused within 60 seconds", async () => {
    const { id, apiKey } = JSON.parse(
      (await deployed.call("mintKey", deployed.operatorToken, { id: owner.id }, {})).text,
    );
    const listed = () => deployed.call("listInvoices", apiKey);
    expect((await listed()).status).toBe(200);
    await deployed.call("revokeKey", deployed.operatorToken, { id: owner.id, keyId: id });
    await deployed.advance(60);
    expect((await listed()).status).toBe(401);
  });

  test("leaves the tenant's other keys as they are", async () => {
    expect((await deployed.call("listInvoices", owner.apiKey)).status).toBe(200);
  });
});

describe("what was logged", () => {
  test("has no key, token, secret or account number in it", async () => {
    const hook = await deployed.call(
      "registerWebhook",
      deployed.operatorToken,
      { id: owner.id },
      { url: "http://127.0.0.1:9/" },
    );
    expect(hook.status, hook.text).toBe(201);
    const { secret } = JSON.parse(hook.text);
    const paid = await deployed.call(
      "payInvoice",
      owner.apiKey,
      { id: owner.invoiceId },
      { amountCents: 100, source: { type: "ach_push" } },
      { "idempotency-key": "push" },
    );
    const { bank_account_number } = JSON.parse(paid.text).sourceDepositInstructions;
    const lines = deployed.logged.join("\n");
    expect(deployed.logged.length).toBeGreaterThan(100);
    for (const each of [callers.tenantKey, callers.revokedKey, deployed.operatorToken, secret, bank_account_number]) {
      expect(each).toEqual(expect.any(String));
      expect(lines).not.toContain(each);
    }
    expect(lines).not.toMatch(/slc_(test|live)_\w{40}|whsec_/);
  });

  test("is one line of JSON a request, with its id, its status and whose it was", () => {
    const line = JSON.parse(deployed.logged.at(-1) ?? "");
    expect(line).toMatchObject({ message: "request", operation: "payInvoice", status: 201, tenantId: owner.id });
    expect(line.requestId).toMatch(/^req_/);
  });
});

test("no route of operators and no callback is public", () => {
  const open = operations.filter((op) => op.caller === "public").map((op) => op.path);
  expect(open.filter((path) => /^\/admin|webhooks/.test(path))).toEqual([]);
});
