import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pageOf } from "../../support/routes/visitor.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { goodDebit, type Payer, payerOf, textOf } from "../../support/settlement/payer.ts";

const deployed = new DeployedSandbox();
let owner: Owner;
let payer: Payer;
let invoiceId: string;

const push = { amount: "25.00", source: "ach_push" };

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
});

afterAll(() => deployed.stop());

beforeEach(async () => {
  await deployed.advance(10);
  ({ payer, invoiceId } = await payerOf(deployed, owner));
});

async function called(id: string, params: Record<string, string>, bearer = owner.apiKey): Promise<string> {
  return (await deployed.call(id, bearer, params)).text;
}

/** The rail's word about a payment. */
async function told(paymentId: string, answer: Record<string, unknown>): Promise<void> {
  const { railRef } = JSON.parse(await called("getPayment", { id: paymentId }));
  const body = { railRef, ...answer };
  const reply = await deployed.call("receiveMockCallback", deployed.operatorToken, {}, body);
  expect(reply.status, reply.text).toBe(200);
}

describe("the invoice's page", () => {
  test("says what is left to pay, and offers what the rail can do", async () => {
    const { status, headers, text } = await payer.open();
    expect(status).toBe(200);
    for (const labels of ["Invoice H-", "$100.00 left to pay", "From my bank account", "By a transfer that I send"])
      expect(textOf(text)).toContain(labels);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "x-robots-tag": "noindex",
    });
    const policy = headers["content-security-policy"] ?? "";
    for (const part of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|script-src|\*/);
    expect(text).not.toMatch(/<script|https?:\/\/(?!localhost)/);
  });

  test("is written in the language of whoever reads it", async () => {
    const spanish = await payer.open("", { "accept-language": "es-MX,es;q=0.9,en;q=0.5" });
    expect(spanish.text).toContain('<html lang="es"');
    expect(textOf(spanish.text)).toContain("Pagar esta factura");
    expect(textOf((await payer.open("?lang=es")).text)).toContain("Factura H-");
    const wrong = await payer.pay({ ...goodDebit, holder: "" }, undefined, "?lang=es");
    expect(textOf(wrong.text)).toContain("Escriba el nombre del titular de la cuenta");
    const paid = await payer.pay(goodDebit, undefined, "?lang=es");
    expect(paid.headers.location).toMatch(/^\.\.\/\.\.\/i\/[\w-]+\/payments\/pay_\w+\?lang=es$/);
    await payer.open("?lang=de");
    expect((await payer.pay(goodDebit, undefined, "?lang=de")).headers.location).toMatch(/\/payments\/pay_\w+$/);
  });

  test.each([
    ["en", "Void Nothing is due on this invoice", /left to pay ·|Due (Mon|[A-Z0-9])/],
    ["es", "Anulada No hay nada que pagar de esta factura", /por pagar ·|Vence el/],
  ])("says of a void invoice that it is, without an amount or a day to pay by (%s)", async (language, head, asked) => {
    const { status, text } = await deployed.call("voidInvoice", owner.apiKey, { id: invoiceId }, { reason: "twice" });
    expect(status, text).toBe(200);
    const page = textOf((await payer.open(`?lang=${language}`)).text);
    expect(page).toContain(head);
    expect(page).not.toMatch(asked);
  });

  test("is where a reloaded answer of its form leads back to", async () => {
    const { status, headers } = await payer.look("showPayForm", "pay?lang=es");
    expect([status, headers.location]).toEqual([303, `../../i/${payer.token}?lang=es`]);
  });

  test("lists its payments and how they stand", async () => {
    const { id } = await payer.paid();
    await payer.paid(push);
    const { text } = await payer.open();
    expect(textOf(text)).toMatch(/Waiting for your transfer .*\$25\.00.* Received .*\$25\.00/);
    expect(text).toContain(`href="../i/${payer.token}/payments/${id}"`);
    expect(textOf(text)).toContain("On its way $25.00");
  });
});

describe("a transfer that the payer sends", () => {
  test("comes with details to copy and as a QR code, and is followed until it is received", async () => {
    const { id, page } = await payer.paid(push);
    for (const name of ["bank_name", "bank_routing_number", "bank_account_number", "amount", "deposit_message"])
      expect(page).toMatch(new RegExp(`id="copy-${name}"[^>]*>[^<]+</span><button type="button"[^>]* hidden`));
    expect(page).toContain('<svg class="qr" role="img"');
    expect(page).toMatch(/<div id="live" data-live="15"/);
    expect(page).toContain('<noscript><meta http-equiv="refresh" content="15"></noscript>');
    expect(page).toMatch(/<script type="module" src="\.\.\/\.\.\/\.\.\/assets\/live\.[\w-]{16}\.js">/);
    await told(id, { state: "funds_received" });
    const { text } = await payer.look("showHostedPayment", `payments/${id}`);
    expect(textOf(text)).toContain("Your payment has been received");
    expect(textOf(text)).toContain("Paid from A bank transfer");
    expect(text).not.toContain('class="qr"');
  });

  test("of another amount is told with both amounts", async () => {
    const { id } = await payer.paid(push);
    await told(id, { state: "funds_received", amountCents: 2000 });
    const { text } = await payer.look("showHostedPayment", `payments/${id}`);
    expect(textOf(text)).toContain("Expected: $25.00. Came: $20.00.");
  });

  test("needs no account and keeps none that was typed", async () => {
    const { id } = await payer.paid({ ...goodDebit, ...push });
    const row = deployed.aws.store.rows().find(({ pk, sk }) => pk === id.replace("pay", "stl") && sk === "row");
    expect(JSON.stringify(row)).not.toMatch(/bankAccount|Anna Example|987654321098|last4/);
  });
});

