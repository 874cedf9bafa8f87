import { describe, expect, test } from "vitest";
import { operations } from "../../functions/contract/billing.ts";
import type { Operation } from "../../functions/http/operation.ts";
import { refusalsOf, statusOf } from "../../functions/http/problem.ts";
import { endpoints, nobody, operator, TestTenant } from "../support/journeys/journey.ts";
import { faultsOf } from "../support/journeys/table.ts";
import { type BadInputCase, badInputCases } from "../support/routes/bad-input.ts";
import type { Answer } from "../support/runner/client.ts";

/** What is wrong with an answer to bad input: its status, its body, its header, or what it gives away. */
function fault(op: Operation, wrong: BadInputCase, { status, headers, text }: Answer): string | undefined {
  if (!wrong.expectStatus.includes(status)) return `expected ${wrong.expectStatus.join(" or ")}`;
  const body = JSON.parse(text) as { code: string; requestId: string; unmet: unknown; fields?: { path: string }[] };
  if (!Array.isArray(body.unmet) || !body.requestId) return "not the error body";
  if (headers.get("x-request-id") !== body.requestId) return "no X-Request-Id";
  if (/node_modules|\.ts:\d| {4}at /.test(text)) return "a stack trace";
  const known = refusalsOf(op).filter((code) => statusOf[code] === status) as string[];
  const strayed = status === 404 && body.code === "route_not_found";
  if (!known.includes(body.code) && !strayed) return "an undocumented code";
  if (wrong.expectField === undefined || body.code !== "validation_error") return undefined;
  const named = (body.fields ?? []).some(({ path }) => `${path}.`.startsWith(`${wrong.expectField}.`));
  return named ? undefined : `${wrong.expectField} is not named`;
}

async function tokenFor(op: Operation): Promise<string | null> {
  if (op.caller === "public") return null;
  // A tenant for each route, so that none meets its rate limit for the table's sake.
  return op.caller === "tenant" ? (await TestTenant.create()).apiKey : endpoints.internalToken;
}

describe("whatever a client sends, the deployed service answers with a clear refusal", () => {
  // A vendor's callback is let in by its signature, which this sandbox has no vendor for.
  const input = operations.filter(({ caller }) => caller !== "vendor");

  test.each(input.map((op) => [op.id, op] as const))("%s", async (_, op) => {
    const faults = await faultsOf(badInputCases(op), await tokenFor(op), (row, answer) => fault(op, row, answer));
    expect(faults).toEqual([]);
  });
});

describe("a route that there is not", () => {
  test.each(["/api", "/api/v1", "/api/v1/nope", "/api/v1/invoices/x/y/z", "/i", "/%00", "/health/x", "//health"])(
    "%s is 404",
    async (path) => {
      const answer = await nobody.send("GET", path);
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([404, "route_not_found"]);
    },
  );

  test.each(["/admin", "/admin/", "/admin/nope", "/admin/tenants/x/y", "/admin/flags/nope"])(
    "%s is 401 to a stranger and 404 to an operator",
    async (path) => {
      for (const client of [nobody, await TestTenant.create()])
        expect((await client.send("GET", path)).status).toBe(401);
      const answer = await operator.send("GET", path);
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([404, "route_not_found"]);
    },
  );

  test("a method that a route does not have is 405 with the methods that it has", async () => {
    const tenant = await TestTenant.create();
    const paths = new Set(operations.map(({ path }) => path));
    for (const path of paths) {
      const methods = operations.filter((op) => op.path === path).map(({ method }) => method as string);
      const wrong = ["DELETE", "PUT", "PATCH", "POST", "GET"].find((method) => !methods.includes(method)) ?? "";
      const allowed = methods.includes("GET") ? [...methods, "HEAD"] : methods;
      const client = path.startsWith("/admin") ? operator : tenant;
      const answer = await client.send(wrong, path.replaceAll(/\{\w+\}/g, "x"));
      expect([path, answer.status, JSON.parse(answer.text).code]).toEqual([path, 405, "method_not_allowed"]);
      expect(answer.headers.get("allow")?.split(", ").toSorted()).toEqual(allowed.toSorted());
    }
  });
});
