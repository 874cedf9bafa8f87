import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../../../functions/contract/billing.ts";
import { DisputeOffice } from "../../support/disputes/dispute-office.ts";
import { step } from "../../support/docs/examples/money.ts";
import { pathOf } from "../../support/routes/bad-input.ts";
import type { Owner } from "../../support/runner/deployed.ts";
import { operationOf } from "../../support/runner/lambdas.ts";

const office = new DisputeOffice({ HOLD: "true" });
let one: Owner;
let other: Owner;
const readable = {
  ...{ listAllSettlements: "stl", inspectSettlement: "stl", listAllEscrows: "esc", inspectEscrow: "esc" },
  ...{ listReview: "rev", getReview: "rev", listAllReserves: "rsv", listApprovals: "apr", getApproval: "apr" },
};
/** The record that is looked at, by the operation that reads or lists it. */
let ids: Record<string, string>;

type Fields = Readonly<Record<string, unknown>>;

beforeAll(async () => {
  ({ one, other } = await office.start());
  const rule = { tenantId: one.id, bps: 100, reserveBps: 500, reserveDays: 9 };
  await office.call("addFeeRule", office.operatorToken, {}, rule);
  const customer = await office.made("createCustomer", {}, { name: "Northwind" });
  const lineItems = [{ description: "work", unitCents: 10_000 }];
  const invoice = await office.made("createInvoice", {}, { number: "X-1", customerId: customer.id, lineItems });
  const { payment, settlement } = await office.made("payInvoice", { id: invoice.id });
  for (const name of ["screen", "convert", "disburse"] as const) await step(name, settlement);
  const paid = { railRef: payment.railRef, state: "payment_processed" };
  await office.call("receiveMockCallback", office.operatorToken, {}, paid);
  const reserves = await read("listAllReserves", {}, "");
  const [reserve] = reserves.data as Fields[];
  const approvalId = await releaseAskedFor(String(reserve?.id));
  const escrow = { reference: "deal-1", amountCents: 5_000, payoutAddress: "0xSELLER", invoiceId: invoice.id };
  const { id: escrowId } = await office.made("createEscrow", {}, escrow);
  await office.alert({ externalId: "unbound" });
  const { data } = await read("listReview", { limit: "100" }, "");
  const item = (data as Fields[]).find(({ subjectId }) => String(subjectId).startsWith("alr_"));
  ids = {
    ...{ listAllSettlements: settlement.id, inspectSettlement: settlement.id },
    ...{ listAllEscrows: escrowId, inspectEscrow: escrowId },
    ...{ listReview: String(item?.id), getReview: String(item?.id) },
    ...{ listAllReserves: String(reserve?.id), listApprovals: approvalId, getApproval: approvalId },
  };
});

afterAll(() => office.stop());

/** The approval that the release of a reserve waits for. */
async function releaseAskedFor(id: string): Promise<string> {
  await office.call("holdReserve", office.operatorToken, { id });
  return JSON.parse((await office.call("releaseReserve", office.operatorToken, { id })).text).approvalId;
}

async function send(id: string, query: Record<string, string>, record: string, bearer = office.operatorToken) {
  const op = operationOf(id);
  const path = `${pathOf(op, { id: record })}?${new URLSearchParams(query)}`;
  const reply = await office.send(op, { method: "GET", path, headers: { authorization: `Bearer ${bearer}` } });
  return { status: reply.status, body: JSON.parse(reply.text) };
}

async function read(id: string, query: Record<string, string>, record: string): Promise<Fields> {
  const { status, body } = await send(id, query, record);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}

/** The record of an operation, alone or out of its list. */
async function shown(id: string, query: Record<string, string> = {}): Promise<Fields> {
  const record = ids[id] ?? "";
  if (operationOf(id).path.includes("{id}")) return read(id, query, record);
  const { data } = await read(id, { limit: "100", ...query }, "");
  const found = (data as Fields[]).find((each) => each.id === record);
  expect(found, `${id} has ${record}`).toBeDefined();
  return found as Fields;
}

async function cost(call: () => Promise<unknown>): Promise<number> {
  await call();
  const before = office.aws.store.calls;
  await call();
  return office.aws.store.calls - before;
}

