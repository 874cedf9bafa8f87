import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { mintApiKey } from "../../functions/app/api-key.ts";
import { revokeKey } from "../../functions/app/tenants.ts";
import { Refusal } from "../../functions/domain/refusal.ts";
import { operation } from "../../functions/http/define.ts";
import { idParam } from "../../functions/http/shapes.ts";
import { Door } from "../support/door.ts";

const common = { tag: "Things", summary: "a thing", lambda: "things", refusals: [] } as const;
const reply = { status: 200, schema: z.object({ said: z.string() }) };
const thing = "/api/v1/things/inv_7ZZZZZZZZZZZZZZZZZZZZZZZZZ";

const ops = {
  change: operation({
    ...common,
    id: "change",
    method: "POST",
    path: "/api/v1/things/{id}",
    caller: "tenant",
    params: idParam("inv"),
    query: z.strictObject({ mood: z.enum(["good"]).optional() }),
    body: z.strictObject({
      name: z.string(),
      parts: z.array(z.strictObject({ cents: z.int() })).default([]),
    }),
    reply,
    idempotencyKey: "required",
  }),
  read: operation({
    ...common,
    id: "read",
    method: "GET",
    path: "/api/v1/things/{id}",
    caller: "tenant",
    params: idParam("inv"),
    reply,
  }),
  poke: operation({
    ...common,
    id: "poke",
    method: "POST",
    path: "/api/v1/things/{id}/poke",
    caller: "tenant",
    params: idParam("inv"),
    reply,
  }),
  rule: operation({ ...common, id: "rule", method: "PUT", path: "/admin/things", caller: "operator", reply }),
  call: operation({
    ...common,
    id: "call",
    method: "POST",
    path: "/api/v1/webhooks/thing",
    caller: "rail",
    reply,
  }),
};

let door: Door;
let apiKey: string;
let tenantId: string;
let keyId: string;
/** What the handlers do next. */
let act: (actor: string) => { said: string };
let log: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  door = new Door();
  act = (actor) => ({ said: actor });
  log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  ({ id: tenantId, keyId, apiKey } = await door.tenant());
});

afterEach(() => {
  vi.restoreAllMocks();
});

function opened(mode?: "bearer" | "iam" | "both") {
  const handle = async (call: { principal: { actor: string } }) => ({ body: act(call.principal.actor) });
  const handlers = { change: handle, read: handle, poke: handle, rule: handle, call: handle };
  return door.open(ops, handlers, door.frame(mode));
}

function bearer(token: string) {
  return { authorization: `Bearer ${token}` };
}

function code(text: string): string {
  return JSON.parse(text).code;
}

