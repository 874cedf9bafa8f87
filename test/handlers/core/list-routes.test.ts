import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Visitor } from "../../support/routes/visitor.ts";
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

  test("tells nothing, is not the same twice, and belongs to its list whatever the size of its pages", async () => {
    const first = (await list("limit=1")).json.nextCursor as string;
    const second = (await list("limit=1")).json.nextCursor as string;
    expect(first).toMatch(/^[\w-]{100,600}$/);
    expect(first).not.toBe(second);
    const readable = Buffer.from(first, "base64url").toString("latin1");
    for (const text of [one.id, one.id.slice(4), "invoice"]) expect(readable).not.toContain(text);
    const [page, same] = [await list(`limit=2&cursor=${first}`), await list(`limit=2&cursor=${second}`)];
    expect(page.json.data.map((each: { number: string }) => each.number)).toEqual(["A-6", "A-5"]);
    expect(same.json.data).toEqual(page.json.data);
  });

  test("that was changed in any place is refused", async () => {
    const { nextCursor } = (await list("limit=1")).json;
    const bytes = Buffer.from(nextCursor, "base64url");
    for (const at of [0, 11, 12, 40, bytes.length - 17, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(code(await list(`cursor=${changed.toString("base64url")}`)), String(at)).toEqual([400, "invalid_cursor"]);
    }
    const others = [nextCursor.slice(0, -1), nextCursor.slice(1), `${nextCursor}=`, `${nextCursor}A`, ` ${nextCursor}`];
    for (const cursor of others)
      expect(code(await list(`cursor=${encodeURIComponent(cursor)}`)), cursor).toEqual([400, "invalid_cursor"]);
  });

  test("of the last release, which anybody could read and make, is refused", async () => {
    const month = new Date().toISOString().slice(0, 7);
    const after = { pk: one.invoiceId, sk: "row", sort: `${month}#${one.invoiceId}` };
    const mark = createHash("sha256").update(`${one.id}#invoice#`).digest("base64url").slice(0, 12);
    const body = { list: mark, partition: `${one.id}#invoice#${month}`, after };
    for (const text of [JSON.stringify(body), Buffer.from(JSON.stringify(body)).toString("base64url")])
      expect(code(await list(`cursor=${encodeURIComponent(text)}`))).toEqual([400, "invalid_cursor"]);
  });
});

describe("the list of a console's page", () => {
  test("leads on by a cursor that tells nothing", async () => {
    const visitor = new Visitor(deployed);
    await visitor.signIn();
    const first = await visitor.get("showTenants", {}, "limit=1");
    const [, cursor = ""] = /rel="next" href="[^"]*[?&;]cursor=([\w-]+)"/.exec(first.text) ?? [];
    expect(cursor).toMatch(/^[\w-]{60,600}$/);
    expect(Buffer.from(cursor, "base64url").toString("latin1")).not.toContain("ten_");
    expect((await visitor.get("showTenants", {}, `limit=1&cursor=${cursor}`)).text).toContain("First page");
    expect((await visitor.get("showTenants", {}, "limit=1&cursor=nope")).status).toBe(400);
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