/** What an operator's own GET, or the tenant's where operators have none, answers of a resource. */
async function alone(operation: string, embedded: Fields): Promise<Fields> {
  const bearer = operationOf(operation).caller === "tenant" ? one.apiKey : office.operatorToken;
  const { body } = await send(operation, {}, String(embedded.id), bearer);
  return Object.fromEntries(Object.keys(embedded).map((name) => [name, body[name]]));
}

const expanding = operations.filter(({ caller, expands }) => caller === "operator" && expands !== undefined);

test("operators' reads of money, and of what waits for them, can embed", () => {
  expect(expanding.map(({ id }) => id).sort()).toEqual([
    ...["getApproval", "getReview", "inspectEscrow", "inspectSettlement", "listAllEscrows", "listAllReserves"],
    ...["listAllSettlements", "listApprovals", "listReview"],
  ]);
});

/** Those of which there is a record here. */
const looked = expanding.filter(({ id }) => id in readable);

describe.each(looked.map((op) => [op.id, op] as const))("%s", (id, { expands = {} }) => {
  test.each(Object.entries(expands))("embeds %s as %s shows it, or null", async (name, operation) => {
    const plain = await shown(id);
    const { [name]: embedded, ...rest } = await shown(id, { expand: name });
    expect(rest).toEqual(plain);
    expect(plain).not.toHaveProperty(name);
    // Each is about one thing: the item about an alert, the approval about a settlement.
    const about = ["tenant", id.endsWith("Review") ? "alert" : "settlement"];
    if (/Review|Approval/.test(id) && !about.includes(name)) expect(embedded).toBeNull();
    else expect(embedded).toEqual(await alone(operation, embedded as Fields));
    expect(JSON.stringify(embedded)).not.toMatch(/hostedUrl|collectionLink/);
  });

  test("embeds everything at once, at one read more than nothing costs", async () => {
    const without = await cost(() => shown(id));
    const query = { expand: Object.keys(expands).join(",") };
    expect(await cost(() => shown(id, query))).toBeLessThanOrEqual(without + 1);
    expect(Object.keys(await shown(id, query))).toEqual(expect.arrayContaining(Object.keys(expands)));
  });

  test("refuses every other name, and says which there are", async () => {
    const [first = ""] = Object.keys(expands);
    for (const expand of ["", "nope", `${first},nope`, `${first},`, "__proto__"])
      expect(await send(id, { expand }, ids[id] ?? "")).toMatchObject({
        ...{ status: 400 },
        body: {
          code: "validation_error",
          fields: [{ path: "expand", code: "not_allowed", message: expect.stringContaining(first) }],
        },
      });
  });
});

describe("what an operator has embedded", () => {
  test("is null where it is another tenant's, as where there is none", async () => {
    const body = { amountCents: 5_000, payoutAddress: "0xSELLER" };
    for (const [at, invoiceId] of [other.invoiceId, `inv_${"0".repeat(26)}`].entries()) {
      const escrow = await office.made("createEscrow", {}, { ...body, reference: `foreign-${at}`, invoiceId });
      const expanded = await read("inspectEscrow", { expand: "invoice,tenant" }, escrow.id);
      expect(expanded).toMatchObject({ invoiceId, invoice: null, tenant: { id: one.id } });
    }
  });

  test("is each tenant's own on a page of all", async () => {
    const { data } = await read("listAllSettlements", { expand: "tenant,invoice", limit: "100" }, "");
    const tenants = new Set<string>();
    for (const { tenantId, tenant, invoiceId, invoice } of data as Fields[]) {
      expect(tenant).toMatchObject({ id: tenantId });
      expect(invoice).toMatchObject({ id: invoiceId });
      tenants.add(String(tenantId));
    }
    expect(tenants.size).toBeGreaterThan(1);
  });

  test("is asked for by names of a closed list on every operation", async () => {
    for (const { id, expands = {} } of expanding) {
      const query = { expand: [...Object.keys(expands), "nope"].join(",") };
      expect(await send(id, query, ids[id] ?? ""), id).toMatchObject({
        ...{ status: 400, body: { code: "validation_error", fields: [{ path: "expand", code: "not_allowed" }] } },
      });
    }
  });
});
