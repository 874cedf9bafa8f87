import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allOperations } from "../../../functions/contract/billing.ts";
import { publicOperations } from "../../../functions/contract/shared/public.ts";
import { goodRequest, pathOf } from "../../support/routes/bad-input.ts";
import { expectHeadLikeGet } from "../../support/routes/head.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { operationOf } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox();
let one: Owner;

beforeAll(async () => {
  ({ one } = await deployed.start());
});
afterAll(() => deployed.stop());

// So that no tenant meets its rate limit for the table's sake.
beforeEach(() => deployed.advance(10));

function bearerFor(caller: string): Record<string, string> {
  const token = { tenant: one.apiKey, operator: deployed.operatorToken }[caller];
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

describe("HEAD is GET without its body", () => {
  const reads = allOperations.filter(({ method }) => method === "GET");

  test.each(reads.map((op) => [op.path, op] as const))("%s", async (_, op) => {
    const { headers, ...request } = goodRequest(op);
    await expectHeadLikeGet(deployed, op, { ...request, headers: { ...headers, ...bearerFor(op.caller) } });
  });

  test("of a record that is there and of a list", async () => {
    const headers = bearerFor("tenant");
    for (const [id, params] of [
      ["getInvoice", { id: one.invoiceId }],
      ["listInvoices", {}],
    ] as const) {
      const op = operationOf(id);
      const request = { method: "GET", path: pathOf(op, params), headers };
      expect([id, await expectHeadLikeGet(deployed, op, request)]).toEqual([id, 200]);
    }
  });

  test("is no way to what only a POST does", async () => {
    const send = operationOf("sendInvoice");
    const path = pathOf(send, { id: one.invoiceId });
    const { status, headers } = await deployed.send(send, { method: "HEAD", path, headers: bearerFor("tenant") });
    expect([status, headers.allow]).toEqual([405, "POST"]);
  });
});

describe("/health", () => {
  test.each(["?_=1732713600", "?a=1&a=2", "?__proto__=1", "?%00=%ED%A0%80"])("ignores %s", async (query) => {
    const path = `/health${query}`;
    const { status, text } = await deployed.send(publicOperations.getHealth, { method: "GET", path, headers: {} });
    expect([status, JSON.parse(text).status]).toEqual([200, "ok"]);
  });
});
