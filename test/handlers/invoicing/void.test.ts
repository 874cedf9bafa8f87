import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoiceOperations } from "../../../functions/contract/invoicing/invoices.ts";
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

/** A new invoice of 10,000 cents and its payer. */
const invoice = () => payerOf(deployed, owner);
const voids = (id: string, reason?: string) =>
  call("voidInvoice", { id }, reason === undefined ? undefined : { reason });
const codeOf = ({ status, json }: { status: number; json: { code?: string } }) => [status, json.code];

describe("an invoice without any money", () => {
  test("is voided, with the reason, and stays as it is when it is voided again", async () => {
    const { invoiceId: id } = await invoice();
    const { status, json } = await voids(id, "sent to the wrong customer");
    expect([status, json]).toMatchObject([
      200,
      {
        ...{ status: "void", voidReason: "sent to the wrong customer", voidedAt: json.updatedAt },
        ...{ totalCents: 10_000, amountRemainingCents: 0, overdue: false, paidAt: null },
      },
    ]);
    await deployed.advance(60 * 86_400);
    expect(await voids(id, "another reason")).toEqual({ status, json });
    expect(await call("getInvoice", { id })).toEqual({ status, json });
  });

  test("needs no reason, and takes none that is blank or too long", async () => {
    const { invoiceId: id } = await invoice();
    for (const reason of ["", "  ", "x".repeat(501), "a\u0000b"])
      expect(codeOf(await voids(id, reason))).toEqual([400, "validation_error"]);
    expect((await voids(id)).json).toMatchObject({ status: "void", voidReason: null });
  });

  test("is listed by its status once it is void, and told by no event", async () => {
    const { invoiceId: id } = await invoice();
    await voids(id);
    const { text } = await deployed.send(invoiceOperations.listInvoices, {
      method: "GET",
      path: "/api/v1/invoices?status=void&limit=1",
      headers: { authorization: `Bearer ${owner.apiKey}` },
    });
    expect(JSON.parse(text).data.map((each: { id: string }) => each.id)).toEqual([id]);
    const entries = deployed.aws.store.rows().filter(({ pk, type }) => pk === id && type === "entry");
    expect(entries.map(({ body }) => body)).toMatchObject([
      { from: null, to: "draft" },
      { from: "draft", to: "void", reason: "voided", events: [], postings: [] },
    ]);
  });

  test("is nobody else's to void", async () => {
    const { invoiceId: id } = await invoice();
    expect((await deployed.call("voidInvoice", other.apiKey, { id })).status).toBe(404);
  });
});

describe("a void invoice", () => {
  test("is neither paid nor sent, and the key of the payment keeps its answer", async () => {
    const { invoiceId: id } = await invoice();
    await voids(id);
    const refused = await call("payInvoice", { id }, undefined, "void-1");
    expect(codeOf(refused)).toEqual([409, "invoice_not_payable"]);
    expect(await call("payInvoice", { id }, undefined, "void-1")).toEqual(refused);
    const sent = await call("sendInvoice", { id });
    expect([...codeOf(sent), sent.json.from, sent.json.to]).toEqual([
      409,
      "illegal_invoice_transition",
      "void",
      "sent",
    ]);
  });

  test("says so on its page, which takes no money, not even by a form that was opened before", async () => {
    const { payer, invoiceId: id } = await invoice();
    await payer.open();
    const { nonce } = payer;
    await voids(id, "a secret reason");
    const page = textOf((await payer.open()).text);
    expect(page).toContain("This invoice is void");
    expect(page).toContain("Nothing is due on this invoice");
    expect(page).not.toContain("left to pay");
    expect(page).not.toMatch(/Pay this invoice|a secret reason/);
    expect(textOf((await payer.open("?lang=es")).text)).toContain("Esta factura está anulada");
    payer.nonce = nonce;
    const reply = await payer.pay(goodDebit);
    expect([reply.status, textOf(reply.text)]).toEqual([409, expect.stringContaining("This invoice is void")]);
    expect((await call("getInvoice", { id })).json).toMatchObject({ status: "void", amountProcessingCents: 0 });
  });
});

describe("an invoice with money", () => {
  test("is not voided while a payment is in flight, and is once that was canceled", async () => {
    const { invoiceId: id } = await invoice();
    const paid = await call("payInvoice", { id }, { source: { type: "ach_push" } }, "flight-1");
    expect(codeOf(await voids(id))).toEqual([409, "invoice_has_payments"]);
    await call("cancelPayment", { id: paid.json.payment.id });
    expect((await voids(id)).json.status).toBe("void");
  });

  test("is not voided once a part is collected, nor once all is", async () => {
    const { invoiceId: id } = await invoice();
    await call("payInvoice", { id }, { amountCents: 4_000 }, "part-1");
    expect(codeOf(await voids(id))).toEqual([409, "invoice_has_payments"]);
    await call("payInvoice", { id }, undefined, "part-2");
    expect(codeOf(await voids(id))).toEqual([409, "invoice_already_paid"]);
  });
});
