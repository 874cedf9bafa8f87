import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { screeningOperationOf } from "../../support/runner/lambdas.ts";
import { DeployedScreening } from "../../support/screening/deployed-screening.ts";

const deployed = new DeployedScreening();
const hour = 3600;
const noRequest = "acr_01M7YZMHG0GAQ2FF8W679S1W2S";
let nth = 0;

beforeAll(() => deployed.open());
afterAll(() => deployed.stop());
beforeEach(() => {
  nth += 1;
});

function asking(email = `ada${nth}@acme.example`) {
  return { companyName: `Acme ${nth}`, contactName: "Ada", contactEmail: email, plan: "starter" };
}

/** The calls of a test come from an address of its own. */
async function ask(body: unknown, from = `198.51.100.${nth}`) {
  const reply = await deployed.call("requestAccount", "", {}, body, { "x-forwarded-for": from });
  return { ...reply, json: JSON.parse(reply.text) };
}

async function operate(id: string, params: Record<string, string> = {}, body?: unknown) {
  const { status, text } = await deployed.call(id, deployed.operatorToken, params, body);
  return { status, json: JSON.parse(text) };
}

function rows(type: string) {
  return deployed.aws.store.rows().filter((row) => row.type === type);
}

/** The id of a request that was just made. */
async function requested(): Promise<{ id: string }> {
  return { id: (await ask(asking())).json.requestId };
}

describe("asking for an account", () => {
  test("is 202 with an id, and an operator finds what was said", async () => {
    const { status, json } = await ask({ ...asking(), useCase: "payouts" });
    expect([status, json]).toEqual([202, { requestId: expect.stringMatching(/^acr_/), status: "received" }]);
    expect(await operate("getAccountRequest", { id: json.requestId })).toMatchObject({
      status: 200,
      json: { ...asking(), useCase: "payouts", status: "received", accountId: null, note: null },
    });
  });

  test("is answered alike for a known address in any letters, after as many calls, and stores nothing", async () => {
    const first = await ask(asking());
    const stored = () => [rows("account_request").length, deployed.aws.store.rows().length];
    const before = stored();
    let calls = deployed.aws.store.calls;
    const again = await ask({ ...asking(`ADA${nth}@Acme.Example`), companyName: "Another" });
    const spent = deployed.aws.store.calls - calls;
    expect([again.status, Object.keys(again.json)]).toEqual([202, Object.keys(first.json)]);
    expect(again.json.requestId).not.toBe(first.json.requestId);
    expect(stored()).toEqual(before);
    calls = deployed.aws.store.calls;
    await ask(asking(`new${nth}@acme.example`));
    expect(deployed.aws.store.calls - calls).toBe(spent);
  });

  test("names nobody in trail, keys or log", async () => {
    const { json } = await ask(asking("secret.person@acme.example"));
    const trail = rows("entry").filter(({ pk }) => pk === json.requestId);
    expect(trail).toHaveLength(1);
    const keys = deployed.aws.store.rows().map(({ pk, index }) => [pk, index]);
    expect(JSON.stringify([trail, keys, deployed.logged])).not.toContain("secret.person");
  });

  test.each([
    [{}, "companyName"],
    [{ ...asking(), contactEmail: "x" }, "contactEmail"],
    [{ ...asking(), plan: "unlimited" }, "plan"],
    [{ ...asking(), country: "US" }, "country"],
  ])("with %j is 400, and not counted", async (body, path) => {
    for (let at = 0; at < 6; at++) {
      const { status, json } = await ask(body);
      expect([status, json.code]).toEqual([400, "validation_error"]);
      expect(json.fields.map((each: { path: string }) => each.path)).toContain(path);
    }
    expect((await ask(asking())).status).toBe(202);
  });

  test("is taken five times an hour from one address, exactly, and no other source counts", async () => {
    const stored = rows("account_request").length;
    const many = Array.from({ length: 32 }, (_, at) => ask(asking(`flood${nth}-${at}@acme.example`)));
    const reply = await Promise.all(many);
    expect(reply.filter(({ status }) => status === 202)).toHaveLength(5);
    const refused = reply.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(27);
    for (const { json, headers } of refused) {
      expect(json.code).toBe("rate_limited");
      expect(Number(headers["retry-after"])).toBeGreaterThan(hour - 60);
    }
    expect(rows("account_request").length - stored).toBe(5);
    expect((await ask(asking(), `2001:db8:${nth}::1`)).status).toBe(202);
    await deployed.advance(hour + 1);
    expect((await ask(asking(`later${nth}@acme.example`))).status).toBe(202);
  });
});

