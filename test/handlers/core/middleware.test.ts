import { describe, expect, test } from "vitest";
import * as z from "zod";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { ServiceUnavailable } from "../../../functions/domain/core/service-unavailable.ts";
import { operation } from "../../../functions/http/operation-types.ts";
import { serve } from "../../../functions/http/route.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { eventOf } from "../../support/runner/lambdas.ts";

const ops = {
  showThing: operation({
    ...{ id: "showThing", method: "GET", path: "/things", caller: "tenant", summary: "s", tag: "t" },
    reply: { status: 200, schema: z.object({ id: z.string() }) },
    refusals: ["not_found"],
    lambda: "things",
  }),
};

const api = new TestApi();
const authorization = `Bearer ${(await api.tenant()).apiKey}`;

/** One request, as Lambda hands it over. */
function send(showThing: () => Promise<{ body: { id: string } }>, { method = "GET", change = {}, context = {} } = {}) {
  const handler = serve(ops, { ...api.frame(), ...change }, { showThing });
  const request = { method, path: "/things", headers: { authorization } };
  return handler(eventOf(request, null), context as never);
}

const refuse = () => Promise.reject(new Refusal("not_found", "no such thing"));

describe("what leaves a Lambda is the frame's", () => {
  test("a handler that works when the time is nearly over still answers itself", async () => {
    // Any timer that the frame sets fires before the second of these.
    const late = () => new Promise<void>((resolve) => setTimeout(() => setTimeout(resolve)));
    const showThing = () => late().then(() => ({ body: { id: "one" } }));
    const context = { awsRequestId: "a", functionName: "f", getRemainingTimeInMillis: () => 1 };
    const { statusCode, body } = await send(showThing, { context });
    expect([statusCode, body]).toEqual([200, '{"id":"one"}']);
  });

  test.each([
    [
      "a reply",
      "GET",
      () => Promise.resolve({ body: { id: "one" } }),
      ["ratelimit-limit", "ratelimit-policy", "sluice-version"],
    ],
    ["a refusal", "GET", refuse, ["ratelimit-limit", "ratelimit-policy", "sluice-version"]],
    ["a method that is not served", "PUT", refuse, ["allow"]],
    ["a bug", "GET", () => Promise.reject(new Error("a bug")), []],
  ])("the headers of %s come in one order", async (_, method, showThing, after) => {
    const { headers } = await send(showThing, { method });
    const names = Object.keys(headers ?? {}).filter((name) => !/^ratelimit-re/.test(name));
    const first = ["cache-control", "x-content-type-options", "content-security-policy", "content-type"];
    expect(names).toEqual([...first, ...after, "x-request-id"]);
  });

  test("the answer to HEAD has the headers of GET's, and no byte of its file", async () => {
    const file = { ...ops.showThing, reply: { ...ops.showThing.reply, contentType: "application/pdf" } };
    const showThing = async () => ({ body: new Uint8Array([37, 80, 68, 70]), headers: { etag: "1" } });
    const handler = serve({ showThing: operation(file) }, api.frame(), { showThing });
    const request = { method: "HEAD", path: "/things", headers: { authorization } };
    const { body, isBase64Encoded, headers } = await handler(eventOf(request, null));
    expect([body, isBase64Encoded]).toEqual(["", false]);
    expect(headers).toMatchObject({ "content-type": "application/pdf", etag: "1" });
    // A browser's own viewer shows it, which loads what it needs.
    expect(headers?.["content-security-policy"]).toBe("frame-ancestors 'none'");
  });

  test("a refusal whose plan cannot be read is a bug, and says nothing of limits", async () => {
    const usage = () => Promise.reject(new Error("the table is broken"));
    const { statusCode, headers } = await send(refuse, { change: { usage } });
    expect(statusCode).toBe(500);
    expect(headers).not.toHaveProperty("ratelimit-limit");
    expect(api.log.lines.at(-1)).toContain("the table is broken");
  });

  test.each([
    ["its handler", {}, () => Promise.reject(new ServiceUnavailable("the table was throttled 7 times"))],
    [
      "who asks",
      { tenants: { authenticate: () => Promise.reject(new ServiceUnavailable("the table was throttled 7 times")) } },
      refuse,
    ],
  ])("a table without room for %s is 503 with Retry-After, and the log says why", async (_, change, showThing) => {
    const { statusCode, headers, body } = await send(showThing, { change });
    expect([statusCode, JSON.parse(body).code]).toEqual([503, "service_unavailable"]);
    expect(headers).toHaveProperty("retry-after", "2");
    expect(api.log.lines.at(-1)).toContain("the table was throttled 7 times");
  });

  test("what is thrown without being an error is a bug like any other", async () => {
    const { statusCode, body } = await send(() => Promise.reject("a text"));
    expect([statusCode, JSON.parse(body).code]).toEqual([500, "internal_error"]);
  });
});
