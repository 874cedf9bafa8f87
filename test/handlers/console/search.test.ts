import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allPartitions } from "../../../functions/app/core/row-keys.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { operationOf } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox();
const token = deployed.operatorToken;
let one: Owner;
let other: Owner;
let railRef: string;

interface Found {
  readonly kind: string;
  readonly id: string;
  readonly tenantId: string;
  readonly title: string;
  readonly status: string;
}

async function search(q: string): Promise<{ status: number; data: Found[]; code?: string }> {
  const path = `/admin/search?${new URLSearchParams({ q })}`;
  const reply = await deployed.send(operationOf("search"), {
    method: "GET",
    path,
    headers: { authorization: `Bearer ${token}` },
  });
  return { ...JSON.parse(reply.text), status: reply.status };
}

async function ids(q: string): Promise<string[]> {
  return (await search(q)).data.map(({ id }) => id);
}

beforeAll(async () => {
  // A page costs more calls where it goes through two months.
  await deployed.nextDay();
  ({ one, other } = await deployed.start());
  const paid = await deployed.call("getPayment", one.apiKey, { id: one.paymentId });
  railRef = JSON.parse(paid.text).railRef;
});

afterAll(() => deployed.stop());

describe("search", () => {
  test("finds a record by its id, however it is typed", async () => {
    expect(await ids(one.invoiceId)).toEqual([one.settlementId, one.invoiceId]);
    for (const id of [one.settlementId, one.paymentId, one.id])
      expect(await ids(` ${id.toLowerCase()} `)).toEqual([id]);
    expect((await search(one.paymentId)).data).toMatchObject([
      { kind: "payment", tenantId: one.id, title: "A-1 · 40.00 USD · one", status: "succeeded" },
    ]);
    expect(await ids(`stl_${"7Z".padEnd(26, "Z")}`)).toEqual([]);
  });

  test("finds what an event is on", async () => {
    await deployed.call("sendInvoice", one.apiKey, { id: one.invoiceId }, undefined);
    const { data } = JSON.parse((await deployed.call("listEvents", one.apiKey)).text);
    expect(data[0]).toMatchObject({ event: "invoice.sent" });
    expect(await ids(data[0].id)).toEqual([one.invoiceId]);
  });

  test("finds an invoice's number in every tenant that has it", async () => {
    expect((await ids("a-1")).toSorted()).toEqual([one.invoiceId, other.invoiceId].toSorted());
    expect(await ids("A-")).toEqual([]);
  });

  test("finds a payment by the rail's reference, and every settlement to a wallet", async () => {
    expect(await ids(railRef)).toEqual([one.settlementId]);
    expect((await ids("0xwallet")).toSorted()).toEqual([one.settlementId, other.settlementId].toSorted());
  });

  test("finds a tenant by its slug", async () => {
    expect((await search("One")).data).toMatchObject([{ kind: "tenant", id: one.id, title: "one (one)" }]);
  });

  test("asks the table side by side, a fixed number of times", async () => {
    const before = deployed.aws.store.calls;
    await search("0xWALLET");
    // The clock, the role; pointers, numbers, the slug and each rail's references; the records.
    expect(deployed.aws.store.calls - before).toBeLessThanOrEqual(8);
  });

  test.each([
    ["nothing", ""],
    ["blanks", "   "],
    ["257 characters", "x".repeat(257)],
    ["a NUL", "a\u0000"],
  ])("refuses %s", async (_, q) => {
    expect(await search(q)).toMatchObject({ status: 400, code: "validation_error" });
  });

  test("takes 256 characters of anything and finds nothing", async () => {
    for (const q of ["é".repeat(256), "find#0xwallet", "__proto__", "' OR 1=1", "#", "slug#one"])
      expect(await search(q)).toEqual({ status: 200, data: [], nextCursor: null });
  });

  test("shows the newest fifty of what a wallet has more of", async () => {
    for (let each = 2; each < 60; each += 1) {
      const lineItems = [{ description: "work", unitCents: 100 }];
      const made = await deployed.call(
        "createInvoice",
        other.apiKey,
        {},
        { number: `B-${each}`, customerId: "c", lineItems },
      );
      const { id } = JSON.parse(made.text);
      const paid = await deployed.call("payInvoice", other.apiKey, { id }, {}, { "idempotency-key": id });
      expect(paid.status, paid.text).toBe(201);
    }
    const found = await ids("0xWALLET");
    expect(found).toHaveLength(50);
    expect(found).not.toContain(one.settlementId);
  });
});

describe("operators' list of settlements", () => {
  async function list(query: Record<string, string> = {}) {
    const path = `/admin/settlements?${new URLSearchParams(query)}`;
    const reply = await deployed.send(operationOf("listAllSettlements"), {
      method: "GET",
      path,
      headers: { authorization: `Bearer ${token}` },
    });
    return { ...JSON.parse(reply.text), status: reply.status } as {
      data: { id: string; createdAt: string; tenantId: string; status: string }[];
      nextCursor: string | null;
      status: number;
      code?: string;
    };
  }

  test("goes through all tenants' newest first, each page for the same number of calls", async () => {
    const seen: { id: string; createdAt: string }[] = [];
    const costs = new Set<number>();
    for (let cursor: string | null = ""; cursor !== null; ) {
      const before = deployed.aws.store.calls;
      const page = await list({ limit: "7", ...(cursor ? { cursor } : {}) });
      costs.add(deployed.aws.store.calls - before);
      seen.push(...page.data);
      cursor = page.nextCursor;
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(60);
    expect(seen).toHaveLength(60);
    expect(seen.map(({ createdAt }) => createdAt)).toEqual(
      seen
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .reverse(),
    );
    // The clock, the role, each partition, the records; the last page looks for the first tenant as well.
    const partitions = allPartitions("settlement", "2026-11").length;
    expect([...costs].toSorted((one, other) => one - other)).toEqual([partitions + 3, partitions + 4]);
  });

  test("is filtered by tenant and by status", async () => {
    expect((await list({ tenantId: one.id })).data.map(({ id }) => id)).toEqual([one.settlementId]);
    expect((await list({ status: "screening", limit: "100" })).data).toHaveLength(60);
    expect(await list({ status: "completed" })).toMatchObject({ data: [], nextCursor: null });
    expect((await list({ status: "screening", tenantId: one.id })).data).toHaveLength(1);
  });

  test("refuses an unknown tenant, an unknown status and a cursor of its own making", async () => {
    expect(await list({ tenantId: `ten_${"7Z".padEnd(26, "Z")}` })).toMatchObject({ status: 404 });
    expect(await list({ status: "nope" })).toMatchObject({ status: 400 });
    for (const before of ["", "nope", "9999-99-99", "x".repeat(500)]) {
      const cursor = Buffer.from(JSON.stringify({ all: "settlements", before })).toString("base64url");
      expect(await list({ cursor })).toMatchObject({ status: 400, code: "invalid_cursor" });
    }
  });
});

describe("a settlement as operators see it", () => {
  test("has its payment, its history and what happened in plain words", async () => {
    const reply = await deployed.call("inspectSettlement", token, { id: one.settlementId });
    const seen = JSON.parse(reply.text);
    expect(seen).toMatchObject({
      id: one.settlementId,
      status: "screening",
      why: null,
      payment: { id: one.paymentId },
    });
    expect(seen.history.map(({ to }: { to: string }) => to)).toEqual(["created", "collecting", "screening"]);
    expect(seen.timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      "screen",
      "hop",
      "intent",
      "rail",
      "rail",
    ]);
    expect(seen.timeline[0].what).toBe("Wallet screened before collection, round 1: passed, risk low");
  });
});
