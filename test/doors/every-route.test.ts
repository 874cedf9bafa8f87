import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operations } from "../../functions/api/contract.ts";
import type { Operation } from "../../functions/http/operation.ts";
import { statusOf } from "../../functions/http/problem.ts";
import { refusalsOf } from "../../functions/http/refusals.ts";
import { badInputCases, goodBody, goodRequest } from "../support/bad-input.ts";
import { Deployed } from "../support/deployed.ts";
import { vendorHeaders } from "../support/vendor-credential.ts";

const deployed = new Deployed();
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

/** The error body that every refusal has, and nothing that a client should not see. */
function expectErrorBody(op: Operation, reply: { status: number; text: string; headers: object }): unknown {
  const body = JSON.parse(reply.text);
  expect(body).toMatchObject({ error: expect.any(String), code: expect.any(String), unmet: [] });
  expect(body.requestId).toMatch(/^req_/);
  expect(reply.headers).toMatchObject({
    "x-request-id": body.requestId,
    "content-type": expect.stringContaining("json"),
  });
  expect(reply.text).not.toMatch(/node_modules|\.ts:\d| {4}at /);
  const documented = refusalsOf(op).filter((code) => statusOf[code] === reply.status);
  expect(documented, `${reply.status} of ${op.id}`).toContain(body.code);
  return body;
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
    const body = expectErrorBody(op, reply) as { code: string; fields?: { path: string }[] };
    if (wrong.expectField === undefined || body.code !== "validation_error") return;
    const paths = (body.fields ?? []).map(({ path }) => path);
    expect(
      paths.some((path) => path === wrong.expectField || path.startsWith(`${wrong.expectField}.`)),
      `${paths}`,
    ).toBe(true);
  });

  test("a good request to nothing is no error of ours", async () => {
    const request = goodRequest(op);
    const authorization = await credentialFor(op, request.body);
    const reply = await deployed.send(op, { ...request, headers: { ...request.headers, ...authorization } });
    expect(reply.status, deployed.logged.at(-1)).toBeLessThan(500);
  });
});
