import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DisputeOffice, shownTo } from "../../support/disputes/dispute-office.ts";
import { Visitor } from "../../support/routes/visitor.ts";

const office = new DisputeOffice();
let one: Visitor;
let two: Visitor;
let made = 0;

beforeAll(async () => {
  await office.start();
  one = new Visitor(office);
  two = new Visitor(office, "192.0.2.2");
  await one.signIn();
  await two.signIn(`${office.operatorToken}-2`);
});

afterAll(() => office.stop());

async function invoiceOf(number: string): Promise<string> {
  const lineItems = [{ description: "work", unitCents: 1_000 }];
  return (await office.made("createInvoice", {}, { number, customerId: "c", lineItems })).id;
}

/** A transfer over 10.00 that came after its payment was canceled. */
async function late() {
  made += 1;
  const id = await invoiceOf(`L-${made}`);
  const { settlement, payment } = await office.made("payInvoice", { id }, { source: { type: "ach_push" } });
  await office.made("cancelPayment", { id: payment.id });
  const word = { railRef: payment.railRef, state: "funds_received", amountCents: 1_000 };
  await office.made("receiveMockCallback", {}, word, office.operatorToken);
  return { settlementId: settlement.id, paymentId: payment.id, item: { id: settlement.id.replace("stl_", "rev_") } };
}

const ask = (item: { id: string }, invoiceId: string) =>
  one.post("actOnItem", { action: "apply", invoiceId, note: "the payer confirmed it" }, item);

/** What the first operator asked for, agreed to by the second. */
async function agree(location = "") {
  const approval = { id: /apr_\w{26}/.exec(location)?.[0] ?? "" };
  const page = await shownTo(two, "showApproval", approval);
  expect((await two.post("giveApproval", { note: "" }, approval)).status).toBe(303);
  return page;
}

describe("late money in the console's review queue", () => {
  test("has a form that names the invoice, and says that another operator must agree", async () => {
    const { item } = await late();
    const page = await shownTo(one, "showReviewItem", item);
    expect(page).toContain("Apply it to an invoice");
    expect(page).toMatch(
      /goes on to the tenant’s wallet\. The wallet is screened first\. Another operator must agree\./,
    );
    expect(page).toContain("Its id; blank for the canceled payment’s own");
    expect(page).toMatch(/<input[^>]*name="invoiceId"/);
  });

  test("is applied to the payment's own invoice where the field is blank, and each settlement links to the other", async () => {
    const { settlementId, paymentId, item } = await late();
    expect(await shownTo(one, "showSettlement", { id: settlementId })).not.toContain(">Applied to<");
    const sent = await ask(item, "");
    expect(sent.status).toBe(303);
    await agree(sent.headers.location);
    const payment = await office.made("getPayment", { id: paymentId });
    const { appliedTo } = payment;
    const old = await shownTo(one, "showSettlement", { id: settlementId });
    expect(old).toMatch(
      new RegExp(`Applied to.{0,120}settlements/${appliedTo.settlementId}".{0,60}${appliedTo.paymentId}`),
    );
    expect(old).not.toContain(">Applied from<");
    const born = await shownTo(one, "showSettlement", { id: appliedTo.settlementId });
    expect(born).toMatch(new RegExp(`Applied from.{0,120}settlements/${settlementId}".{0,60}${paymentId}`));
    expect(born).not.toContain(">Applied to<");
    expect((await one.get("showReviewItem", item)).text).not.toContain("Apply it to an invoice");
  });

  test("is applied to the invoice that is named, which the second operator sees", async () => {
    const { paymentId, item } = await late();
    const invoiceId = await invoiceOf(`N-${made}`);
    const sent = await ask(item, invoiceId);
    expect(await agree(sent.headers.location)).toContain(invoiceId);
    expect((await office.made("getPayment", { id: paymentId })).appliedTo).toMatchObject({ invoiceId });
  });

  test("says why it is not applied, and keeps what was typed", async () => {
    const { item } = await late();
    const nobodys = "inv_01K9ZQ4T0V8Y3M5N7P9R1S3T5V";
    for (const [typed, status, words] of [
      [nobodys, 409, "no such invoice"],
      ["inv_1", 400, "invoiceId"],
      ['"><b>', 400, "&quot;&gt;&lt;b&gt;"],
    ] as const) {
      const reply = await ask(item, typed);
      expect([reply.status, reply.text.includes('<b>"')], reply.text).toEqual([status, false]);
      expect(reply.text).toContain(words);
    }
    expect(await shownTo(one, "showReviewItem", item)).toContain("Apply it to an invoice");
  });
});
