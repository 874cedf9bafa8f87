import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "../../../functions/domain/core/time.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { goodDebit, Payer, payerOf, textOf } from "../../support/settlement/payer.ts";

const deployed = new DeployedSandbox();
let owner: Owner;
let other: Owner;

beforeAll(async () => {
  ({ one: owner, other } = await deployed.start());
});

afterAll(() => deployed.stop());

async function call(id: string, params: Record<string, string>, body?: unknown, key = "", bearer = owner.apiKey) {
  const headers: Record<string, string> = key === "" ? {} : { "idempotency-key": key };
  const { status, text, headers: replied } = await deployed.call(id, bearer, params, body, headers);
  return { status, json: JSON.parse(text), headers: replied };
}

const renew = (id: string, body?: object, key = "") => call("renewInvoiceLink", { id }, body, key);
const ended = { status: 410, seller: expect.stringMatching(/one/i) };

/** What a link opens: its status, and the seller whom it names. */
async function opened(payer: Payer, query = "") {
  const { status, text } = await payer.open(query);
  return { status, seller: textOf(text) };
}

describe("a new link of an invoice", () => {
  test("opens its page, and ends the one before, which names the seller and nothing of the invoice", async () => {
    const { payer, invoiceId: id } = await payerOf(deployed, owner);
    const { json: before } = await call("getInvoice", { id });
    const { status, json } = await renew(id);
    expect([status, json.version, json.collectionLink]).toEqual([200, before.version + 1, json.hostedUrl]);
    expect(json.hostedUrl).not.toBe(before.hostedUrl);
    expect((await opened(new Payer(deployed, json.hostedUrl))).status).toBe(200);
    expect(await opened(payer)).toEqual(ended);
    const { text, headers } = await payer.open("?lang=es");
    expect(textOf(text)).toContain("Este enlace ha caducado");
    expect(text).toContain(before.id === id ? "one@example" : "");
    expect(text).not.toContain(before.number);
    expect(headers["cache-control"]).toBe("no-store");
    const paid = await payer.pay({ ...goodDebit }, undefined);
    expect(paid.status).not.toBe(303);
    expect((await payer.look("getHostedInvoicePdf", "pdf")).status).toBe(410);
  });

  test("opens the page until the moment that was said, and is refused one that is past", async () => {
    const { invoiceId: id } = await payerOf(deployed, owner);
    const expiresAt = addDays(new Date().toISOString(), 400);
    const { json } = await renew(id, { expiresAt });
    expect(json.linkExpiresAt).toBe(expiresAt);
    const past = await renew(id, { expiresAt: "2020-01-01T00:00:00Z" });
    expect([past.status, past.json.fields[0].path]).toEqual([400, "expiresAt"]);
    expect((await call("getInvoice", { id })).json.hostedUrl).toBe(json.hostedUrl);
  });

  test("is one for each Idempotency-Key", async () => {
    const { invoiceId: id } = await payerOf(deployed, owner);
    const first = await renew(id, {}, `link-${id}`);
    const again = await renew(id, {}, `link-${id}`);
    expect(again.json).toEqual(first.json);
    expect(again.headers["idempotent-replay"]).toBe("true");
    expect((await opened(new Payer(deployed, first.json.hostedUrl))).status).toBe(200);
  });

  test("is given to a paid invoice and to no void one, and by its own tenant alone", async () => {
    const { payer, invoiceId: paid } = await payerOf(deployed, owner);
    await payer.paid({ ...goodDebit, amount: "100.00" });
    expect((await renew(paid)).status).toBe(200);
    const { invoiceId: id } = await payerOf(deployed, owner);
    await call("voidInvoice", { id });
    const refused = await renew(id);
    expect([refused.status, refused.json.code]).toEqual([409, "invoice_not_payable"]);
    expect((await call("renewInvoiceLink", { id: paid }, {}, "", other.apiKey)).status).toBe(404);
  });

  test("stands on the invoice's trail, without the link", async () => {
    const { invoiceId: id } = await payerOf(deployed, owner);
    const { json } = await renew(id);
    const text = JSON.stringify(deployed.aws.store.rows().filter(({ type }) => type === "entry"));
    expect(text).toContain(`new link, until ${json.linkExpiresAt}`);
    expect(text).not.toContain(json.hostedUrl.slice(-43));
    expect(JSON.stringify(deployed.logged)).not.toContain(json.hostedUrl.slice(-43));
  });
});

describe("a link of an invoice", () => {
  test("ends 90 days after the invoice is due, or was issued where that is later", async () => {
    const due = "2027-03-01T12:00:00.000Z";
    const { json } = await call(
      "createInvoice",
      {},
      { ...{ number: "L-1", customerId: "c", dueDate: due, lineItems: [{ description: "work", unitCents: 1 }] } },
    );
    expect(json.linkExpiresAt).toBe(addDays(due, 90));
    const { json: old } = await call(
      "createInvoice",
      {},
      {
        ...{
          number: "L-2",
          customerId: "c",
          dueDate: "2020-01-01",
          lineItems: [{ description: "work", unitCents: 1 }],
        },
      },
    );
    expect(old.linkExpiresAt).toBe(addDays(old.issuedAt, 90));
    expect((await opened(new Payer(deployed, old.hostedUrl))).status).toBe(200);
  });
});

describe("the invoice's page", () => {
  test("shows a credit note with its tax and the way to its PDF, in both languages", async () => {
    const { payer, invoiceId: id } = await payerOf(deployed, owner);
    await call("sendInvoice", { id });
    const lines = [{ description: "late", unitCents: 1_000, taxRate: 725 }];
    const { json: note } = await call("createCreditNote", { id }, { lines, reason: "late" });
    const english = await payer.open();
    expect(textOf(english.text)).toMatch(/late Tax included: \$0\.73 PDF of H-\S+-CN1 -\$10\.73/);
    expect(english.text).toContain(`href="../i/${payer.token}/credit-notes/${note.id}/pdf"`);
    expect(textOf((await payer.open("?lang=es")).text)).toContain("Impuesto incluido: $0.73");
  });

  test("opens no other invoice's credit note", async () => {
    const { invoiceId: id } = await payerOf(deployed, owner);
    await call("sendInvoice", { id });
    const { json: note } = await call("createCreditNote", { id }, { amountCents: 1, reason: "late" });
    const { payer } = await payerOf(deployed, owner);
    for (const each of [note.id, "crn_7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "nonsense"])
      expect((await payer.look("getHostedCreditNotePdf", `credit-notes/${each}/pdf`)).status).toBe(404);
  });
});