describe("a payment's page", () => {
  test("tells a return plainly, and the invoice is open again", async () => {
    const { id } = await payer.paid();
    await told(id, { state: "returned", return_code: "R02" });
    const { text } = await payer.look("showHostedPayment", `payments/${id}`);
    expect(textOf(text)).toContain("Your bank has returned this payment");
    expect(text).not.toMatch(/data-live|http-equiv="refresh"/);
    expect(textOf(text)).not.toContain("Receipt");
    expect(textOf((await payer.open()).text)).toContain("$100.00 left to pay");
  });

  test("tells a payment that failed, and what to do", async () => {
    const { id } = await payer.paid(push);
    await told(id, { state: "failed" });
    expect(textOf((await payer.look("showHostedPayment", `payments/${id}`)).text)).toContain(
      "nothing was collected. You can pay again",
    );
  });

  test("of a wrong link, of another invoice and of no payment are the same 404 as any wrong link", async () => {
    const { id } = await payer.paid();
    const other = await payerOf(deployed, owner);
    const wrong = "x".repeat(43);
    const at = async (path: string) => {
      const op = path.includes("/payments/")
        ? "showHostedPayment"
        : path.endsWith("/pdf")
          ? "getHostedInvoicePdf"
          : "showInvoice";
      return deployed.send(pageOf(op), { method: "GET", path, headers: {} });
    };
    const pages = await Promise.all(
      [
        `/i/${wrong}`,
        `/i/${wrong}/payments/${id}`,
        `/i/${wrong}/pdf`,
        `/i/${other.payer.token}/payments/${id}`,
        `/i/${payer.token}/payments/pay_7ZZZZZZZZZZZZZZZZZZZZZZZZZ`,
        `/i/${payer.token}/payments/nonsense`,
        `/i/${payer.token.slice(1)}`,
        `/i/${payer.token}x`,
        `/i/${owner.invoiceId}`,
      ].map(at),
    );
    const shapes = pages.map(({ status, text, headers }) => {
      const { "x-request-id": requestId = "-", ...rest } = headers;
      return JSON.stringify([status, rest, text.replaceAll(requestId, "")]);
    });
    expect(new Set(shapes).size).toBe(1);
    expect(pages[0]?.status).toBe(404);
    expect(pages[0]?.text).not.toMatch(/one@example|H-0/);
  });
});

describe("the account number", () => {
  test("is in no row, log, page, reply or message in clear", async () => {
    const { accountNumber, routingNumber } = goodDebit;
    const { id, page } = await payer.paid();
    await payer.open();
    const refused = await payer.pay({ ...goodDebit, amount: "x" });
    const seen = [
      page,
      refused.text,
      (await payer.open()).text,
      await called("getPayment", { id }),
      await called("getSettlement", { id: id.replace("pay", "stl") }),
      await called("getInvoice", { id: invoiceId }),
      await called("listEvents", {}),
      await called("listAudit", {}, deployed.operatorToken),
      JSON.stringify(deployed.aws.store.rows()),
      ...deployed.aws.queued,
      ...deployed.logged,
    ].join("\n");
    expect(seen.length).toBeGreaterThan(10_000);
    expect(seen).not.toContain(accountNumber);
    expect(seen.replaceAll(refused.text, "")).not.toContain(routingNumber);
    // What is sealed of it is there, for this payment: the search looked at the right place.
    const subject = `sealed:account:${id.replace("pay", "stl")}:`;
    expect(JSON.stringify(deployed.aws.store.rows())).toContain(subject);
    for (const { type, body } of deployed.aws.store.rows())
      if (type === "entry") expect(JSON.stringify(body)).not.toMatch(/sealed|accountLast4|Anna Example/);
  });

  test("and the link's token are in no line of the log", async () => {
    await payer.paid();
    const lines = deployed.logged.join("\n");
    expect(lines).toContain("payHostedInvoice");
    expect(lines).not.toContain(payer.token);
    expect(lines).not.toContain(payer.nonce);
    expect(lines).not.toContain("Anna Example");
  });
});