describe("accepting", () => {
  test("opens the account on the plan that was asked for, with a key that works, in one transaction", async () => {
    const params = await requested();
    const commits = deployed.aws.store.commits;
    const { status, json } = await operate("acceptAccountRequest", params, { note: "known" });
    expect(status).toBe(201);
    expect(deployed.aws.store.commits - commits).toBe(1);
    const { request, account, apiKey } = json;
    expect(request).toMatchObject({ ...params, status: "accepted", accountId: account.id, note: "known" });
    expect(account).toMatchObject({ name: `Acme ${nth}`, plan: "starter", status: "active", activeKeys: 1 });
    const used = await deployed.call("getUsage", apiKey);
    expect([used.status, JSON.parse(used.text).limit]).toEqual([200, 500]);
    expect(JSON.stringify([deployed.aws.store.rows(), deployed.logged])).not.toContain(apiKey);
    const { text } = await deployed.call("getAccountRequest", deployed.operatorToken, params);
    expect(text).not.toMatch(/slc_|sha256/);
  });

  test("takes another plan where the operator says so, and remembers what was asked for", async () => {
    const { json } = await operate("acceptAccountRequest", await requested(), { plan: "unlimited" });
    expect([json.account.plan, json.request.plan]).toEqual(["unlimited", "starter"]);
  });

  test("twice, or by eight operators at once, opens one account", async () => {
    const params = await requested();
    const before = [rows("account").length, rows("api_key").length];
    const all = Array.from({ length: 8 }, () => operate("acceptAccountRequest", params));
    const reply = await Promise.all(all);
    expect(reply.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(reply.filter(({ json }) => json.code === "signup_decided")).toHaveLength(7);
    expect([rows("account").length, rows("api_key").length]).toEqual(before.map((count) => count + 1));
    const { accountId } = (await operate("getAccountRequest", params)).json;
    for (const [id, body] of [["acceptAccountRequest"], ["declineAccountRequest", { reason: "late" }]] as const)
      expect(await operate(id, params, body)).toMatchObject({
        status: 409,
        json: { code: "signup_decided", status: "accepted", accountId },
      });
  });

  test.each([[{ plan: "gold" }], [{ note: "" }], [{ accountId: "acc_1" }]])("with %j is 400", async (body) => {
    expect((await operate("acceptAccountRequest", { id: noRequest }, body)).status).toBe(400);
  });
});

describe("declining", () => {
  test("keeps the reason and opens nothing; the address stays known for 30 days", async () => {
    const params = await requested();
    const accounts = rows("account").length;
    expect(await operate("declineAccountRequest", params, { reason: "not ours" })).toMatchObject({
      status: 200,
      json: { status: "declined", note: "not ours", accountId: null },
    });
    expect((await operate("acceptAccountRequest", params)).json.code).toBe("signup_decided");
    expect(rows("account")).toHaveLength(accounts);
    const stored = rows("account_request").length;
    await ask(asking());
    expect(rows("account_request")).toHaveLength(stored);
    await deployed.advance(30 * 24 * hour);
    await ask(asking());
    expect(rows("account_request")).toHaveLength(stored + 1);
  });
});

describe("the list of requests", () => {
  test("is newest first, by status where one is asked for", async () => {
    const ids = (await operate("listAccountRequests")).json.data.map(({ id }: { id: string }) => id);
    expect(ids.length).toBeGreaterThan(5);
    expect(ids).toEqual(ids.toSorted().toReversed());
    for (const status of ["received", "accepted", "declined"]) {
      const { text } = await deployed.send(screeningOperationOf("listAccountRequests"), {
        ...{ method: "GET", path: `/admin/account-requests?status=${status}&limit=100` },
        headers: { authorization: `Bearer ${deployed.operatorToken}` },
      });
      const { data } = JSON.parse(text) as { data: { status: string }[] };
      expect(new Set(data.map((each) => each.status))).toEqual(new Set([status]));
    }
  });

  test("knows no request that is none, nor an account as one", async () => {
    const { id } = await deployed.account("free");
    expect((await operate("getAccountRequest", { id: noRequest })).status).toBe(404);
    expect((await operate("getAccountRequest", { id })).status).toBe(404);
  });

  test.each(["listAccountRequests", "acceptAccountRequest"])("%s is for operators alone", async (id) => {
    const { apiKey } = await deployed.account("pro");
    for (const bearer of ["", apiKey, "nobody"])
      expect((await deployed.call(id, bearer, { id: noRequest })).status).toBe(401);
  });
});
