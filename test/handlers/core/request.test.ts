import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TestApi } from "../../support/core/test-api.ts";
import { bearer, codeOf, type Handling, openThings, thing } from "../../support/routes/things.ts";

let api: TestApi;
let apiKey: string;
/** What the handlers do next. */
let act: Handling;

beforeEach(async () => {
  api = new TestApi();
  act = (actor) => ({ said: actor });
  ({ apiKey } = await api.tenant());
});

afterEach(() => {
  vi.restoreAllMocks();
});

function opened() {
  return openThings(api, act);
}

const good = { name: "x" };

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
    expect([status, codeOf(text)]).toEqual([413, "body_too_large"]);
    // As many characters, but three bytes each.
    expect((await post(JSON.stringify({ name: "支".repeat(90_000) }))).status).toBe(413);
  });

  test("must be UTF-8", async () => {
    const { status, text } = await post(new Uint8Array([0x7b, 0xff, 0x7d]));
    expect([status, codeOf(text)]).toEqual([400, "invalid_json"]);
  });

  test.each([
    ["an unknown parameter", "?nosuch=1", "nosuch"],
    ["a parameter twice", "?mood=good&mood=good", "mood"],
    ["an unknown value", "?mood=bad", "mood"],
  ])("with %s is 400", async (_, query, path) => {
    const headers = { ...bearer(apiKey), "idempotency-key": "k" };
    const reply = await opened()({ method: "POST", path: thing + query, headers, body: JSON.stringify(good) });
    expect([reply.status, JSON.parse(reply.text).fields[0].path]).toEqual([400, path]);
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
    expect(codeOf((await post(JSON.stringify(good), { "idempotency-key": key })).text)).toBe(expected);
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
      {
        ...{ error: "internal error", code: "internal_error", unmet: [], requestId: body.requestId },
        docUrl: "/docs/errors#internal_error",
      },
    ]);
    expect(headers["x-request-id"]).toBe(body.requestId);
    const line = JSON.parse(api.log.lines.at(-1) ?? "");
    expect(line).toMatchObject({
      level: "ERROR",
      message: "request",
      status: 500,
      requestId: body.requestId,
      operation: "read",
      error: expect.any(String),
    });
  });

  test("in the book is one too", async () => {
    vi.spyOn(api.store, "read").mockRejectedValue(new Error(secret));
    const { status, text } = await opened()({ path: thing, headers: bearer(apiKey) });
    expect([status, codeOf(text)]).toEqual([500, "internal_error"]);
    expect(text).not.toContain(secret);
  });
});

test("no line of the log has a credential in it", async () => {
  const send = opened();
  await send({ path: thing, headers: bearer(apiKey) });
  await send({ path: thing, headers: bearer(`${apiKey}x`) });
  await send({ method: "PUT", path: "/admin/things", headers: bearer(api.operatorToken) });
  const lines = api.log.lines.join("\n");
  expect(api.log.lines).toHaveLength(3);
  expect(lines).not.toContain(apiKey.slice(20));
  expect(lines).not.toContain(api.operatorToken);
});
