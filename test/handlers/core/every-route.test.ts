import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operations } from "../../../functions/contract/billing.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { badInputCases, goodBody, goodRequest } from "../../support/routes/bad-input.ts";
import { expectErrorBody, expectNamedFields } from "../../support/routes/error-body.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";
import { vendorHeaders } from "../../support/settlement/vendor-credential.ts";

const deployed = new DeployedSandbox();
let bearer: Record<Operation["caller"], string>;

beforeAll(async () => {
  const { one } = await deployed.start();
  const token = deployed.operatorToken;
  bearer = { public: "", tenant: one.apiKey, operator: token, rail: token, vendor: "", console: "" };
});

afterAll(() => deployed.stop());

// So that no tenant meets its rate limit for the table's sake.
beforeEach(() => deployed.advance(10));

/** What lets a request in: a vendor signs its very bytes. */
async function credentialFor(op: Operation, body: string | Uint8Array = ""): Promise<object> {
  if (op.caller === "vendor") return vendorHeaders(op.id, body);
  return bearer[op.caller] === "" ? {} : { authorization: `Bearer ${bearer[op.caller]}` };
}

describe.each(operations.map((op) => [op.id, op] as const))("%s", (_, op) => {
  test("has a good request to try, which its own schema takes", () => {
    const read = op.body?.safeParse(goodBody(op));
    expect(read?.error).toBeUndefined();
  });

  test.each(badInputCases(op).map((each) => [each.name, each] as const))("%s", async (_, wrong) => {
    const authorization = await credentialFor(op, wrong.request.body);
    const { headers } = wrong.request;
    const reply = await deployed.send(op, { ...wrong.request, headers: { ...headers, ...authorization } });
    expect(wrong.expectStatus, reply.text.slice(0, 300)).toContain(reply.status);
    const body = expectErrorBody(op, reply);
    if (wrong.expectField === undefined || body.code !== "validation_error") return;
    expectNamedFields(body, wrong.expectField);
  });

  test("a good request to nothing is no error of ours", async () => {
    const request = goodRequest(op);
    const authorization = await credentialFor(op, request.body);
    const reply = await deployed.send(op, { ...request, headers: { ...request.headers, ...authorization } });
    expect(reply.status, deployed.logged.at(-1)).toBeLessThan(500);
  });
});
