import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { operations } from "../../../functions/contract/billing.ts";
import { screeningOperations } from "../../../functions/contract/screening.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { cursorPlace } from "../../../functions/http/schemas.ts";
import { DisputeOffice } from "../../support/disputes/dispute-office.ts";
import { pathOf } from "../../support/routes/bad-input.ts";
import type { Owner } from "../../support/runner/deployed.ts";
import { operationOf } from "../../support/runner/lambdas.ts";

const office = new DisputeOffice({ HOLD: "true" });
let one: Owner;
let other: Owner;
let escrowId: string;
let creditedId: string;
let secondPayment: { readonly id: string; readonly invoiceId: string; readonly settlementId: string };
let disputed: { readonly alertId: string; readonly caseId: string };

type Item = Readonly<Record<string, unknown>> & { readonly id: string; readonly createdAt: string } & {
  readonly at?: string;
  readonly since?: string;
};

/** What a list's range is about: when a record was made, an entry written, or since when something waits. */
function momentOf({ createdAt, at, since }: Item): string {
  return createdAt ?? at ?? since ?? "";
}

const lineItems = [{ description: "work", unitCents: 10_000 }];

beforeAll(async () => {
  ({ one, other } = await office.start());
  await office.made("payInvoice", { id: one.invoiceId }, { amountCents: 100 });
  const escrow = { reference: "deal-1", amountCents: 5_000, payoutAddress: "0xSELLER", invoiceId: one.invoiceId };
  await office.made("createEscrow", {}, { ...escrow, reference: "deal-0", invoiceId: undefined });
  // Into other months.
  for (const days of [20, 20]) {
    await office.advance(days * 86_400);
    const number = `B-${days}-${Math.random()}`;
    const invoice = await office.made("createInvoice", {}, { number, customerId: "Northwind", lineItems });
    const { payment, settlement } = await office.made("payInvoice", { id: invoice.id });
    secondPayment = { id: payment.id, invoiceId: invoice.id, settlementId: settlement.id };
    await office.alert({ externalId: number });
  }
  disputed = await office.disputed({ paymentId: secondPayment.id });
  ({ id: escrowId } = await office.made("createEscrow", {}, escrow));
  const token = office.operatorToken;
  const credited = { number: "C-1", customerId: "Southwind", lineItems };
  creditedId = (await office.made("createInvoice", {}, credited)).id;
  await office.made("sendInvoice", { id: creditedId });
  for (const bps of [100, 200]) {
    await office.advance(60);
    await office.made("createCreditNote", { id: creditedId }, { amountCents: bps, reason: "agreed" });
    await office.call("addFeeRule", token, {}, { tenantId: one.id, bps });
    await office.call("mintKey", token, { id: one.id }, {});
    await office.call("inviteApplicant", token, {}, { legalName: `Acme ${bps}`, contactEmail: "a@acme.example" });
    await office.call("setFlag", token, {}, { key: "escrow.enabled", enabled: bps === 200, note: null });
  }
});

afterAll(() => office.stop());

beforeEach(() => office.advance(10));

async function send(op: Operation, query: Readonly<Record<string, string>>, bearer?: string) {
  const parents: Record<string, string> = { getSettlementHistory: one.settlementId, listCreditNotes: creditedId };
  const id = parents[op.id] ?? one.id;
  const path = `${pathOf(op, { id })}?${new URLSearchParams(query)}`;
  const token = bearer ?? (op.caller === "tenant" ? one.apiKey : office.operatorToken);
  const reply = await office.send(op, { method: "GET", path, headers: { authorization: `Bearer ${token}` } });
  return { status: reply.status, ...JSON.parse(reply.text) };
}

async function listed(op: Operation, query: Readonly<Record<string, string>> = {}): Promise<Item[]> {
  // Without a tenant they are the default ones, of which there are none.
  const whose: Record<string, string> = op.id === "listFeeRules" ? { tenantId: one.id } : {};
  const { status, data, ...rest } = await send(op, { limit: "100", ...whose, ...query });
  expect([status, rest.nextCursor], JSON.stringify(rest)).toEqual([200, null]);
  return data;
}

