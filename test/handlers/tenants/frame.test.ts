import { beforeEach, describe, expect, test } from "vitest";
import { mintApiKey } from "../../../functions/app/core/api-key.ts";
import { revokeKey } from "../../../functions/app/tenants/tenants.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { bearer, codeOf, type Handling, openThings, thing } from "../../support/routes/things.ts";

let api: TestApi;
let apiKey: string;
let tenantId: string;
let keyId: string;
/** What the handlers do next. */
let act: Handling;

beforeEach(async () => {
  api = new TestApi();
  act = (actor) => ({ said: actor });
  ({ id: tenantId, keyId, apiKey } = await api.tenant());
});

function opened(mode?: "bearer" | "iam" | "both") {
  return openThings(api, act, mode);
}

describe("the order of refusals", () => {
  // Each request cures the fault before it; the answers must come in this order.
  test("is credential, key, body, path, and then what the handler says", async () => {
    act = () => {
      throw new Refusal("vendor_disabled", "off");
    };
    const send = opened();
    const key = { ...bearer(apiKey), "idempotency-key": "k" };
    const at = (headers: object, body: string, path: string) =>
      send({ method: "POST", path, headers: { ...headers }, body });
    const answers = [
      await at({}, "{", "/api/v1/things/nope"),
      await at(bearer("wrong"), "{", "/api/v1/things/nope"),
      await at(bearer(apiKey), "{", "/api/v1/things/nope"),
      await at(key, "{", "/api/v1/things/nope"),
      await at(key, "{}", "/api/v1/things/nope?mood=bad"),
      await at(key, '{"name":"x"}', "/api/v1/things/nope?mood=bad"),
      await at(key, '{"name":"x"}', "/api/v1/things/nope"),
      await at(key, '{"name":"x"}', thing),
    ];
    expect(answers.map(({ status, text }) => `${status} ${codeOf(text)}`)).toEqual([
      "401 missing_api_key",
      "401 invalid_api_key",
      "400 idempotency_key_required",
      "400 invalid_json",
      "400 validation_error",
      "400 validation_error",
      "404 not_found",
      "501 vendor_disabled",
    ]);
    for (const { text, headers } of answers) {
      const body = JSON.parse(text);
      expect(Object.keys(body).slice(0, 4)).toEqual(["error", "code", "unmet", "requestId"]);
      expect(body.unmet).toEqual([]);
      expect(headers["x-request-id"]).toBe(body.requestId);
      expect(headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
    }
  });
});

describe("who asks", () => {
  test.each([
    ["a bearer token", () => bearer(apiKey)],
    ["a bearer token in lower case", () => ({ Authorization: `bearer ${apiKey}` })],
    ["X-API-Key", () => ({ "X-API-Key": apiKey })],
    ["a bare Authorization", () => ({ authorization: apiKey })],
  ])("a tenant is known by %s", async (_, headers) => {
    const { status, text } = await opened()({ path: thing, headers: headers() });
    expect([status, text]).toEqual([200, '{"said":"tenant:acme"}']);
  });

  test("a key that was revoked is refused within 60 seconds, wherever it was remembered", async () => {
    const send = opened();
    expect((await send({ path: thing, headers: bearer(apiKey) })).status).toBe(200);
    await revokeKey(api.context, tenantId, keyId);
    api.pass(60);
    const { status, text } = await send({ path: thing, headers: bearer(apiKey) });
    expect([status, codeOf(text)]).toEqual([401, "invalid_api_key"]);
    expect((await opened()({ path: thing, headers: { "x-api-key": apiKey } })).status).toBe(401);
  });

  test("a warm key costs no read", async () => {
    const send = opened();
    await send({ path: thing, headers: bearer(apiKey) });
    const before = api.store.calls;
    await send({ path: thing, headers: bearer(apiKey) });
    expect(api.store.calls).toBe(before);
  });

  test("a key of the other environment is a plain 401, known id or not", async () => {
    const other = mintApiKey("live", keyId);
    const { status, text } = await opened()({ path: thing, headers: bearer(other) });
    expect([status, codeOf(text)]).toEqual([401, "invalid_api_key"]);
  });

  test("an operator is known by a token's name, in either of two tokens", async () => {
    const send = opened();
    for (const [token, actor] of [
      [api.operatorToken, "operator:one"],
      ["operator-token-two", "operator:two"],
    ] as const)
      expect((await send({ method: "PUT", path: "/admin/things", headers: bearer(token) })).text).toContain(actor);
  });

  test("over IAM it is the principal", async () => {
    const arn = "arn:aws:iam::1:role/ops";
    const reply = await opened("iam")({ method: "PUT", path: "/admin/things" }, arn);
    expect(reply.text).toBe(JSON.stringify({ said: arn }));
  });

  test("a door for IAM alone takes no token, and one for tokens alone no principal", async () => {
    const put = { method: "PUT", path: "/admin/things" };
    const byToken = await opened("iam")({ ...put, headers: bearer(api.operatorToken) });
    expect([byToken.status, codeOf(byToken.text)]).toEqual([401, "invalid_api_key"]);
    expect((await opened("bearer")(put, "arn:aws:iam::1:role/ops")).status).toBe(401);
  });

  test("the rail's callback keeps its token in every mode", async () => {
    const post = { method: "POST", path: "/api/v1/webhooks/thing", headers: bearer(api.operatorToken) };
    for (const mode of ["bearer", "iam", "both"] as const)
      expect((await opened(mode)(post)).text).toBe('{"said":"rail:one"}');
    expect((await opened("iam")({ ...post, headers: {} }, "arn:aws:iam::1:role/ops")).status).toBe(401);
  });
});

describe("where it is asked", () => {
  test("a route that is not there is 404, without a credential too", async () => {
    for (const path of [
      "/api/v1/nosuch",
      "/",
      "/api/v1/things",
      "/api/v1/things/a/b/c",
      "/API/v1/things/x",
      `${thing}/`,
    ]) {
      const { status, text } = await opened()({ path });
      expect([path, status, codeOf(text)]).toEqual([path, 404, "route_not_found"]);
    }
  });

  test("a method that is not there is 405 and says which are", async () => {
    for (const method of ["DELETE", "PUT", "PATCH", "OPTIONS", "BREW", "head"]) {
      const { status, text, headers } = await opened()({ method, path: thing });
      expect([status, codeOf(text), headers.allow]).toEqual([405, "method_not_allowed", "POST, GET, HEAD"]);
    }
  });

  test("under /admin nobody learns what there is without a credential", async () => {
    const send = opened();
    for (const request of [{ path: "/admin/nosuch" }, { path: "/admin" }, { method: "GET", path: "/admin/things" }]) {
      expect((await send(request)).status).toBe(401);
      expect((await send({ ...request, headers: bearer(apiKey) })).status).toBe(401);
    }
    const known = { headers: bearer(api.operatorToken) };
    expect((await send({ ...known, path: "/admin/nosuch" })).status).toBe(404);
    expect((await send({ ...known, path: "/admin/things" })).headers.allow).toBe("PUT");
    expect((await send({ path: "/administration" })).status).toBe(404);
  });
});
