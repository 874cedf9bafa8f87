import { describe, expect, test } from "vitest";
import { wholeAddress } from "../../../functions/app/core/link-token.ts";
import {
  createInvoice,
  getInvoice,
  invoiceByLink,
  issueInvoice,
  listInvoices,
} from "../../../functions/app/invoicing/invoices.ts";
import type { Invoice, NewInvoice } from "../../../functions/domain/invoicing/invoice.ts";
import { later, noon } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

const wish: NewInvoice = {
  ...{ number: "A-1", customerId: "cus_1", currency: "USD", terms: "Net 14", discountCents: 100 },
  ...{ lineItems: [{ description: "work", unitCents: 5_000, quantity: 2 }], metadata: { po: "7" } },
};

async function seller(change: { slug?: string } = {}) {
  const api = new TestApi();
  const { id } = await api.tenant(change);
  return { api, id, create: (input: Partial<NewInvoice> = {}, tenantId = id) => created(api, tenantId, input) };
}

function created(api: TestApi, tenantId: string, input: Partial<NewInvoice>) {
  return createInvoice({ ...api.context, onboardUrl: "https://pay.test" }, tenantId, { ...wish, ...input });
}

const linkKeys = async () => ["l".repeat(64)];
const addressOf = (invoice: Invoice) => wholeAddress({ linkKeys }, invoice, invoice.hostedUrl);
const tokenOf = async (invoice: Invoice) => (await addressOf(invoice)).slice(-43);
const codeOf = (outcome: Promise<unknown>) => outcome.then(() => "none").catch(({ code, message }) => [code, message]);

describe("an invoice that a tenant makes", () => {
  test("is its draft, in its name, with a link that nobody can guess", async () => {
    const { api, id, create } = await seller();
    const invoice = await create();
    expect(invoice).toMatchObject({
      ...{ tenantId: id, tenantSlug: "acme", sellerName: "Acme", sellerEmail: "a@acme.test", status: "draft" },
      ...{ totalCents: 9_900, createdAt: noon, dueDate: later(14 * 86_400), metadata: { po: "7" } },
    });
    expect(invoice.id).toMatch(/^inv_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(invoice.hostedUrl).toBe("https://pay.test/i/{1}");
    const [address, next] = await Promise.all([invoice, await create({ number: "A-2" })].map(addressOf));
    expect(address).toMatch(/^https:\/\/pay\.test\/i\/[\w-]{43}$/);
    expect(next).not.toBe(address);
    expect((await getInvoice(api.context, id, invoice.id)).state).toEqual(invoice);
  });

  test("has a number of its own among its tenant's, and not among others'", async () => {
    const { api, create } = await seller();
    await create();
    const taken = ["invoice_number_exists", "this tenant has an invoice with this number"];
    expect(await codeOf(create())).toEqual(taken);
    const other = await api.tenant({ slug: "globex" });
    expect((await create({}, other.id)).number).toBe("A-1");
    expect((await create({ number: "A-2" })).number).toBe("A-2");
  });

  test("is refused as its draft is, and leaves its number free", async () => {
    const { create } = await seller();
    const much = { discountCents: 10_001 };
    expect(await codeOf(create(much))).toEqual(["validation_error", "the discount is more than the subtotal"]);
    expect((await create()).number).toBe("A-1");
  });

  test("is found by operators under its number", async () => {
    const { api, create } = await seller();
    const invoice = await create({ number: "INV-7" });
    const found = await api.store.page({ index: "ref", pk: "find#inv-7", limit: 9 });
    expect(found.map(({ index, type }) => [index?.ref?.[1], type])).toEqual([[invoice.id, "invoice_number"]]);
  });

  test("is on its trail as an operator made it, but for its link, which lets in whoever has it", async () => {
    const { api, id } = await seller();
    const context = { ...api.context, actor: "operator:one", onboardUrl: "https://pay.test" };
    const { hostedUrl: _, ...shown } = await createInvoice(context, id, wish);
    const trail = await api.store.page({ pk: shown.id, limit: 9 });
    expect(trail.flatMap(({ sk, body }) => (sk === "row" ? [] : [(body as { after: object }).after]))).toEqual([shown]);
  });
});

describe("an invoice that is sent", () => {
  test("is sent once", async () => {
    const { api, id, create } = await seller();
    const draft = await create();
    api.pass(60);
    const sent = await issueInvoice(api.context, id, draft.id);
    expect(sent).toEqual({ ...draft, status: "sent", sentAt: later(60), version: 2, updatedAt: later(60) });
    api.pass(60);
    expect(await issueInvoice(api.context, id, draft.id)).toEqual(sent);
  });

  test("is nobody else's to see or send", async () => {
    const { api, create } = await seller();
    const { id } = await create();
    const other = await api.tenant({ slug: "globex" });
    expect(await codeOf(getInvoice(api.context, other.id, id))).toEqual(["not_found", "no such invoice"]);
    expect(await codeOf(issueInvoice(api.context, other.id, id))).toEqual(["not_found", "no such invoice"]);
  });
});

describe("a link", () => {
  test("opens its own invoice as that stands now, and a wrong one none", async () => {
    const { api, id, create } = await seller();
    const [one, two] = [await create(), await create({ number: "A-2" })];
    const sent = await issueInvoice(api.context, id, one.id);
    expect(await invoiceByLink(api.context, await tokenOf(one))).toEqual(sent);
    expect(await invoiceByLink(api.context, await tokenOf(two))).toEqual(two);
    for (const wrong of ["", "x", one.id, `${await tokenOf(one)}x`])
      expect(await codeOf(invoiceByLink(api.context, wrong))).toEqual(["not_found", "no such invoice"]);
  });
});

describe("a tenant's list", () => {
  test("has its own invoices, the newest first, and those of one status", async () => {
    const { api, id, create } = await seller();
    const first = await create();
    api.pass(1);
    const second = await create({ number: "A-2" });
    await created(api, (await api.tenant({ slug: "globex" })).id, {});
    const sent = await issueInvoice(api.context, id, first.id);
    const asker = { tenantId: id, tenantCreatedAt: noon };
    const list = async (status?: "draft" | "sent" | "paid") =>
      (await listInvoices(api.context, asker, { limit: 9, status })).data;
    expect(await list()).toEqual([second, sent]);
    expect(await list("draft")).toEqual([second]);
    expect(await list("sent")).toEqual([sent]);
    expect(await list("paid")).toEqual([]);
  });
});