async function idsOf(id: string, query: Readonly<Record<string, string>>, bearer?: string): Promise<string[]> {
  const { status, data, error } = await send(operationOf(id), query, bearer);
  expect([status, error]).toEqual([200, undefined]);
  return (data as Item[]).map((item) => item.id);
}

const dated = operations.filter(
  ({ query }) => query instanceof z.ZodObject && Object.hasOwn(query.shape, "createdAfter"),
);

/** A list whose records say when they were made, and of which there are some here. */
const filled = ["listInvoices", "listPayments", "listSettlements", "listEscrows", "listAlerts", "listAlertQueue"];
filled.push(
  "listEvents",
  "listTenants",
  "listKeys",
  "listFeeRules",
  "listInvites",
  "listAllSettlements",
  "listAllEscrows",
  "listAudit",
  "listFlagHistory",
  "listReview",
  "getSettlementHistory",
  "listCreditNotes",
);

describe.each(dated.map((op) => [op.id, op] as const))("the range of %s", (id, op) => {
  test("begins with a moment and ends before another, wherever it is cut", async () => {
    const all = await listed(op);
    const moments = [...new Set(all.map(momentOf))].filter(Boolean).sort();
    if (filled.includes(id)) expect(moments.length).toBeGreaterThan(1);
    for (const at of moments) {
      const [since, until] = [await listed(op, { createdAfter: at }), await listed(op, { createdBefore: at })];
      expect(since).toEqual(all.filter((each) => momentOf(each) >= at));
      expect(until).toEqual(all.filter((each) => momentOf(each) < at));
    }
    const [first = "2026-01-01", last = "2026-01-02"] = [moments[0], moments.at(-1)];
    if (first < last)
      expect(await listed(op, { createdAfter: first, createdBefore: last })).toEqual(
        all.filter((each) => momentOf(each) >= first && momentOf(each) < last),
      );
    for (const query of [{ createdAfter: "2999-01-01" }, { createdBefore: "2001-01-01" }])
      expect(await listed(op, query)).toEqual([]);
    expect(await listed(op, { createdAfter: "0001-01-01", createdBefore: "9999-12-31" })).toEqual(all);
  });

  test("is refused where nothing can be in it, and where it is no moment", async () => {
    for (const createdBefore of ["2026-11-20", "2026-11-21", "2026-11-21T00:00:00.000Z", "2026-11-21T01:00:00+02:00"])
      expect(await send(op, { createdAfter: "2026-11-21", createdBefore })).toMatchObject({
        ...{ status: 400, code: "validation_error" },
        fields: [{ path: "createdBefore" }],
      });
    for (const createdAfter of ["", "yesterday", "2026-02-30", "2026-11-21T00:00:00"])
      expect(await send(op, { createdAfter })).toMatchObject({ status: 400, fields: [{ path: "createdAfter" }] });
  });
});

describe("pages of a range", () => {
  test("are those of the whole list within it, and its cursor is of no other range", async () => {
    const all = (await listed(operationOf("listInvoices"))).map((item) => item.id);
    const [, second] = await listed(operationOf("listInvoices"));
    const query = { createdBefore: second?.createdAt ?? "", limit: "1" };
    const page = await send(operationOf("listInvoices"), { ...query, createdBefore: "9999-01-01" });
    expect(page.data.map((item: Item) => item.id)).toEqual(all.slice(0, 1));
    const cursor = page.nextCursor as string;
    expect(await idsOf("listInvoices", { ...query, createdBefore: "9999-01-01", cursor })).toEqual(all.slice(1, 2));
    for (const otherwise of [query, { ...query, createdBefore: "9998-01-01" }])
      expect(await send(operationOf("listInvoices"), { ...otherwise, cursor })).toMatchObject({
        code: "invalid_cursor",
      });
  });
});

