import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { secretDigest } from "../../../functions/app/core/api-key.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { Payer, payerOf } from "../../support/settlement/payer.ts";

const deployed = new DeployedSandbox({ HOLD: "true" });
let owner: Owner;

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
});

afterAll(() => deployed.stop());

async function call(id: string, params: Record<string, string> = {}, body?: unknown, key = "") {
  const headers: Record<string, string> = key === "" ? {} : { "idempotency-key": key };
  const { text } = await deployed.call(id, owner.apiKey, params, body, headers);
  return JSON.parse(text);
}

/** Stores a record's link as the last release did: in clear on its row, and a row of its digest that leads to it. */
async function asEarlier(id: string, change: object, digestRow: { pk: string; type: string; body: object }) {
  const { store } = deployed.aws;
  const [row] = await store.read([rowKey(id)]);
  if (!row) throw new Error("no such record");
  const body = row.body as { state: object };
  const put = { ...row, v: row.v + 1, body: { ...body, state: { ...body.state, ...change } } };
  const pointer = { ...rowKey(digestRow.pk), v: 1, type: digestRow.type, body: digestRow.body };
  const written = await store.write(
    [
      { put, expect: row.v },
      { put: pointer, expect: "absent" },
    ],
    `earlier-${id}`,
  );
  if (!written.ok) throw new Error("not stored");
}

/** A new invoice of the last release, its link and who has that. */
async function earlierInvoice(invoice: object = {}) {
  const { invoiceId: id } = await payerOf(deployed, owner, { ...invoice });
  const token = randomBytes(32).toString("base64url");
  const hostedUrl = `http://localhost:4002/i/${token}`;
  await asEarlier(
    id,
    { hostedUrl },
    { pk: `link#${secretDigest(token)}`, type: "invoice_link", body: { invoiceId: id } },
  );
  return { id, token, payer: new Payer(deployed, hostedUrl) };
}

const rows = () => JSON.stringify(deployed.aws.store.rows());
const statusOf = async (payer: Payer) => (await payer.open()).status;

describe("an invoice that the last release made", () => {
  test("is opened by the link that was told then, and by the one that is told now", async () => {
    const { id, token, payer } = await earlierInvoice();
    const { collectionLink } = await call("getInvoice", { id });
    expect(collectionLink).not.toContain(token);
    expect([await statusOf(payer), await statusOf(new Payer(deployed, collectionLink))]).toEqual([200, 200]);
  });

  test("loses the token that was stored with its next change, and not what it opens", async () => {
    const { id, token, payer } = await earlierInvoice();
    expect(rows()).toContain(token);
    await call("changeInvoice", { id }, { notes: "changed" });
    expect(rows()).not.toContain(token);
    expect(await statusOf(payer)).toBe(200);
  });

  test("is no longer opened by it once it has another", async () => {
    const { id, payer } = await earlierInvoice();
    const { collectionLink } = await call("renewInvoiceLink", { id }, {});
    expect([await statusOf(payer), await statusOf(new Payer(deployed, collectionLink))]).toEqual([410, 200]);
  });

  test("is no longer opened by it 90 days after it was due", async () => {
    const { payer } = await earlierInvoice({ dueDate: "2020-01-01" });
    expect(await statusOf(payer)).toBe(200);
    await deployed.advance(90 * 86_400 + 60);
    expect(await statusOf(payer)).toBe(410);
  });
});

describe("an escrow that the last release made", () => {
  test("is seen by the link that was told then, and by the one that is told now", async () => {
    const wish = { reference: "EARLIER", amountCents: 5_000, payoutAddress: "0xSELLERS-WALLET" };
    const { id, statusUrl } = await call("createEscrow", {}, wish, "earlier");
    const token = randomBytes(32).toString("base64url");
    const digestRow = { pk: `status#${secretDigest(token)}`, type: "escrow_link", body: { escrowId: id } };
    await asEarlier(id, { statusToken: token }, digestRow);
    expect((await call("getEscrow", { id })).statusUrl).toBe(statusUrl);
    for (const each of [token, statusUrl.slice(-43)]) {
      const { pageOf } = await import("../../support/routes/visitor.ts");
      const reply = await deployed.send(pageOf("showEscrowStatus"), { method: "GET", path: `/s/${each}`, headers: {} });
      expect(reply.status).toBe(200);
    }
  });
});

describe("a text of a tenant's that looks like a stored link", () => {
  test("is no link, in a reply and in a replay", async () => {
    const lineItems = [{ description: "{1}", unitCents: 100 }];
    const metadata = { hostedUrl: "http://localhost:4002/i/{1}", collectionLink: "{1}", id: owner.invoiceId };
    const input = { number: "TEXT-1", customerId: "{1}", notes: "http://localhost:4002/i/{1}", lineItems, metadata };
    const made = await call("createInvoice", {}, input, "text");
    expect(made).toMatchObject({ customerId: "{1}", notes: input.notes, metadata });
    expect(await call("createInvoice", {}, input, "text")).toEqual(made);
  });
});
