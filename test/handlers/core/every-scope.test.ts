import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operations } from "../../../functions/contract/billing.ts";
import { screeningOperations } from "../../../functions/contract/screening.ts";
import { type KeyScope, keyScopes } from "../../../functions/domain/tenants/key-scope.ts";
import { scopeOf } from "../../../functions/http/rights.ts";
import { goodRequest } from "../../support/routes/bad-input.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
const all = keyScopes.filter((scope) => scope !== "*");
/** A key with one scope alone, and one with all the others. */
const keys = new Map<KeyScope, { readonly alone: string; readonly others: string }>();

beforeAll(async () => {
  const { one } = await deployed.start();
  const mint = async (scopes: readonly KeyScope[]) => {
    const reply = await deployed.call("mintKey", deployed.operatorToken, { id: one.id }, { scopes });
    return JSON.parse(reply.text).apiKey;
  };
  for (const scope of all)
    keys.set(scope, { alone: await mint([scope]), others: await mint(all.filter((each) => each !== scope)) });
});

afterAll(() => deployed.stop());

// So that no tenant meets its rate limit for the table's sake.
beforeEach(() => deployed.advance(10));

const tenantOps = operations.filter(({ caller }) => caller === "tenant");

describe("a key's scopes", () => {
  test.each(tenantOps.map((op) => [op.id, scopeOf(op), op] as const))("%s needs %s", async (_, scope, op) => {
    const key = keys.get(scope);
    if (!key) throw new Error(`no key for ${scope}`);
    const request = goodRequest(op);
    const ask = (apiKey: string) =>
      deployed.send(op, { ...request, headers: { ...request.headers, authorization: `Bearer ${apiKey}` } });
    const refused = await ask(key.others);
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([403, { code: "insufficient_scope", scope }]);
    // It is told before anything about the request, and counted like any other.
    const broken = await deployed.send(op, {
      ...request,
      path: `${request.path}?nosuch=1`,
      headers: { authorization: `Bearer ${key.others}` },
    });
    expect(JSON.parse(broken.text).code).toBe("insufficient_scope");
    expect(broken.headers).toHaveProperty("ratelimit-remaining");
    expect((await ask(key.alone)).status).not.toBe(403);
  });

  test("are what the decisions say of each route", () => {
    const named = (scope: KeyScope) =>
      tenantOps.flatMap((op) => (op.method !== "GET" && scopeOf(op) === scope ? [op.id] : [])).toSorted();
    expect(named("pay")).toEqual(expect.arrayContaining(["cancelPayment", "payInvoice"]));
    expect(named("refund")).toEqual(["refundEscrow", "refundPayment"]);
    expect(named("read")).toEqual(["dryRunDisputeRules"]);
    expect(named("escrow").every((id) => /Escrow|Milestone|Approv/.test(id))).toBe(true);
    expect(named("write")).toEqual(expect.arrayContaining(["createInvoice", "createCase", "ingestAlert"]));
    const screening = screeningOperations.filter(({ caller }) => caller === "tenant");
    expect(new Set(screening.map(scopeOf))).toEqual(new Set(["read", "write"]));
  });
});