describe("a list by its parent", () => {
  test("has an invoice's payments and settlements, newest first", async () => {
    const paid = await idsOf("listPayments", { invoiceId: one.invoiceId });
    expect(paid).toHaveLength(2);
    expect(paid.at(-1)).toBe(one.paymentId);
    expect(await idsOf("listPayments", { invoiceId: secondPayment.invoiceId })).toEqual([secondPayment.id]);
    expect(await idsOf("listSettlements", { invoiceId: secondPayment.invoiceId })).toEqual([
      secondPayment.settlementId,
    ]);
    expect(await idsOf("listSettlements", { paymentId: secondPayment.id })).toEqual([secondPayment.settlementId]);
    expect(await idsOf("listPayments", { customerId: "Northwind" })).toHaveLength(2);
    expect(await idsOf("listSettlements", { customerId: "northwind" })).toEqual([]);
  });

  test("pages on, and is narrowed by status and by range", async () => {
    const all = await idsOf("listPayments", { invoiceId: one.invoiceId });
    const first = await send(operationOf("listPayments"), { invoiceId: one.invoiceId, limit: "1" });
    expect(first.data.map((item: Item) => item.id)).toEqual(all.slice(0, 1));
    const rest = { invoiceId: one.invoiceId, limit: "1", cursor: first.nextCursor };
    expect(await send(operationOf("listPayments"), rest)).toMatchObject({ data: [{ id: all[1] }], nextCursor: null });
    expect(await send(operationOf("listPayments"), { ...rest, invoiceId: secondPayment.invoiceId })).toMatchObject({
      code: "invalid_cursor",
    });
    const { status, createdAt } = first.data[0];
    expect(await idsOf("listPayments", { invoiceId: one.invoiceId, status })).toEqual(all);
    expect(await idsOf("listPayments", { invoiceId: one.invoiceId, status: "canceled" })).toEqual([]);
    expect(await idsOf("listPayments", { invoiceId: one.invoiceId, createdAfter: createdAt })).toEqual(all.slice(0, 1));
    expect(await idsOf("listPayments", { invoiceId: one.invoiceId, createdBefore: createdAt })).toEqual(all.slice(1));
  });

  test("has the invoice of a number and those to a customer", async () => {
    expect(await idsOf("listInvoices", { number: "A-1" })).toEqual([one.invoiceId]);
    expect(await idsOf("listInvoices", { number: "A-1", status: "paid" })).toEqual([]);
    expect(await idsOf("listInvoices", { number: "A-2" })).toEqual([]);
    const northwind = await idsOf("listInvoices", { customerId: "Northwind" });
    expect(northwind).toHaveLength(2);
    expect(northwind[0]).toBe(secondPayment.invoiceId);
    expect(await idsOf("listInvoices", { customerId: "Northwind", number: "A-1" })).toEqual([]);
    expect(await idsOf("listInvoices", { customerId: "nobody" })).toEqual([]);
  });

  test("has the escrow of a reference and those of an invoice", async () => {
    expect(await idsOf("listEscrows", { reference: "deal-1" })).toEqual([escrowId]);
    expect(await idsOf("listEscrows", { invoiceId: one.invoiceId })).toEqual([escrowId]);
    expect(await idsOf("listEscrows", { invoiceId: one.invoiceId, status: "released" })).toEqual([]);
    expect(await idsOf("listEscrows", { reference: "deal-9" })).toEqual([]);
  });

  test("has the alerts and cases about a payment, and the cases of an alert", async () => {
    expect(await idsOf("listAlerts", { paymentId: secondPayment.id })).toEqual([disputed.alertId]);
    expect(await idsOf("listCases", { paymentId: secondPayment.id })).toEqual([disputed.caseId]);
    expect(await idsOf("listCases", { alertId: disputed.alertId })).toEqual([disputed.caseId]);
    expect(await idsOf("listCases", { paymentId: secondPayment.id, network: "mastercard" })).toEqual([]);
    expect(await idsOf("listCases", { paymentId: secondPayment.id, status: "won" })).toEqual([]);
    expect(await idsOf("listCases", { escrowId })).toEqual([]);
    expect(await idsOf("listAlerts", { escrowId })).toEqual([]);
  });

  test("has no reserve where nothing was kept back", async () => {
    expect(await idsOf("listReserves", { settlementId: one.settlementId })).toEqual([]);
  });

  test("of another tenant has nothing, as of one that there is not", async () => {
    const strangers: readonly [string, Record<string, string>][] = [
      ["listPayments", { invoiceId: one.invoiceId }],
      ["listPayments", { customerId: "Northwind" }],
      ["listSettlements", { invoiceId: one.invoiceId }],
      ["listSettlements", { paymentId: one.paymentId }],
      ["listInvoices", { customerId: "Northwind" }],
      ["listEscrows", { reference: "deal-1" }],
      ["listEscrows", { invoiceId: one.invoiceId }],
      ["listAlerts", { paymentId: secondPayment.id }],
      ["listCases", { paymentId: secondPayment.id }],
      ["listCases", { alertId: disputed.alertId }],
      ["listReserves", { settlementId: one.settlementId }],
    ];
    for (const [id, query] of strangers) expect(await idsOf(id, query, other.apiKey), id).toEqual([]);
    expect(await idsOf("listPayments", { invoiceId: `inv_${"0".repeat(26)}` })).toEqual([]);
  });

  test("is refused where it is no id", async () => {
    for (const [id, name] of [
      ["listPayments", "invoiceId"],
      ["listSettlements", "paymentId"],
      ["listCases", "alertId"],
      ["listReserves", "settlementId"],
    ] as const)
      expect(await send(operationOf(id), { [name]: one.id })).toMatchObject({ status: 400, fields: [{ path: name }] });
  });
});

