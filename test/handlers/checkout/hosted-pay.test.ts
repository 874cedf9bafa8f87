import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { goodDebit, type Payer, payerOf, textOf } from "../../support/settlement/payer.ts";

const deployed = new DeployedSandbox();
let owner: Owner;
let payer: Payer;
let invoiceId: string;

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
});

afterAll(() => deployed.stop());

beforeEach(async () => {
  await deployed.advance(10);
  ({ payer, invoiceId } = await payerOf(deployed, owner));
});

/** The payments that an invoice has, as its tenant sees them. */
async function payments(id = invoiceId): Promise<{ id: string; amountCents: number; status: string }[]> {
  const { data } = JSON.parse((await deployed.call("listPayments", owner.apiKey)).text);
  return data.filter((each: { invoiceId: string }) => each.invoiceId === id);
}

async function invoice(): Promise<Record<string, unknown>> {
  return JSON.parse((await deployed.call("getInvoice", owner.apiKey, { id: invoiceId })).text);
}

describe("paying by form", () => {
  test("from a bank account makes a payment, and leads to its receipt", async () => {
    const { id, page } = await payer.paid({ ...goodDebit, amount: "100.00" });
    expect(await payments()).toMatchObject([{ id, amountCents: 10_000, status: "succeeded" }]);
    expect(await invoice()).toMatchObject({ status: "paid", amountPaidCents: 10_000 });
    const text = textOf(page);
    for (const labels of ["Payment of $100.00", "Receipt", "An account ending in 1098", id, "Back to the invoice"])
      expect(text).toContain(labels);
  });

  test("is the payer's act in the trail, by the form's operation", async () => {
    const { id } = await payer.paid();
    const rows = deployed.aws.store
      .rows()
      .filter(({ pk, type }) => pk === id.replace("pay", "stl") && type === "entry");
    expect(rows[0]?.body).toMatchObject({ actor: `payer:${invoiceId}`, action: "payHostedInvoice" });
  });

  test("in parts adds up to the whole and never to more", async () => {
    await payer.paid({ ...goodDebit, amount: "60" });
    const opened = await payer.open();
    expect(textOf(opened.text)).toContain("$40.00 left to pay");
    const more = await payer.pay({ ...goodDebit, amount: "40.01" });
    expect(more.status).toBe(400);
    expect(textOf(more.text)).toContain("At most $40.00 can still be paid on this invoice");
    await payer.paid({ ...goodDebit, amount: "$39.99" });
    await payer.paid({ ...goodDebit, amount: "0.01" });
    expect(await invoice()).toMatchObject({ status: "paid", amountPaidCents: 10_000 });
    expect(textOf((await payer.open()).text)).toContain("This invoice is paid");
    expect(payer.nonce, "there is no form any more").toBe("");
  });

  test("keeps the authorization, word for word, with where it came from", async () => {
    const { id } = await payer.paid();
    const rows = deployed.aws.store.rows();
    const row = rows.find(({ pk, sk }) => pk === id.replace("pay", "stl") && sk === "row");
    const body = row?.body as { state: { payment: { hosted: { authorization: string } } } } | undefined;
    const hosted = body?.state.payment.hosted;
    expect(hosted).toMatchObject({ locale: "en", authorization: expect.stringContaining("I authorize one") });
    expect(hosted?.authorization).toMatch(/to debit the amount above once .* by writing to one@example\.com/);
  });

  test("takes the whole alone where the invoice says so", async () => {
    const whole = await payerOf(deployed, owner, { metadata: { partialPayments: "false" } });
    const { text } = await whole.payer.open();
    expect(text).toContain('name="amount" value="100.00"');
    const part = await whole.payer.pay({ ...goodDebit, amount: "99.99" });
    expect([part.status, textOf(part.text)]).toEqual([400, expect.stringContaining("enter $100.00")]);
    await whole.payer.paid({ ...goodDebit, amount: "100.00" });
  });
});

