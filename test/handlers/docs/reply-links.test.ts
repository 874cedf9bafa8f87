import { describe, expect, test } from "vitest";
import { linkReplies } from "../../../functions/http/openapi-links.ts";

const idOf = (prefix: string) => ({ type: "string", pattern: `^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$` });
const parameter = (name: string, where: "path" | "query", prefix: string) => {
  return { name, in: where, required: where === "path", schema: idOf(prefix) };
};
const answers = (example: object) => ({ "200": { content: { "application/json": { example } } } });
const inv = `inv_${"0".repeat(26)}`;
const pay = `pay_${"0".repeat(26)}`;
const payment = { id: pay, invoiceId: inv, customerId: `cus_${"0".repeat(26)}` };

/** The links of each operation's reply in a small document, as they are said in full. */
function linksOf(): Readonly<Record<string, unknown>> {
  const operations = {
    getPayment: { parameters: [parameter("id", "path", "pay")], responses: answers(payment) },
    cancelPayment: { parameters: [parameter("id", "path", "pay")], responses: answers(payment) },
    getInvoice: { parameters: [parameter("id", "path", "inv")], responses: answers({ id: inv }) },
    listPayments: { parameters: [parameter("invoiceId", "query", "inv")], responses: answers({ data: [payment] }) },
    deletePayment: { parameters: [parameter("id", "path", "pay")], responses: answers(payment) },
  };
  const of = (id: keyof typeof operations) => ({ operationId: id, ...operations[id] });
  const made = linkReplies({
    "/payments/{id}": { get: of("getPayment"), delete: of("deletePayment") },
    "/payments/{id}/cancel": { post: of("cancelPayment") },
    "/payments": { get: of("listPayments") },
    "/invoices/{id}": { get: of("getInvoice") },
  });
  const inFull = ([id, { responses }]: [string, { responses: Record<string, object> }]) => {
    const links = (responses["200"] as { links?: Record<string, { $ref: string }> }).links ?? {};
    return [id, Object.values(links).map(({ $ref }) => made[$ref.slice("#/components/links/".length)])];
  };
  return Object.fromEntries(Object.entries(operations).map(inFull));
}

const own = "$response.body#/id";
const invoice = { operationId: "getInvoice", parameters: { id: "$response.body#/invoiceId" } };

describe("a reply is linked", () => {
  const links = linksOf();

  test("by its own id to all that can be done with it, by another's to the reading of that", () => {
    expect(links.getPayment).toEqual([
      { operationId: "deletePayment", parameters: { id: own } },
      { operationId: "cancelPayment", parameters: { id: own } },
      invoice,
    ]);
    expect(links.cancelPayment).toEqual([
      { operationId: "getPayment", parameters: { id: own } },
      { operationId: "deletePayment", parameters: { id: own } },
      invoice,
    ]);
  });

  test("by its own id to the list that it narrows", () => {
    expect(links.getInvoice).toEqual([{ operationId: "listPayments", parameters: { invoiceId: own } }]);
  });

  test("by the first of a list to its reading and that of what it belongs to", () => {
    expect(links.listPayments).toEqual([
      { operationId: "getPayment", parameters: { id: "$response.body#/data/0/id" } },
      { operationId: "getInvoice", parameters: { id: "$response.body#/data/0/invoiceId" } },
    ]);
  });

  test("of what was deleted to nothing of its own", () => {
    expect(links.deletePayment).toEqual([invoice]);
  });
});
