import { beforeEach, describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { bearer, type Handling, openThings, thing } from "../../support/routes/things.ts";

let api: TestApi;
let apiKey: string;
let act: Handling;

beforeEach(async () => {
  api = new TestApi();
  ({ apiKey } = await api.tenant());
  act = (actor) => ({ said: actor });
});

function read(headers: object = {}) {
  return openThings(api, act)({ path: thing, headers: { ...bearer(apiKey), ...headers } });
}

const refuse: Handling = () => {
  throw new Refusal("kyt_declined", "the wallet is blocked", { extra: { risk: "high" } });
};

describe("Accept", () => {
  test.each([
    "application/problem+json",
    "Application/Problem+JSON",
    "application/problem+json, application/json",
    "application/json, application/problem+json",
    "application/json;q=0.8, application/problem+json;q=0.9",
    "application/problem+json;q=0.2",
    "application/problem+json, */*",
    "text/html, application/*;q=0.5, application/problem+json;q=0.5",
    "application/problem+json; q=1.000 ,text/*",
  ])("%s gets a problem", async (accept) => {
    act = refuse;
    const { status, headers, text } = await read({ Accept: accept });
    expect([status, headers["content-type"]]).toEqual([409, "application/problem+json"]);
    const { requestId, ...body } = JSON.parse(text);
    const docUrl = "/docs/errors#kyt_declined";
    expect(body).toEqual({
      ...{ error: "the wallet is blocked", code: "kyt_declined", unmet: [], docUrl, risk: "high" },
      ...{ type: docUrl, title: "Kyt declined", status: 409, detail: "the wallet is blocked", instance: requestId },
    });
    expect(headers["x-request-id"]).toBe(requestId);
  });

  test.each([
    undefined,
    "",
    "*/*",
    "application/json",
    "application/*",
    "application/problem+json;q=0",
    "application/problem+json;q=0.000, */*",
    "application/json, application/problem+json;q=0.9",
    "application/problem+json;q=0.5, application/*",
    "application/problem+json;q=high",
    "application/problem+xml",
    "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8",
    ",;,;q=1",
  ])("%s gets the body that everybody gets", async (accept) => {
    act = refuse;
    const { headers, text } = await read(accept === undefined ? {} : { accept });
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(Object.keys(JSON.parse(text))).toEqual(["error", "code", "unmet", "requestId", "docUrl", "risk"]);
  });

  test("makes a problem of a bug, of a route that is not there and of a wrong field too", async () => {
    const accept = { accept: "application/problem+json" };
    act = () => {
      throw new Error("secret");
    };
    expect(JSON.parse((await read(accept)).text)).toMatchObject({ status: 500, title: "Internal error" });
    const send = openThings(api, act);
    const lost = await send({ path: "/nosuch", headers: accept });
    expect(JSON.parse(lost.text)).toMatchObject({ status: 404, type: "/docs/errors#route_not_found" });
    const headers = { ...bearer(apiKey), ...accept, "idempotency-key": "k" };
    const wrong = await send({ method: "POST", path: thing, headers, body: "{}" });
    const fields = [{ path: "name", code: "required", message: "required" }];
    expect(JSON.parse(wrong.text)).toMatchObject({ status: 400, detail: "name: required", fields });
  });

  test("changes nothing of an answer that is good", async () => {
    const { status, headers } = await read({ accept: "application/problem+json" });
    expect([status, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
  });
});

describe("a refusal that its key keeps", () => {
  test("is the same to the byte each time, as each Accept has it", async () => {
    const { id, apiKey: secret } = await api.tenant({ slug: "bad", destWallet: "0xBLOCKED" });
    const invoice = await api.invoice(id);
    const pay = (headers: object) =>
      api.openPay()({
        ...{ method: "POST", path: `/api/v1/invoices/${invoice}/pay`, body: "{}" },
        headers: { ...bearer(secret), "idempotency-key": "k", ...headers },
      });
    const plain = await pay({});
    const asProblem = await pay({ accept: "application/problem+json" });
    expect(JSON.parse(plain.text)).toMatchObject({ code: "kyt_declined", docUrl: "/docs/errors#kyt_declined" });
    expect(JSON.parse(asProblem.text)).toMatchObject({ ...JSON.parse(plain.text), status: 409 });
    expect(asProblem.headers["content-type"]).toBe("application/problem+json");
    for (const first of [plain, asProblem])
      for (const _ of [1, 2]) {
        const again = await pay(first === plain ? {} : { accept: "application/problem+json" });
        expect([again.status, again.text]).toEqual([first.status, first.text]);
        expect(again.headers["idempotent-replay"]).toBe("true");
      }
    expect(plain.headers).not.toHaveProperty("idempotent-replay");
  });
});
