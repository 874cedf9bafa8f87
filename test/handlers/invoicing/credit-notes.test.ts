import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { goodDebit, payerOf, textOf } from "../../support/settlement/payer.ts";

const deployed = new DeployedSandbox();
let owner: Owner;
let other: Owner;

beforeAll(async () => {
  ({ one: owner, other } = await deployed.start());
});

afterAll(() => deployed.stop());

async function call(id: string, params: Record<string, string>, body?: unknown, key = "") {
  const headers: Record<string, string> = key === "" ? {} : { "idempotency-key": key };
  const { status, text } = await deployed.call(id, owner.apiKey, params, body, headers);
  return { status, json: JSON.parse(text) };
}

/** A sent invoice of 10,000 cents. */
async function sentInvoice(more: Record<string, unknown> = {}) {
  const { payer, invoiceId: id } = await payerOf(deployed, owner, more);
  const { json } = await call("sendInvoice", { id });
  return { id, payer, number: json.number as string };
}

const credit = (id: string, body: object, key = "") =>
  call("createCreditNote", { id }, { reason: "agreed", ...body }, key);
const invoiceNow = async (id: string) => (await call("getInvoice", { id })).json;
const codeOf = ({ status, json }: { status: number; json: { code?: string } }) => [status, json.code];

let keys = 0;
const pay = (id: string, body: object = {}) => call("payInvoice", { id }, body, `pay-${++keys}`);