describe("the events' list", () => {
  test("takes a name as type and as event, and not two different ones", async () => {
    const byType = await idsOf("listEvents", { type: "escrow.created" });
    expect(byType.length).toBeGreaterThan(0);
    for (const query of [{ event: "escrow.created" }, { event: "escrow.created", type: "escrow.created" }])
      expect(await idsOf("listEvents", query)).toEqual(byType);
    const wrong = await send(operationOf("listEvents"), { event: "escrow.created", type: "invoice.sent" });
    expect(wrong).toMatchObject({ status: 400, code: "validation_error", fields: [{ path: "event" }] });
    expect(await send(operationOf("listEvents"), { event: "nope" })).toMatchObject({ fields: [{ path: "event" }] });
  });
});

describe("the contract's lists", () => {
  test("take a range wherever their records say when they were made", () => {
    const paged = operations.filter((op) => op.method === "GET" && cursorPlace(op) !== undefined);
    const undated = paged.filter((op) => !dated.includes(op)).map(({ id }) => id);
    // Flags are in force now, and a search finds all that a text names.
    const others = ["listFlags", "search"];
    expect(undated.filter((id) => !others.includes(id))).toEqual([]);
  });

  test("take limit and cursor, and answer with a cursor: every GET that has data, on either interface", () => {
    const pages = [...operations, ...screeningOperations].filter((op) => op.method === "GET").filter(hasData);
    expect(pages.length).toBeGreaterThan(25);
    for (const { id, query, reply } of pages) {
      const taken = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
      expect(taken, id).toEqual(expect.arrayContaining(["limit", "cursor"]));
      expect(Object.keys((reply.schema as z.ZodObject).shape), id).toContain("nextCursor");
    }
    expect(pages.map(({ id }) => id)).toEqual(expect.arrayContaining(["listFeeRules", "listFlags", "search"]));
  });
});

/** Whether an operation answers with a list: an array called data. */
function hasData({ reply }: Operation): boolean {
  const { schema } = reply;
  return schema instanceof z.ZodObject && (schema.shape as Record<string, unknown>).data instanceof z.ZodArray;
}
