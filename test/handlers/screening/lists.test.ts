import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { operationOf, type PlainReply } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox();
let one: Owner;
let other: Owner;

beforeAll(async () => {
  ({ one, other } = await deployed.start());
  for (let each = 2; each <= 7; each++) {
    const lineItems = [{ description: "work", unitCents: 100 * each }];
    const input = { number: `A-${each}`, customerId: "c", lineItems };
    const made = await deployed.call("createInvoice", one.apiKey, {}, input);
    expect(made.status).toBe(201);
    // Into another month now and then.
    if (each % 3 === 0) await deployed.advance(40 * 86_400);
  }
});

afterAll(() => deployed.stop());

beforeEach(() => deployed.advance(10));

async function list(query: string, apiKey = one.apiKey, path = "/api/v1/invoices", id = "listInvoices") {
  const headers = { authorization: `Bearer ${apiKey}` };
  const reply = await deployed.send(operationOf(id), { method: "GET", path: `${path}?${query}`, headers });
  return { ...reply, json: JSON.parse(reply.text) };
}

function code(reply: PlainReply): [number, string] {
  return [reply.status, JSON.parse(reply.text).code];
}

describe("a list", () => {
  test.each([1, 2, 3, 6, 7, 100])("in pages of %i shows every record once, newest first", async (limit) => {
    const numbers: string[] = [];
    let cursor = "";
    do {
      const { json } = await list(`limit=${limit}${cursor}`);
      expect(json.data.length).toBeLessThanOrEqual(limit);
      numbers.push(...json.data.map((each: { number: string }) => each.number));
      cursor = json.nextCursor === null ? "" : `&cursor=${json.nextCursor}`;
    } while (cursor !== "");
    expect(numbers).toEqual(["A-7", "A-6", "A-5", "A-4", "A-3", "A-2", "A-1"]);
  });

  test("by status shows those alone", async () => {
    expect((await list("status=partially_paid")).json.data.map((each: { number: string }) => each.number)).toEqual([
      "A-1",
    ]);
    expect((await list("status=draft")).json.data).toHaveLength(6);
    expect((await list("status=paid")).json).toEqual({ data: [], nextCursor: null });
  });

  test("of another tenant is its own", async () => {
    expect((await list("", other.apiKey)).json.data.map((each: { id: string }) => each.id)).toEqual([other.invoiceId]);
  });
});

describe("a cursor", () => {
  test.each(["nope", "e30", "", "%F0%9F%99%82", "eyJsaXN0IjoieCJ9", "A".repeat(1024)])(
    "%j is refused",
    async (cursor) => {
      const reply = await list(`cursor=${cursor}`);
      expect(code(reply)).toEqual([400, "invalid_cursor"]);
      expect(reply.json.fields).toEqual([expect.objectContaining({ path: "cursor" })]);
    },
  );

  test("of another list, another filter or another tenant is refused", async () => {
    const { nextCursor } = (await list("limit=1")).json;
    expect(nextCursor).toEqual(expect.any(String));
    expect(code(await list(`status=draft&cursor=${nextCursor}`))).toEqual([400, "invalid_cursor"]);
    expect(code(await list(`cursor=${nextCursor}`, other.apiKey))).toEqual([400, "invalid_cursor"]);
    for (const [path, id] of [
      ["/api/v1/payments", "listPayments"],
      ["/api/v1/settlements", "listSettlements"],
    ] as const)
      expect(code(await list(`cursor=${nextCursor}`, one.apiKey, path, id))).toEqual([400, "invalid_cursor"]);
  });

  test("that was tampered with shows nobody else's records", async () => {
    const { nextCursor } = (await list("limit=1")).json;
    const inside = Buffer.from(nextCursor, "base64url").toString("utf8").replaceAll(one.id, other.id);
    const reply = await list(`cursor=${Buffer.from(inside).toString("base64url")}`);
    expect(code(reply)).toEqual([400, "invalid_cursor"]);
  });
});

describe("a cursor that points nowhere", () => {
  test.each(["pk", "sk", "sort"])("with an empty %s is refused before it reaches the table", async (name) => {
    const { nextCursor } = (await list("limit=1")).json;
    const inside = JSON.parse(Buffer.from(nextCursor, "base64url").toString("utf8"));
    inside.after[name] = "";
    const reply = await list(`cursor=${Buffer.from(JSON.stringify(inside)).toString("base64url")}`);
    expect(code(reply)).toEqual([400, "invalid_cursor"]);
  });
});

describe("a history", () => {
  const history = (query: string, id = one.settlementId) =>
    list(query, deployed.operatorToken, `/admin/settlements/${id}/history`, "getSettlementHistory");

  test("begins with the settlement's making and is the same in pages", async () => {
    const whole = (await history("")).json.data;
    expect(whole[0]).toMatchObject({ from: null, to: "created", actor: "tenant:one" });
    expect(whole.map((each: { to: string }) => each.to)).toEqual(["created", "collecting", "screening"]);
    const first = (await history("limit=2")).json;
    const rest = (await history(`cursor=${first.nextCursor}`)).json;
    expect([...first.data, ...rest.data]).toEqual(whole);
    expect(rest.nextCursor).toBeNull();
  });

  test("takes no cursor of another settlement's", async () => {
    const { nextCursor } = (await history("limit=1", other.settlementId)).json;
    expect(code(await history(`cursor=${nextCursor}`))).toEqual([400, "invalid_cursor"]);
  });

  test("is what its owner sees on the settlement itself", async () => {
    const shown = await deployed.call("getSettlement", one.apiKey, { id: one.settlementId });
    expect(JSON.parse(shown.text).history).toEqual((await history("")).json.data);
  });
});

test.each([
  ["operators' keys", "listKeys"],
  ["operators' webhooks", "listWebhooks"],
])("the list of %s takes no made-up cursor", async (_, id) => {
  const op = operationOf(id);
  const path = `${op.path.replace("{id}", one.id)}?cursor=nope`;
  const headers = { authorization: `Bearer ${deployed.operatorToken}` };
  expect(code(await deployed.send(op, { method: "GET", path, headers }))).toEqual([400, "invalid_cursor"]);
});
