import { beforeEach, describe, expect, test } from "vitest";
import { MemoryMailer } from "../../../functions/adapters/mock/mail-mock.ts";
import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { cancelInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { storedLetterKey } from "../../../functions/app/mail/letter-rows.ts";
import { getLetter, listLetters } from "../../../functions/app/mail/reads.ts";
import { receiveCallback } from "../../../functions/app/operations/receive-callback.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { brandRecordType } from "../../../functions/app/tenants/brands.ts";
import { type Brand, platformBrand } from "../../../functions/domain/tenants/brand.ts";
import { MailApi } from "../../support/mail/mail-api.ts";

let api: MailApi;
let tenant: { id: string; apiKey: string };
const payer = { customerEmail: "payer@example.com" };

beforeEach(async () => {
  api = new MailApi();
  tenant = await api.tenant();
});

/** Pays on the mock rail, which collects at once. */
async function pay(invoiceId: string, amountCents: number): Promise<string> {
  const reply = await api.openPay()({
    method: "POST",
    path: `/api/v1/invoices/${invoiceId}/pay`,
    headers: { authorization: `Bearer ${tenant.apiKey}`, "idempotency-key": `${invoiceId}-${amountCents}` },
    body: JSON.stringify({ amountCents }),
  });
  return JSON.parse(reply.text).settlement.id;
}

/** The tenant, or its reseller, looks like this from now on. */
async function brand(ownerId: string, change: Partial<Brand>): Promise<void> {
  const now = api.clock.now();
  const next = { ...platformBrand, ...change, ownerId, status: "set" as const, createdAt: now, updatedAt: now };
  const transition = { next, from: null, to: "set", reason: "set" };
  await api.store.write(
    transitionWrites(newAggregate(brandRecordType, next), [transition], api.context).writes,
    `brand-${ownerId}`,
  );
}

describe("an invoice that is sent", () => {
  test("goes to the address that it says, in its tenant's name, with both links", async () => {
    const id = await api.invoiceTo(tenant.id, payer);
    await api.lettersOut();
    const [letter] = api.sent;
    expect(letter).toMatchObject({
      ...{ to: "payer@example.com", fromName: "Acme", replyTo: "a@acme.test" },
      subject: "Invoice A-1 from Acme",
    });
    expect(letter?.text).toContain("Amount due: $100.00");
    expect(letter?.text).toMatch(/http:\/\/localhost:4002\/i\/[\w-]{43}\n/);
    expect(letter?.text).toMatch(/http:\/\/localhost:4002\/i\/[\w-]{43}\/pdf\n/);
    expect(api.letters()).toMatchObject([{ template: "invoice_sent", about: id, tenantId: tenant.id }]);
  });

  test("is written in the language that it says", async () => {
    await api.invoiceTo(tenant.id, { ...payer, locale: "es" });
    await api.lettersOut();
    expect(api.sent[0]?.subject).toBe("Factura A-1 de Acme");
    expect(api.sent[0]?.html).toContain('<html lang="es">');
  });

  test.each([{}, { customerEmail: "not an address" }, { customerEmail: "a@b.co\nBcc: all@b.co" }])(
    "goes nowhere where it says no address: %o",
    async (metadata) => {
      await api.invoiceTo(tenant.id, metadata as Record<string, string>);
      await api.lettersOut();
      expect([api.letters(), api.sent]).toEqual([[], []]);
    },
  );

  test("goes nowhere where it was paid before its letter was written", async () => {
    const id = await api.invoiceTo(tenant.id, payer);
    await pay(id, 10_000);
    await api.handOn();
    await api.sendOrdered();
    const found = api.letters().find(({ template }) => template === "invoice_sent");
    expect(found).toMatchObject({ status: "skipped", reason: "the invoice is paid" });
    expect(api.sent.map(({ subject }) => subject)).toEqual(["Receipt: your payment to Acme for invoice A-1"]);
  });

  test("goes nowhere where it was voided before its letter was written", async () => {
    const id = await api.invoiceTo(tenant.id, payer);
    await cancelInvoice(api.context, tenant.id, id, null);
    await api.lettersOut();
    expect(api.letters()).toMatchObject([{ status: "skipped", reason: "the invoice is void" }]);
    expect(api.sent).toEqual([]);
  });

  test("cannot be told apart from any other on the book where it has no payer's address", async () => {
    await api.handOn();
    const cost = async (metadata: Record<string, string>, number: string) => {
      const before = api.store.calls;
      const id = await api.invoiceTo(tenant.id, metadata, number);
      await api.handOn();
      await pay(id, 10_000);
      await api.handOn();
      return api.store.calls - before;
    };
    // The first request looks its key up, and no later one does.
    await cost({}, "A-1");
    const plain = await cost({}, "A-2");
    expect(await cost({ color: "red" }, "A-3")).toBe(plain);
    // One read and one write for each letter, when its entry is handed on, and one read when that is looked at again.
    expect(await cost(payer, "A-4")).toBe(plain + 6);
  });
});

describe("a payment that has come", () => {
  test("has its receipt, with what remains", async () => {
    const id = await api.invoiceTo(tenant.id, payer);
    await api.lettersOut();
    await pay(id, 4_000);
    await api.lettersOut();
    const receipt = api.sent[1];
    expect(receipt?.text).toContain("Amount received: $40.00");
    expect(receipt?.text).toContain("Still to be paid on this invoice: $60.00");
    expect(receipt?.text).toContain("Received on: November 21, 2026");
  });

  test("and was taken back before its receipt was written has none", async () => {
    const id = await api.invoiceTo(tenant.id, payer);
    await api.lettersOut();
    const settlementId = await pay(id, 10_000);
    await api.handOn();
    const { payment } = (await loadSettlement(api.context, settlementId)).state;
    const events = [{ kind: "returned", code: "R10" }] as const;
    const reference = `${settlementId}.${id}`;
    await receiveCallback(api.context, { rail: "mock", railRef: payment.railRef ?? "", reference, events });
    await api.sendOrdered();
    expect(api.sent).toHaveLength(1);
    expect(api.letters().at(-1)).toMatchObject({ status: "skipped", reason: "the payment is returned" });
  });
});

describe("a brand's letters", () => {
  const colours = { accent: "#7a0050", text: "#101010", background: "#fff8f0" };

  test("have its name, colours, logo, links and support address, and another brand's have its own", async () => {
    const logo = { id: "a".repeat(64), contentType: "image/png", width: 400, height: 100 } as const;
    const changed = { name: "Rosa", colours, logo, supportEmail: "help@rosa.test", domain: "pay.rosa.test" };
    await brand(tenant.id, changed);
    const other = await api.tenant({ slug: "other", name: "Other", contactEmail: "o@other.test" });
    await api.invoiceTo(tenant.id, payer);
    await api.invoiceTo(other.id, payer, "B-1");
    await api.lettersOut();
    const [rosa, plain] = api.sent;
    expect(rosa).toMatchObject({ fromName: "Rosa", replyTo: "help@rosa.test" });
    expect(rosa?.text).toMatch(/http:\/\/pay\.rosa\.test\/i\/[\w-]{43}\n/);
    expect(rosa?.html).toContain(`src="http://pay.rosa.test/brand/${logo.id}" alt="Rosa"`);
    expect(rosa?.html).toContain("#7a0050");
    expect(plain).toMatchObject({ fromName: "Other", replyTo: "o@other.test" });
    expect(`${plain?.html}${plain?.text}`).not.toMatch(/rosa|7a0050/i);
  });

  test("cannot have a header in its name", async () => {
    await brand(tenant.id, { name: "Rosa\r\nBcc: all@example.com", supportEmail: "x@y.test\r\nBcc: z@y.test" });
    await api.invoiceTo(tenant.id, payer);
    await api.lettersOut();
    expect(api.sent[0]).toMatchObject({ fromName: "Rosa Bcc: all@example.com", replyTo: "a@acme.test" });
    expect(api.sent[0]?.subject).not.toMatch(/[\r\n]/);
  });
});

describe("a stage that sends nothing", () => {
  const keep = () => {
    const { store, clock, newId } = api;
    const mailer = new MemoryMailer(store, clock, newId, storedLetterKey);
    Object.assign(api, { mailer });
  };

  test("keeps each letter as it would have been sent, for 30 days, the newest of its name", async () => {
    keep();
    await api.invoiceTo(tenant.id, payer);
    await api.lettersOut();
    const [{ id } = { id: "" }] = api.letters();
    const found = await getLetter(api.context, id);
    expect(found).toMatchObject({ status: "sent", messageId: `kept-${id}`, to: "payer@example.com" });
    expect(found.letter).toMatchObject({ fromName: "Acme", subject: "Invoice A-1 from Acme" });
    const [row] = await api.store.read([storedLetterKey(id)]);
    expect((row?.ttl ?? 0) - Date.parse(api.clock.now()) / 1000).toBe(30 * 86_400);
    await api.mailer.send({ ...found.letter, key: id, to: "x@y.co", subject: "again" } as never);
    expect((await getLetter(api.context, id)).letter?.subject).toBe("again");
  });
});

describe("an operator's list of letters", () => {
  test("is newest first, of one status, template, tenant or record where that is asked for", async () => {
    const id = await api.invoiceTo(tenant.id, payer);
    await api.lettersOut();
    api.pass(1);
    await pay(id, 4_000);
    await api.handOn();
    const list = async (input: object) =>
      (await listLetters(api.context, { limit: 25, ...input })).data.map(({ template }) => template);
    expect(await list({})).toEqual(["receipt", "invoice_sent"]);
    expect(await list({ status: "queued" })).toEqual(["receipt"]);
    expect(await list({ template: "invoice_sent" })).toEqual(["invoice_sent"]);
    expect(await list({ tenantId: tenant.id, status: "sent" })).toEqual(["invoice_sent"]);
    expect(await list({ tenantId: "ten_0" })).toEqual([]);
    expect(await list({ about: id })).toEqual(["invoice_sent"]);
    const first = await listLetters(api.context, { limit: 1 });
    expect(await list({ cursor: first.nextCursor })).toEqual(["invoice_sent"]);
    expect(JSON.stringify(first)).not.toMatch(/leaseUntil|http/);
  });

  test("knows no letter that was never asked for", async () => {
    await expect(getLetter(api.context, "eml_00000000000000000000000000")).rejects.toMatchObject({ code: "not_found" });
  });
});