describe("a form", () => {
  test("that is sent twice at once, and again later, is one payment", async () => {
    await payer.open();
    const answers = await Promise.all([payer.pay(), payer.pay(), payer.pay()]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 303 && status !== 409)).toEqual([]);
    const again = await payer.pay();
    expect(again.status).toBe(303);
    const places = [again, ...answers].flatMap(({ headers }) => headers.location ?? []);
    expect(new Set(places).size).toBe(1);
    for (const { text, headers } of answers.filter(({ status }) => status === 409)) {
      expect(textOf(text)).toContain("Your payment is being worked on");
      expect(headers.refresh).toBe(`3;url=../../i/${payer.token}`);
    }
    expect(await payments()).toHaveLength(1);
  });

  test("that paid the whole and is sent again is answered with what it paid", async () => {
    await payer.open();
    const fields = { ...goodDebit, amount: "100.00" };
    const first = await payer.pay(fields);
    const again = await payer.pay(fields);
    expect([again.status, again.headers.location]).toEqual([303, first.headers.location]);
  });

  test("that comes back with another amount pays nothing, and says so", async () => {
    await payer.open();
    await payer.pay();
    const again = await payer.pay({ ...goodDebit, amount: "30.00" });
    expect(again.status).toBe(409);
    expect(textOf(again.text)).toContain("This form had been sent before");
    expect(again.text).toContain('value="30.00"');
    expect(await payments()).toHaveLength(1);
  });

  test("in two tabs for the whole is paid once: the other is told what is left", async () => {
    await payer.open();
    const one = payer.nonce;
    await payer.open();
    expect(payer.nonce).not.toBe(one);
    const fields = { ...goodDebit, amount: "100.00" };
    const second = payer.pay(fields);
    payer.nonce = one;
    const answers = await Promise.all([payer.pay(fields), second]);
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await payments()).toHaveLength(1);
    expect(await invoice()).toMatchObject({ amountPaidCents: 10_000, amountProcessingCents: 0 });
  });

  test.each([
    ["no key", () => ""],
    ["a made-up key", () => `${"A".repeat(22)}.2026-11-21.${"B".repeat(43)}`],
    ["a key of another's making", (nonce: string) => `${"A".repeat(22)}${nonce.slice(22)}`],
    ["a key with more behind it", (nonce: string) => `${nonce}.x`],
  ])("with %s is refused", async (_, forged) => {
    await payer.open();
    payer.nonce = forged(payer.nonce);
    const { status, text } = await payer.pay();
    expect([status, textOf(text)]).toEqual([403, expect.stringContaining("This form was not taken")]);
    expect(await payments()).toEqual([]);
  });

  test("with the key of another invoice's page is refused", async () => {
    const other = await payerOf(deployed, owner);
    await other.payer.open();
    payer.nonce = other.payer.nonce;
    expect((await payer.pay()).status).toBe(403);
  });

  test.each([
    ["sec-fetch-site says so", { "sec-fetch-site": "cross-site" }],
    ["a sibling site sends it", { "sec-fetch-site": "same-site" }],
    ["an older browser names the origin", { origin: "https://evil.example" }],
  ])("of another site is refused: %s", async (_, headers) => {
    await payer.open();
    expect((await payer.pay(goodDebit, headers)).status).toBe(403);
    expect(await payments()).toEqual([]);
  });

  test("that comes too often is told to wait", async () => {
    await payer.open();
    const statuses: number[] = [];
    for (let at = 0; at < 14; at += 1) statuses.push((await payer.pay()).status);
    expect(statuses.slice(0, 12)).toEqual(Array(12).fill(303));
    expect(statuses.slice(12)).toEqual([429, 429]);
    await deployed.advance(31);
    expect((await payer.pay()).status).toBe(303);
  });

  test("with unknown or doubled fields is not read", async () => {
    await payer.open();
    expect((await payer.pay({ ...goodDebit, ...{ tenantId: "ten_1" } })).status).toBe(400);
    expect(await payments()).toEqual([]);
  });
});

