import { describe, expect, test } from "vitest";
import { invoiceOperations, invoicePdfOperations, payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { adminSettlementOperations } from "../../functions/contract/settlement/admin-settlements.ts";
import { paymentOperations } from "../../functions/contract/settlement/payments.ts";
import { tenantOperations } from "../../functions/contract/tenants/tenants.ts";
import type { Operation } from "../../functions/http/operation.ts";
import { operator, TestTenant } from "../support/journeys/journey.ts";
import type { Client } from "../support/runner/client.ts";

const { listInvoices, getInvoice, sendInvoice } = invoiceOperations;
const { listPayments, listSettlements, getPayment, getSettlement } = paymentOperations;

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly nextCursor: string | null;
}

/** The ids of a whole list, page by page. */
async function allOf(
  client: Client,
  op: Operation,
  query: Readonly<Record<string, string | number>> = {},
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = (await client.call(op, { query: { ...query, ...(cursor === null ? {} : { cursor }) } })) as Page;
    if (typeof query.limit === "number") expect(page.data.length).toBeLessThanOrEqual(query.limit);
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

describe("a tenant's records", () => {
  test("embed what they name where they are asked to, alone and in lists", async () => {
    const tenant = await TestTenant.create();
    const { payment, settlement } = await tenant.payNew(1_000);
    await tenant.reaches(settlement.id, "completed");
    const [params, expand] = [{ id: payment.id }, "invoice,settlement"];
    const read = await tenant.call(getPayment, { params, query: { expand } });
    const invoice = await tenant.call(getInvoice, { params: { id: payment.invoiceId } });
    expect(read).toMatchObject({ invoice, settlement: { id: settlement.id, status: "completed" } });
    expect((await tenant.call(listPayments, { query: { expand } })).data).toMatchObject([{ id: payment.id, invoice }]);
    await tenant.refused(getPayment, "validation_error", { params, query: { expand: "tenant" } });
  });
});

describe("a tenant's lists", () => {
  test("page newest first, each record once, and filter by status", async () => {
    const tenant = await TestTenant.create();
    const drafts = [];
    for (let made = 0; made < 7; made += 1) drafts.push(await tenant.draft(1_000));
    const ids = drafts.map(({ id }) => id);
    const newestFirst = ids.toReversed();
    for (const limit of [1, 3, 7, 100]) expect(await allOf(tenant, listInvoices, { limit })).toEqual(newestFirst);
    const [one = "", two = "", three = ""] = ids;
    await tenant.call(sendInvoice, { params: { id: one } });
    await tenant.pay({ id: two }, { amountCents: 1 });
    const { settlement, payment } = await tenant.pay({ id: three });
    expect(await allOf(tenant, listInvoices, { status: "sent" })).toEqual([one]);
    expect(await allOf(tenant, listInvoices, { status: "partially_paid" })).toEqual([two]);
    expect(await allOf(tenant, listInvoices, { status: "paid" })).toEqual([three]);
    expect(await allOf(tenant, listInvoices, { status: "draft", limit: 2 })).toEqual(newestFirst.slice(0, 4));
    await tenant.reaches(settlement.id, "completed");
    expect(await allOf(tenant, listSettlements, { status: "completed" })).toContain(settlement.id);
    expect(await allOf(tenant, listSettlements, { limit: 1 })).toHaveLength(2);
    expect(await allOf(tenant, listPayments, { status: "succeeded", limit: 1 })).toContain(payment.id);
    expect(await allOf(tenant, listPayments, { status: "returned" })).toEqual([]);
  });

  test("do not shift under a reader: what is made meanwhile is not on later pages", async () => {
    const tenant = await TestTenant.create();
    const ids = [(await tenant.draft(1)).id, (await tenant.draft(1)).id, (await tenant.draft(1)).id];
    const first = await tenant.call(listInvoices, { query: { limit: 1 } });
    await tenant.draft(1);
    const rest = await tenant.call(listInvoices, { query: { cursor: first.nextCursor ?? "" } });
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(ids.toReversed());
  });

  test("are narrowed by parent, natural key and range, and walked by cursors that tell nothing", async () => {
    const tenant = await TestTenant.create();
    const first = await tenant.payNew(1_000);
    const { invoiceId } = first.payment;
    const other = await tenant.payNew(1_000);
    expect(await allOf(tenant, listPayments, { invoiceId, limit: 1 })).toEqual([first.payment.id]);
    expect(await allOf(tenant, listSettlements, { paymentId: other.payment.id })).toEqual([other.settlement.id]);
    const { number, customerId, createdAt } = await tenant.call(getInvoice, { params: { id: invoiceId } });
    expect(await allOf(tenant, listInvoices, { number })).toEqual([invoiceId]);
    expect(await allOf(tenant, listInvoices, { customerId, limit: 1 })).toHaveLength(2);
    expect(await allOf(tenant, listInvoices, { createdAfter: createdAt, limit: 1 })).toHaveLength(2);
    expect(await allOf(tenant, listInvoices, { createdBefore: createdAt })).toEqual([]);
    const { nextCursor } = await tenant.call(listInvoices, { query: { limit: 1 } });
    expect(Buffer.from(nextCursor ?? "", "base64url").toString("latin1")).not.toContain(tenant.id);
  });

  test("take their own cursors and limits only", async () => {
    const [tenant, other] = await Promise.all([TestTenant.create(), TestTenant.create()]);
    for (let made = 0; made < 2; made += 1) await tenant.payNew(10);
    const { nextCursor } = await tenant.call(listInvoices, { query: { limit: 1 } });
    const cursor = nextCursor ?? "";
    const spoiled = ["nope", cursor.slice(1), `${cursor}x`, Buffer.from("{}").toString("base64url"), "%00"];
    for (const each of spoiled) await tenant.refused(listInvoices, "invalid_cursor", { query: { cursor: each } });
    await tenant.refused(listInvoices, "invalid_cursor", { query: { cursor, status: "paid" } });
    await tenant.refused(listSettlements, "invalid_cursor", { query: { cursor } });
    await other.refused(listInvoices, "invalid_cursor", { query: { cursor } });
    for (const limit of ["0", "101", "-1", "1.5", "x"])
      await tenant.refused(listInvoices, "validation_error", { query: { limit } });
    await tenant.refused(listInvoices, "validation_error", { query: { status: "settled" } });
    await tenant.refused(listInvoices, "validation_error", { query: { sort: "asc" } });
  });
});

describe("an operator's lists", () => {
  test("page through tenants and keys", async () => {
    const made = [await TestTenant.create(), await TestTenant.create(), await TestTenant.create()];
    const newest = await allOf(operator, tenantOperations.listTenants, { limit: 100 });
    expect(newest.slice(0, 3)).toEqual(made.map(({ id }) => id).toReversed());
    expect(new Set(newest).size).toBe(newest.length);
    await operator.refused(tenantOperations.listTenants, "invalid_cursor", { query: { cursor: "nope" } });
  });
});

describe("a stranger's record", () => {
  test("is the same 404 as one that there is not, to read and to act on", async () => {
    const [owner, stranger] = await Promise.all([TestTenant.create(), TestTenant.create()]);
    const { payment, settlement } = await owner.payNew(1_000);
    const none = "0".repeat(26);
    const response = async (op: Operation, id: string) => {
      const { requestId: _, ...reply } = await stranger.refused(op, "not_found", { params: { id } });
      return reply;
    };
    const invoices = [getInvoice, sendInvoice, invoicePdfOperations.getInvoicePdf, payOperations.payInvoice];
    for (const op of invoices) expect(await response(op, payment.invoiceId)).toEqual(await response(op, `inv_${none}`));
    expect(await response(getPayment, payment.id)).toEqual(await response(getPayment, `pay_${none}`));
    expect(await response(getSettlement, settlement.id)).toEqual(await response(getSettlement, `stl_${none}`));
    const { getSettlementHistory } = adminSettlementOperations;
    await operator.refused(getSettlementHistory, "not_found", { params: { id: `stl_${none}` } });
  });
});
