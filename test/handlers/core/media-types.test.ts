import { beforeEach, describe, expect, test } from "vitest";
import { TestApi } from "../../support/core/test-api.ts";
import { bearer, codeOf, openThings, thing } from "../../support/routes/things.ts";

let api: TestApi;
let apiKey: string;

beforeEach(async () => {
  api = new TestApi();
  ({ apiKey } = await api.tenant());
});

function post(body: string | undefined, more: object = {}, path = thing) {
  const headers = { ...bearer(apiKey), "idempotency-key": "k", ...more };
  const send = openThings(api, (actor) => ({ said: actor }));
  return send({ method: "POST", path, headers, ...(body === undefined ? {} : { body }) });
}

const good = '{"name":"x"}';

describe("a body", () => {
  test.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    "application/vnd.sluice.v1+json",
    "application/problem+json ; q=1",
  ])("that says it is %s is read", async (type) => {
    expect((await post(good, { "Content-Type": type })).status).toBe(200);
  });

  test.each([
    "",
    " ",
    "text/plain",
    "text/plain; charset=utf-8",
    "text/json",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "application/json5",
    "application/+json",
    "json",
    "*/*",
    "application/xml",
    "multipart/form-data; boundary=x",
    "text/csv",
    "IMAGE/png",
    "text/plain; application/json",
  ])("that says %j is 415", async (type) => {
    const { status, text } = await post(good, { "content-type": type });
    expect([status, codeOf(text)]).toEqual([415, "unsupported_media_type"]);
    expect(JSON.parse(text).error).toContain("application/json");
  });

  test.each(["gzip", "br", "deflate", "GZIP", "identity, gzip", "x-made-up"])("coded as %s is 415", async (coding) => {
    const { status, text } = await post(good, { "Content-Encoding": coding });
    expect([status, codeOf(text)]).toEqual([415, "unsupported_media_type"]);
  });

  test.each(["identity", "Identity", ""])("coded as %j is read", async (coding) => {
    expect((await post(good, { "content-encoding": coding })).status).toBe(200);
  });

  test("that does not come needs no type, and neither does a blank one", async () => {
    const path = `${thing}/poke`;
    for (const body of [undefined, "", " "])
      expect((await post(body, { "content-type": "", "content-encoding": "gzip" }, path)).status).toBe(
        body === " " ? 415 : 200,
      );
    expect((await post(" ", { "content-type": "" }, path)).status).toBe(200);
  });

  test("of a route that takes none must be JSON all the same", async () => {
    expect((await post("{}", { "content-type": "text/plain" }, `${thing}/poke`)).status).toBe(415);
  });
});

describe("a name that is given twice is invalid_json", () => {
  test.each([
    ["beside itself", '{"name":"x","name":"y"}', "name"],
    ["with the same value", '{"name":"x","name":"x"}', "name"],
    ["in an object of a list", '{"name":"x","parts":[{"cents":1},{"cents":1,"cents":2}]}', "cents"],
    ["after a nested object", '{"name":"x","parts":[{"cents":1}],"name":"y"}', "name"],
    ["escaped once", '{"name":"x","\\u006eame":"y"}', "name"],
    ["escaped otherwise each time", '{"\\u006Eame":"x","\\u006eame":"y"}', "name"],
    ["that is constructor", '{"name":"x","constructor":1,"constructor":2}', "constructor"],
    ["that is empty", '{"name":"x","":1,"":2}', ""],
  ])("%s", async (_, body, name) => {
    const { status, text } = await post(body);
    expect([status, codeOf(text)]).toEqual([400, "invalid_json"]);
    expect(JSON.parse(text).error).toContain(JSON.stringify(name));
  });

  test.each([
    ["in another object", '{"name":"x","parts":[{"cents":1},{"cents":2}]}'],
    ["only as a value", '{"name":"name"}'],
    ["only within a text", String.raw`{"name":"\",\"name\":\"y"}`],
    ["behind a backslash", String.raw`{"name":"\\","parts":[]}`],
  ])("but not %s", async (_, body) => {
    expect((await post(body)).status).toBe(200);
  });

  test("where 30,000 objects are within one another", async () => {
    const depth = 30_000;
    const body = `${'{"a":'.repeat(depth)}{"b":1,"b":2}${"}".repeat(depth)}`;
    expect(codeOf((await post(body)).text)).toBe("invalid_json");
  });
});

describe("the name __proto__", () => {
  test("is invalid_json in every object, since free names would lose it", async () => {
    for (const name of ["__proto__", "\\u005f_proto__"])
      for (const body of [`{"name":"x","${name}":"y"}`, `{"name":"x","parts":[{"${name}":{"cents":1}}]}`]) {
        const { status, text } = await post(body);
        expect([status, codeOf(text)]).toEqual([400, "invalid_json"]);
        expect(JSON.parse(text).error).toBe('"__proto__" cannot be a name');
      }
  });
});
