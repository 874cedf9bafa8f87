import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { operations } from "../../../functions/contract/billing.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { goodRequest } from "../../support/routes/bad-input.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
const token = deployed.operatorToken;
let one: Owner;

beforeAll(async () => {
  ({ one } = await deployed.start());
});
afterAll(() => deployed.stop());

// So that no tenant meets its rate limit for the table's sake.
beforeEach(() => deployed.advance(10));

const isList = ({ query }: Operation) => query instanceof z.ZodObject && "cursor" in query.shape;
const overlong = "x".repeat(1025);

describe("a bad cursor is invalid_cursor", () => {
  const lists = operations.filter((op) => op.method === "GET" && isList(op));

  test("on lists of tenants and of operators", () => {
    expect(lists.length).toBeGreaterThan(25);
    expect(new Set(lists.map(({ caller }) => caller))).toEqual(new Set(["tenant", "operator"]));
  });

  test.each(lists.map((op) => [op.path, op] as const))("of %s", async (_, op) => {
    const { path, headers } = goodRequest(op);
    const authorization = `Bearer ${op.caller === "tenant" ? one.apiKey : token}`;
    // A list of a record that is not there is not looked at for the cursor's sake.
    for (const cursor of op.params ? [overlong, ""] : [overlong, "", "nope", "%00", "eyJsaXN0IjoieCJ9"]) {
      const query = op.id === "search" ? "q=nothing&" : "";
      const request = {
        method: "GET",
        path: `${path}?${query}cursor=${cursor}`,
        headers: { ...headers, authorization },
      };
      const { status, text } = await deployed.send(op, request);
      expect([cursor, status, JSON.parse(text).code]).toEqual([cursor, 400, "invalid_cursor"]);
    }
  });

  test("of the dry run of rules", async () => {
    for (const cursor of [overlong, "", "nope", 7, null]) {
      const { status, text } = await deployed.call("dryRunDisputeRules", one.apiKey, {}, { cursor });
      expect([cursor, status, JSON.parse(text).code]).toEqual([cursor, 400, "invalid_cursor"]);
    }
  });
});

describe("a decision that is none is invalid_decision", () => {
  const id = "esc_7ZZZZZZZZZZZZZZZZZZZZZZZZZ";

  test.each(["maybe", "Approve", "", null, 1, ["approve"], {}])("as %j", async (decision) => {
    const { status, text } = await deployed.call("recordApproval", one.apiKey, { id }, { approverRef: "a", decision });
    const { code, fields } = JSON.parse(text);
    expect([status, code]).toEqual([400, "invalid_decision"]);
    expect(fields).toEqual([expect.objectContaining({ path: "decision", message: "approve or reject" })]);
  });

  test("and any other wrong field is not", async () => {
    const { text } = await deployed.call("recordApproval", one.apiKey, { id }, { approverRef: 7, decision: "reject" });
    expect(JSON.parse(text).code).toBe("validation_error");
  });
});

describe("a webhook's secret", () => {
  const url = "http://localhost:4010/hooks";

  test("of 23 characters is 400, and the error names the least", async () => {
    const secret = "s".repeat(23);
    const { status, text } = await deployed.call("registerWebhook", token, { id: one.id }, { url, secret });
    const { code, error } = JSON.parse(text);
    expect([status, code]).toEqual([400, "validation_error"]);
    expect(error).toMatch(/^secret: .*\b24\b/);
  });

  test("of 24 characters is taken and signs", async () => {
    const secret = "s".repeat(24);
    const { status, text } = await deployed.call("registerWebhook", token, { id: one.id }, { url, secret });
    expect([status, JSON.parse(text).secret]).toEqual([201, secret]);
  });
});