describe("what is wrong", () => {
  test.each([
    ["amount", "", "Enter the amount"],
    ["amount", "abc", "Enter dollars and cents"],
    ["amount", "0", "at least $0.01"],
    ["amount", "1e9", "Enter dollars and cents"],
    ["amount", "<script>alert(1)</script>", "Enter dollars and cents"],
    ["source", "", "Choose how to pay"],
    ["source", "card", "Choose one of those"],
    ["holder", "", "Enter the account holder’s name"],
    ["holder", `"><img src=x onerror=alert(1)>`, "Enter the name as the bank has it"],
    ["holder", "x".repeat(5000), "up to 100 characters"],
    ["holderType", "", "Choose whose account it is"],
    ["accountType", "loan", "Choose one of those"],
    ["routingNumber", "12345", "has 9 digits"],
    ["routingNumber", "021000022", "no routing number of a US bank"],
    ["accountNumber", "12", "has 4 to 17 digits"],
    ["authorize", "", "Tick the box"],
  ])("with %s %j is said beside it and above, and what was typed stays", async (field, value, labels) => {
    await payer.open();
    const { status, text } = await payer.pay({ ...goodDebit, [field]: value });
    expect(status).toBe(400);
    expect(text).toMatch(/<title>Error: /);
    expect(text).toContain(`<a href="#f-${field}">`);
    expect(text).toMatch(new RegExp(`id="f-${field}-error"`));
    expect(textOf(text)).toContain(labels);
    expect(text).not.toMatch(/<script>alert|<img src=x/);
    if (field !== "routingNumber") expect(text).toContain('value="021000021"');
    expect(text).not.toContain(goodDebit.accountNumber);
    expect(await payments()).toEqual([]);
  });

  test("all at once is said at once", async () => {
    await payer.open();
    const { text } = await payer.pay({ amount: "x", source: "ach" });
    for (const field of [
      "amount",
      "holder",
      "holderType",
      "accountType",
      "routingNumber",
      "accountNumber",
      "authorize",
    ])
      expect(text).toContain(`<a href="#f-${field}">`);
  });

  test("with the seller is not the payer's to know", async () => {
    const blocked = await made({ destWallet: "0xBLOCKED", slug: `b${Math.trunc(Math.random() * 1e9)}` });
    const { payer: theirs } = await payerOf(deployed, blocked);
    await theirs.open();
    const first = theirs.nonce;
    const { status, text } = await theirs.pay();
    expect(status).toBe(409);
    expect(textOf(text)).toContain("This invoice cannot be paid here now Nothing was taken from you");
    expect(text).toContain("help@example.com");
    expect(textOf(text)).not.toMatch(/screen|wallet|blocked|kyt|sanction|compliance/i);
    expect(text, "the form can be tried again").not.toContain(first);
    expect(text).toMatch(/name="nonce"/);
  });

  test.each([
    ["suspended", { status: "suspended" }],
    ["not known to the partner", { partnerCustomerId: null }],
  ])("with a seller that is %s is told before anything is typed", async (_, change) => {
    const seller = await made({ slug: `s${Math.trunc(Math.random() * 1e9)}` });
    const { payer: theirs } = await payerOf(deployed, seller);
    await theirs.open();
    const { nonce } = theirs;
    expect((await deployed.call("changeTenant", deployed.operatorToken, { id: seller.id }, change)).status).toBe(200);
    expect(textOf((await theirs.open()).text)).toContain("This invoice cannot be paid here now");
    expect(theirs.nonce).toBe("");
    theirs.nonce = nonce;
    const late = await theirs.pay();
    // The same for each: which of them it is would tell the payer of the seller.
    expect([late.status, textOf(late.text)]).toEqual([
      409,
      expect.stringContaining("This invoice cannot be paid here now"),
    ]);
  });
});

async function made(change: Record<string, unknown>): Promise<{ id: string; apiKey: string }> {
  const { operatorToken } = deployed;
  const input = {
    ...{ name: "Seller", contactEmail: "help@example.com", destChain: "base", destWallet: "0xW" },
    ...{ partnerCustomerId: "cust_1", ...change },
  };
  const tenant = JSON.parse((await deployed.call("createTenant", operatorToken, {}, input)).text);
  const key = JSON.parse((await deployed.call("mintKey", operatorToken, { id: tenant.id }, {})).text);
  return { id: tenant.id, apiKey: key.apiKey };
}