const good = { name: "x" };

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
      await at(key, JSON.stringify(good), "/api/v1/things/nope?mood=bad"),
      await at(key, JSON.stringify(good), "/api/v1/things/nope"),
      await at(key, JSON.stringify(good), thing),
    ];
    expect(answers.map(({ status, text }) => `${status} ${code(text)}`)).toEqual([
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
    await revokeKey(door.desk, tenantId, keyId);
    door.pass(60);
    const { status, text } = await send({ path: thing, headers: bearer(apiKey) });
    expect([status, code(text)]).toEqual([401, "invalid_api_key"]);
    expect((await opened()({ path: thing, headers: { "x-api-key": apiKey } })).status).toBe(401);
  });

  test("a warm key costs no read", async () => {
    const send = opened();
    await send({ path: thing, headers: bearer(apiKey) });
    const before = door.book.calls;
    await send({ path: thing, headers: bearer(apiKey) });
    expect(door.book.calls).toBe(before);
  });

  test("a key of the other environment is a plain 401, known id or not", async () => {
    const other = mintApiKey("live", keyId);
    const { status, text } = await opened()({ path: thing, headers: bearer(other) });
    expect([status, code(text)]).toEqual([401, "invalid_api_key"]);
  });

  test("an operator is known by a token's name, in either of two tokens", async () => {
    const send = opened();
    for (const [token, actor] of [
      [door.operatorToken, "operator:one"],
      ["operator-token-two", "operator:two"],
    ] as const)
      expect((await send({ method: "PUT", path: "/admin/things", headers: bearer(token) })).text).toContain(
        actor,
      );
  });

  test("over IAM it is the principal", async () => {
    const arn = "arn:aws:iam::1:role/ops";
    const said = await opened("iam")({ method: "PUT", path: "/admin/things" }, arn);
    expect(said.text).toBe(JSON.stringify({ said: arn }));
  });

  test("a door for IAM alone takes no token, and one for tokens alone no principal", async () => {
    const put = { method: "PUT", path: "/admin/things" };
    const byToken = await opened("iam")({ ...put, headers: bearer(door.operatorToken) });
    expect([byToken.status, code(byToken.text)]).toEqual([401, "invalid_api_key"]);
    expect((await opened("bearer")(put, "arn:aws:iam::1:role/ops")).status).toBe(401);
  });

  test("the rail's callback keeps its token in every mode", async () => {
    const post = { method: "POST", path: "/api/v1/webhooks/thing", headers: bearer(door.operatorToken) };
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
      expect([path, status, code(text)]).toEqual([path, 404, "route_not_found"]);
    }
  });

  test("a method that is not there is 405 and says which are", async () => {
    for (const method of ["DELETE", "PUT", "PATCH", "HEAD", "OPTIONS", "BREW"]) {
      const { status, text, headers } = await opened()({ method, path: thing });
      expect([status, code(text), headers.allow]).toEqual([405, "method_not_allowed", "POST, GET"]);
    }
  });

  test("under /admin nobody learns what there is without a credential", async () => {
    const send = opened();
    for (const request of [
      { path: "/admin/nosuch" },
      { path: "/admin" },
      { method: "GET", path: "/admin/things" },
    ]) {
      expect((await send(request)).status).toBe(401);
      expect((await send({ ...request, headers: bearer(apiKey) })).status).toBe(401);
    }
    const known = { headers: bearer(door.operatorToken) };
    expect((await send({ ...known, path: "/admin/nosuch" })).status).toBe(404);
    expect((await send({ ...known, path: "/admin/things" })).headers.allow).toBe("PUT");
    expect((await send({ path: "/administration" })).status).toBe(404);
  });
});