describe("a credit note", () => {
  test("takes its amount off what is due, and has a number of its own", async () => {
    const { id, number } = await sentInvoice();
    const first = await credit(id, { amountCents: 2_500 });
    expect([first.status, first.json]).toMatchObject([
      201,
      {
        ...{ object: "credit_note", invoiceId: id, invoiceNumber: number, number: `${number}-CN1`, reason: "agreed" },
        ...{ amountCents: 2_500, subtotalCents: 2_500, taxCents: 0, currency: "USD" },
        lineItems: [{ description: "Credit", unitCents: 2_500, quantity: 1, amountCents: 2_500 }],
        pdfUrl: expect.stringMatching(/\/api\/v1\/credit-notes\/crn_\w{26}\/pdf$/),
      },
    ]);
    const second = await credit(id, { amountCents: 1 });
    expect(second.json.number).toBe(`${number}-CN2`);
    expect(await invoiceNow(id)).toMatchObject({
      ...{ status: "sent", totalCents: 10_000, creditedCents: 2_501, amountRemainingCents: 7_499 },
    });
    expect(await call("getCreditNote", { id: first.json.id })).toEqual({ status: 200, json: first.json });
    expect((await call("listCreditNotes", { id })).json).toEqual({ data: [second.json, first.json], nextCursor: null });
  });

  test("of lines adds them up, with their tax", async () => {
    const { id } = await sentInvoice();
    const lines = [
      { description: "one hour", unitCents: 1_000, quantity: 2, taxRate: 1_000 },
      { description: "travel", unitCents: 300 },
    ];
    const { json } = await credit(id, { lines });
    expect(json).toMatchObject({ subtotalCents: 2_300, taxCents: 200, amountCents: 2_500 });
    expect(await invoiceNow(id)).toMatchObject({ creditedCents: 2_500, amountRemainingCents: 7_500 });
  });

  test("over all that is due makes the invoice paid, and nothing more is taken", async () => {
    const { id } = await sentInvoice();
    await pay(id, { amountCents: 4_000 });
    await credit(id, { amountCents: 6_000 });
    expect(await invoiceNow(id)).toMatchObject({
      ...{ status: "paid", creditedCents: 6_000, amountPaidCents: 4_000, amountRemainingCents: 0 },
      ...{ paidAt: expect.any(String), overdue: false },
    });
    expect(codeOf(await credit(id, { amountCents: 1 }))).toEqual([409, "invoice_already_paid"]);
    expect(codeOf(await pay(id))).toEqual([409, "invoice_already_paid"]);
  });

  test("leaves the rest to be paid, and no more", async () => {
    const { id } = await sentInvoice();
    await credit(id, { amountCents: 4_000 });
    const refused = await pay(id, { amountCents: 6_001 });
    expect([...codeOf(refused), refused.json.fields[0].message]).toEqual([
      ...[400, "amount_exceeds_remaining", "at most 6000"],
    ]);
    expect((await pay(id)).json.payment.amountCents).toBe(6_000);
    expect(await invoiceNow(id)).toMatchObject({ status: "paid", amountPaidCents: 6_000, creditedCents: 4_000 });
  });

  test("stays when a payment is returned: total, less credit, is due again", async () => {
    const { id } = await sentInvoice();
    await credit(id, { amountCents: 4_000 });
    const { railRef } = (await pay(id)).json.payment;
    const body = { railRef, state: "returned", return_code: "R10" };
    const reply = await deployed.call("receiveMockCallback", deployed.operatorToken, {}, body);
    expect(reply.status, reply.text).toBe(200);
    expect(await invoiceNow(id)).toMatchObject({
      ...{ status: "sent", amountPaidCents: 0, creditedCents: 4_000, amountRemainingCents: 6_000, paidAt: null },
    });
  });

  test("is never more than what is due less what is in flight", async () => {
    const { id } = await sentInvoice();
    await pay(id, { amountCents: 3_000, source: { type: "ach_push" } });
    const over = await credit(id, { amountCents: 7_001 });
    expect([...codeOf(over), over.json.fields[0]]).toMatchObject([
      ...[400, "amount_exceeds_due", { path: "amountCents", message: "at most 7000" }],
    ]);
    const byLines = await credit(id, { lines: [{ description: "all", unitCents: 7_001 }] });
    expect([...codeOf(byLines), byLines.json.fields[0].path]).toEqual([400, "amount_exceeds_due", "lines"]);
    expect((await credit(id, { amountCents: 7_000 })).status).toBe(201);
    expect(await invoiceNow(id)).toMatchObject({ status: "sent", amountRemainingCents: 3_000 });
  });

  test("is refused on a draft, on a void invoice, and where it says both or neither of amount and lines", async () => {
    const { invoiceId: draft } = await payerOf(deployed, owner);
    const refused = await credit(draft, { amountCents: 1 });
    expect([...codeOf(refused), refused.json.from]).toEqual([409, "illegal_invoice_transition", "draft"]);
    await call("voidInvoice", { id: draft });
    expect(codeOf(await credit(draft, { amountCents: 1 }))).toEqual([409, "invoice_not_payable"]);
    const { id } = await sentInvoice();
    const lines = [{ description: "x", unitCents: 1 }];
    for (const wrong of [{}, { amountCents: 1, lines }, { amountCents: 0 }, { amountCents: 1, reason: " " }])
      expect(codeOf(await credit(id, wrong))).toEqual([400, "validation_error"]);
    const nothing = await credit(id, { lines: [{ description: "x", unitCents: 0 }] });
    expect([...codeOf(nothing), nothing.json.fields[0].path]).toEqual([400, "validation_error", "lines"]);
    expect(await invoiceNow(id)).toMatchObject({ creditedCents: 0 });
  });

  test("is issued once under one key", async () => {
    const { id } = await sentInvoice();
    const first = await credit(id, { amountCents: 100 }, "note-1");
    expect(await credit(id, { amountCents: 100 }, "note-1")).toEqual(first);
    expect(await invoiceNow(id)).toMatchObject({ creditedCents: 100 });
  });

  test("leaves its line on both trails, posts nothing, and tells nobody by an event", async () => {
    const { id, number } = await sentInvoice();
    const { json } = await credit(id, { amountCents: 100 });
    const trail = (pk: string) =>
      deployed.aws.store
        .rows()
        .filter((row) => row.pk === pk && row.type === "entry")
        .map(({ body }) => body as { to: string; reason: string; postings: unknown[]; events: unknown[] });
    expect(trail(json.id)).toMatchObject([{ from: null, to: "issued", postings: [], events: [] }]);
    expect(trail(id).at(-1)).toMatchObject({
      ...{ from: "sent", to: "sent", reason: `credited 100 cents by ${number}-CN1`, postings: [], events: [] },
    });
  });

  test("is nobody else's to read, list, print or issue", async () => {
    const { id } = await sentInvoice();
    const { json } = await credit(id, { amountCents: 100 });
    const params = { createCreditNote: id, listCreditNotes: id, getCreditNote: json.id, getCreditNotePdf: json.id };
    for (const [operation, of] of Object.entries(params)) {
      const body = operation === "createCreditNote" ? { amountCents: 1, reason: "x" } : undefined;
      const reply = await deployed.call(operation, other.apiKey, { id: of }, body);
      expect([operation, reply.status]).toEqual([operation, 404]);
    }
  });

  test("is found by operators by its number", async () => {
    const { id } = await sentInvoice();
    const { json } = await credit(id, { amountCents: 100 });
    const pointers = await deployed.aws.store.page({ pk: `find#${json.number.toLowerCase()}`, limit: 5 });
    expect(pointers.map(({ sk }) => sk)).toEqual([json.id]);
  });
});

describe("the page of an invoice with a credit note", () => {
  test("shows it and takes no more than the rest", async () => {
    const { id, payer, number } = await sentInvoice();
    await credit(id, { amountCents: 2_500, reason: "one hour too many" });
    const page = textOf((await payer.open()).text);
    for (const shown of ["$75.00 left to pay", "Credit notes", `${number}-CN1`, "one hour too many", "-$25.00"])
      expect(page).toContain(shown);
    expect(textOf((await payer.open("?lang=es")).text)).toContain("Notas de crédito");
    const over = await payer.pay({ ...goodDebit, amount: "75.01" });
    expect(over.status).toBe(400);
    await payer.paid({ ...goodDebit, amount: "75.00" });
    expect(await invoiceNow(id)).toMatchObject({ status: "paid", creditedCents: 2_500, amountPaidCents: 7_500 });
  });
});
