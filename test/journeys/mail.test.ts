import { describe, expect, test } from "vitest";
import { invoiceOperations } from "../../functions/contract/invoicing/invoices.ts";
import { mailOperations } from "../../functions/contract/mail/mail.ts";
import { kybOperations } from "../../functions/contract/onboarding/kyb.ts";
import { operator, TestTenant } from "../support/journeys/journey.ts";
import { until } from "../support/runner/until.ts";

const { listMail, getMail } = mailOperations;

/** The letter about a record, once it is out; what it said with it. */
async function letterAbout(about: string) {
  const { data } = await until(
    () => operator.call(listMail, { query: { about, status: "sent" } }),
    (listed) => listed.data.length > 0,
    `no letter about ${about} was sent`,
  );
  return operator.call(getMail, { params: { id: data[0]?.id ?? "" } });
}

describe("a sandbox", () => {
  test("keeps the letters of an invoice and of its payment as they would have been sent", async () => {
    const tenant = await TestTenant.create();
    const metadata = { customerEmail: "payer@example.com", locale: "es" };
    const invoice = await tenant.draft(10_000, { metadata });
    await tenant.call(invoiceOperations.sendInvoice, { params: { id: invoice.id } });
    const sent = await letterAbout(invoice.id);
    expect(sent).toMatchObject({ to: "payer@example.com", template: "invoice_sent", status: "sent" });
    expect(sent.letter?.subject).toContain(`Factura ${invoice.number}`);
    expect(sent.letter?.text).toContain(invoice.hostedUrl);

    const paid = await tenant.pay(invoice);
    const receipt = await letterAbout(paid.payment.id);
    expect(receipt.letter?.text).toContain("Importe recibido: $100.00");
    expect(receipt.letter?.text).toContain("Pendiente de pago en esta factura: $0.00");
  });

  test("keeps an invitation, whose link opens the application", async () => {
    const invited = await operator.call(kybOperations.inviteApplicant, {
      body: { legalName: "Widgets LLC", contactEmail: "w@widgets.test" },
    });
    const { letter } = await letterAbout(invited.id);
    const url = /https?:\S+\/k\/[\w-]{43}/.exec(letter?.text ?? "")?.[0] ?? "";
    expect(url).not.toBe(invited.magicLink);
    const page = await fetch(url, { redirect: "manual" });
    expect(page.status).toBe(303);
  });
});