describe("what is asked", () => {
  const post = (body: string | Uint8Array, more: object = {}) => {
    const headers = { ...bearer(apiKey), "idempotency-key": "k", ...more };
    return opened()({ method: "POST", path: thing, headers, body });
  };

  test("names every wrong place by its dotted path", async () => {
    const body = { name: 1, extra: 1, parts: [{ cents: 1 }, { cents: 1.5, more: 2 }] };
    const { fields } = JSON.parse((await post(JSON.stringify(body))).text);
    expect(fields.map((each: { path: string }) => each.path).sort()).toEqual([
      "extra",
      "name",
      "parts.1.cents",
      "parts.1.more",
    ]);
  });

  test("of 256 KB is read, of one byte more is 413", async () => {
    const filled = (bytes: number) => JSON.stringify({ name: "x".repeat(bytes - '{"name":""}'.length) });
    expect((await post(filled(256 * 1024))).status).toBe(200);
    const { status, text } = await post(filled(256 * 1024 + 1));
    expect([status, code(text)]).toEqual([413, "body_too_large"]);
    // As many characters, but three bytes each.
    expect((await post(JSON.stringify({ name: "支".repeat(90_000) }))).status).toBe(413);
  });

  test("must be UTF-8", async () => {
    const { status, text } = await post(new Uint8Array([0x7b, 0xff, 0x7d]));
    expect([status, code(text)]).toEqual([400, "invalid_json"]);
  });

  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "application/x-www-form-urlencoded",
    "text/plain",
  ])("is JSON whatever %s says", async (type) => {
    expect((await post(JSON.stringify(good), { "Content-Type": type })).status).toBe(200);
  });

  test.each(["application/xml", "multipart/form-data; boundary=x", "text/csv", "IMAGE/png"])(
    "is 415 as %s",
    async (type) => {
      const { status, text } = await post("x", { "content-type": type });
      expect([status, code(text)]).toEqual([415, "unsupported_media_type"]);
    },
  );

  test.each([
    ["an unknown parameter", "?nosuch=1", "nosuch"],
    ["a parameter twice", "?mood=good&mood=good", "mood"],
    ["an unknown value", "?mood=bad", "mood"],
  ])("with %s is 400", async (_, query, path) => {
    const headers = { ...bearer(apiKey), "idempotency-key": "k" };
    const said = await opened()({ method: "POST", path: thing + query, headers, body: JSON.stringify(good) });
    expect([said.status, JSON.parse(said.text).fields[0].path]).toEqual([400, path]);
  });

  test("with a body where none is taken is 400, unless it is empty", async () => {
    const poke = (body?: string) =>
      opened()({
        method: "POST",
        path: `${thing}/poke`,
        headers: bearer(apiKey),
        ...(body === undefined ? {} : { body }),
      });
    for (const body of [undefined, "", "  ", "{}"]) expect((await poke(body)).status).toBe(200);
    for (const body of ['{"a":1}', "1", '"a"', "null", "[1]"]) expect((await poke(body)).status).toBe(400);
  });

  test("on a GET has no body, whatever was sent", async () => {
    expect((await opened()({ path: thing, headers: bearer(apiKey), body: "{" })).status).toBe(200);
  });

  test.each([
    ["blank", "  ", "idempotency_key_required"],
    ["of 256 characters", "k".repeat(256), "idempotency_key_too_long"],
  ])("under a key that is %s is 400", async (_, key, expected) => {
    expect(code((await post(JSON.stringify(good), { "idempotency-key": key })).text)).toBe(expected);
  });

  test("under a key of 255 characters is read", async () => {
    expect((await post(JSON.stringify(good), { "idempotency-key": "k".repeat(255) })).status).toBe(200);
  });
});

describe("a bug", () => {
  const secret = "postgres://root:hunter2@db";

  test.each([
    [
      "that throws",
      () => {
        throw new Error(secret);
      },
    ],
    [
      "that throws no error",
      () => {
        throw secret;
      },
    ],
    ["that answers outside its contract", () => ({ said: 7 }) as unknown as { said: string }],
  ])("%s is an opaque 500 and a line in the log", async (_, buggy) => {
    act = buggy;
    const { status, text, headers } = await opened()({ path: thing, headers: bearer(apiKey) });
    const body = JSON.parse(text);
    expect([status, body]).toEqual([
      500,
      { error: "internal error", code: "internal_error", unmet: [], requestId: body.requestId },
    ]);
    expect(headers["x-request-id"]).toBe(body.requestId);
    const line = JSON.parse(String(log.mock.calls.at(-1)?.[0]));
    expect(line).toMatchObject({
      status: 500,
      requestId: body.requestId,
      operation: "read",
      error: expect.any(String),
    });
  });

  test("in the book is one too", async () => {
    vi.spyOn(door.book, "read").mockRejectedValue(new Error(secret));
    const { status, text } = await opened()({ path: thing, headers: bearer(apiKey) });
    expect([status, code(text)]).toEqual([500, "internal_error"]);
    expect(text).not.toContain(secret);
  });
});

test("no line of the log has a credential in it", async () => {
  const send = opened();
  await send({ path: thing, headers: bearer(apiKey) });
  await send({ path: thing, headers: bearer(`${apiKey}x`) });
  await send({ method: "PUT", path: "/admin/things", headers: bearer(door.operatorToken) });
  const lines = log.mock.calls.map(([line]) => String(line)).join("\n");
  expect(log.mock.calls).toHaveLength(3);
  expect(lines).not.toContain(apiKey.slice(20));
  expect(lines).not.toContain(door.operatorToken);
});
