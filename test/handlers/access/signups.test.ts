import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadAggregate } from "../../../functions/app/core/aggregate.ts";
import { tenantRecordType } from "../../../functions/app/tenants/records.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";
import { operationOf } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox();
const hour = 3600;
let nth = 0;

beforeAll(() => deployed.start());
afterAll(() => deployed.stop());
beforeEach(() => {
  nth += 1;
});

function address(): string {
  return `198.51.100.${nth}`;
}

function asking(email = `ada${nth}@acme.example`) {
  return { companyName: `Acme ${nth}`, contactName: "Ada", contactEmail: email };
}

async function ask(body: unknown, from = address()) {
  const reply = await deployed.send(operationOf("requestAccess"), {
    method: "POST",
    path: "/onboard/signup",
    headers: { "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify(body),
  });
  return { ...reply, json: JSON.parse(reply.text) };
}

async function operate(id: string, params: Record<string, string> = {}, body?: unknown, query = "") {
  const op = operationOf(id);
  const path = Object.entries(params).reduce((at, [name, value]) => at.replace(`{${name}}`, value), op.path);
  const reply = await deployed.send(op, {
    method: op.method,
    path: `${path}${query}`,
    headers: { authorization: `Bearer ${deployed.operatorToken}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: reply.status, json: JSON.parse(reply.text) };
}

function rows(type: string) {
  return deployed.aws.store.rows().filter((row) => row.type === type);
}

/** The request that was stored last. */
async function newest() {
  return (await operate("listSignups")).json.data[0];
}

describe("asking for access", () => {
  test("is 202 with an id, and an operator finds what was said", async () => {
    const { status, json } = await ask({ ...asking(), country: "ES", expectedMonthlyVolumeCents: 100 });
    expect([status, json]).toEqual([202, { requestId: expect.stringMatching(/^sgn_/), status: "received" }]);
    expect(await operate("getSignup", { id: json.requestId })).toMatchObject({
      status: 200,
      json: { ...asking(), status: "received", country: "ES", website: null, tenantId: null },
    });
  });

  test("is answered alike for a known address in any letters, and nothing new is stored", async () => {
    const first = await ask(asking());
    const before = [rows("signup").length, rows("entry").length, deployed.aws.store.rows().length];
    const calls = deployed.aws.store.calls;
    const again = await ask({ ...asking(`ADA${nth}@Acme.Example`), companyName: "Another" });
    const spent = deployed.aws.store.calls - calls;
    expect(again.status).toBe(202);
    expect(Object.keys(again.json)).toEqual(Object.keys(first.json));
    expect(again.json.requestId).not.toBe(first.json.requestId);
    expect([rows("signup").length, rows("entry").length, deployed.aws.store.rows().length]).toEqual(before);
    const fresh = deployed.aws.store.calls;
    await ask(asking(`new${nth}@acme.example`));
    // As many calls, so that time does not tell either.
    expect(deployed.aws.store.calls - fresh).toBe(spent);
  });

  test("keeps the address's digest as its key, and neither trail nor log names anybody", async () => {
    const { json } = await ask(asking("secret.person@acme.example"));
    const trail = JSON.stringify(rows("entry").filter(({ pk }) => pk === json.requestId));
    expect(trail).not.toContain("secret.person");
    expect(JSON.stringify(deployed.aws.store.rows().map(({ pk, index }) => [pk, index]))).not.toContain(
      "secret.person",
    );
    expect(deployed.logged.join("\n")).not.toContain("secret.person");
  });

  test.each([
    [{}, "companyName"],
    [{ ...asking(), contactEmail: "x" }, "contactEmail"],
    [{ ...asking(), website: "javascript:alert(1)" }, "website"],
    [{ ...asking(), plan: "gold" }, "plan"],
    [[], ""],
  ])("with %j is 400", async (body, path) => {
    const { status, json } = await ask(body);
    expect([status, json.code]).toEqual([400, "validation_error"]);
    expect(json.fields.map((each: { path: string }) => each.path)).toContain(path);
  });
});

describe("asking too often", () => {
  test("of 64 at once from one address exactly five are taken, and five more an hour later", async () => {
    const flood = () =>
      Promise.all(Array.from({ length: 64 }, (_, at) => ask(asking(`flood${nth}-${at}@acme.example`))));
    const stored = rows("signup").length;
    const reply = await flood();
    expect(reply.filter(({ status }) => status === 202)).toHaveLength(5);
    const refused = reply.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(59);
    for (const { json, headers } of refused) {
      expect(json.code).toBe("rate_limited");
      expect(Number(headers["retry-after"])).toBeGreaterThan(hour - 60);
      expect(Number(headers["retry-after"])).toBeLessThanOrEqual(hour);
    }
    expect(rows("signup").length - stored).toBe(5);
    await deployed.advance(hour - 60);
    expect((await ask(asking())).status).toBe(429);
    await deployed.advance(61);
    expect((await flood()).filter(({ status }) => status === 202)).toHaveLength(5);
  });

  test("counts known addresses and a whole IPv6 network, and no other source", async () => {
    const reply = [];
    for (let at = 0; at < 6; at++) reply.push((await ask(asking(), `2001:db8:${nth}:1::${at}`)).status);
    expect(reply).toEqual([202, 202, 202, 202, 202, 429]);
    expect((await ask(asking(), `2001:db8:${nth}:2::1`)).status).toBe(202);
  });

  test("does not count what was not understood", async () => {
    for (let at = 0; at < 8; at++) expect((await ask({})).status).toBe(400);
    expect((await ask(asking())).status).toBe(202);
  });
});

describe("accepting", () => {
  test("makes the tenant, a key that works and an invitation, in one transaction", async () => {
    await ask(asking());
    const { id } = await newest();
    const commits = deployed.aws.store.commits;
    const { status, json } = await operate("acceptSignup", { id }, { note: "known" });
    expect(status).toBe(201);
    expect(deployed.aws.store.commits - commits).toBe(1);
    expect(json).toMatchObject({
      signup: { id, status: "accepted", tenantId: json.tenant.id, kybId: json.invite.id, note: "known" },
      tenant: { slug: `acme-${nth}`, name: `Acme ${nth}`, destWallet: "", partnerCustomerId: null, status: "active" },
      invite: { id: expect.stringMatching(/^kyb_/), magicLink: expect.stringContaining("/k/") },
    });
    const listed = await deployed.call("listInvoices", json.apiKey);
    expect(listed.status).toBe(200);
    const secret = json.invite.magicLink.split("/k/")[1];
    expect(JSON.stringify(deployed.aws.store.rows())).not.toContain(secret);
    expect(JSON.stringify(deployed.aws.store.rows())).not.toContain(json.apiKey);
  });

  test("takes a slug and a wallet where they are said", async () => {
    await ask(asking());
    const { id } = await newest();
    const reply = { slug: `own-${nth}`, destChain: "base", destWallet: "0xW", stable: "USDC" };
    const { json } = await operate("acceptSignup", { id }, reply);
    expect(json.tenant).toMatchObject(reply);
  });

  test("twice, or by eight operators at once, makes nothing twice", async () => {
    await ask(asking());
    const { id } = await newest();
    const tenants = () =>
      rows("tenant").filter((row) => loadAggregate(tenantRecordType, row)?.state.name === `Acme ${nth}`);
    const reply = await Promise.all(Array.from({ length: 8 }, () => operate("acceptSignup", { id })));
    expect(reply.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(reply.filter(({ json }) => json.code === "signup_decided")).toHaveLength(7);
    expect(tenants()).toHaveLength(1);
    expect(await operate("acceptSignup", { id })).toMatchObject({
      status: 409,
      json: { code: "signup_decided", status: "accepted", tenantId: tenants()[0]?.pk },
    });
    expect(await operate("declineSignup", { id }, { reason: "late" })).toMatchObject({ status: 409 });
  });

  test("two of one name at once gives each a slug of its own", async () => {
    const twins = [];
    for (const email of [`one${nth}@acme.example`, `two${nth}@acme.example`])
      twins.push((await ask(asking(email))).json.requestId);
    const reply = await Promise.all(twins.map((id) => operate("acceptSignup", { id })));
    expect(reply.map(({ json }) => json.tenant?.slug).sort()).toEqual([`acme-${nth}`, `acme-${nth}-2`]);
  });

  test("refuses a slug that is taken, and leaves the request as it was", async () => {
    await ask(asking());
    const { id } = await newest();
    expect(await operate("acceptSignup", { id }, { slug: "one" })).toMatchObject({
      status: 409,
      json: { code: "tenant_exists" },
    });
    expect((await operate("getSignup", { id })).json.status).toBe("received");
  });

  test.each([[{ destWallet: "0xW" }], [{ destChain: "base" }], [{ slug: "-" }], [{ tenantId: "ten_1" }]])(
    "with %j is 400",
    async (body) => {
      const { status } = await operate("acceptSignup", { id: "sgn_01M7YZMHG0GAQ2FF8W679S1W2S" }, body);
      expect(status).toBe(400);
    },
  );
});

describe("declining", () => {
  test("keeps the reason, and the address stays known for 30 days", async () => {
    await ask(asking());
    const { id } = await newest();
    expect(await operate("declineSignup", { id }, { reason: "not ours" })).toMatchObject({
      status: 200,
      json: { status: "declined", note: "not ours", tenantId: null },
    });
    expect(await operate("acceptSignup", { id })).toMatchObject({ json: { code: "signup_decided" } });
    const stored = rows("signup").length;
    expect((await ask(asking())).status).toBe(202);
    expect(rows("signup")).toHaveLength(stored);
    await deployed.advance(30 * 24 * hour);
    expect((await ask(asking())).status).toBe(202);
    expect(rows("signup")).toHaveLength(stored + 1);
    expect((await ask(asking())).status).toBe(202);
    expect(rows("signup")).toHaveLength(stored + 1);
  });
});

describe("the list of requests", () => {
  test("is newest first, by status where one is asked for, page by page", async () => {
    const all = (await operate("listSignups", {}, undefined)).json.data as { id: string; status: string }[];
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    for (const status of ["received", "accepted", "declined"]) {
      const op = operationOf("listSignups");
      const reply = await deployed.send(op, {
        method: "GET",
        path: `/admin/signups?status=${status}&limit=100`,
        headers: { authorization: `Bearer ${deployed.operatorToken}` },
      });
      const { data } = JSON.parse(reply.text) as { data: { status: string }[] };
      expect(new Set(data.map((each) => each.status))).toEqual(new Set([status]));
    }
  });

  test("knows no request that is none", async () => {
    const { status } = await operate("getSignup", { id: "sgn_01M7YZMHG0GAQ2FF8W679S1W2S" });
    expect(status).toBe(404);
  });
});
