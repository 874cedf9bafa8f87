import * as z from "zod";
import { emailText, locales } from "../../domain/core/mail.ts";
import { timeZone } from "../../domain/core/time-zone.ts";
import { customerView } from "../../domain/invoicing/customer-view.ts";
import { printable } from "../../http/printable.ts";
import { idParam, metadata } from "../../http/schemas.ts";
import { changeOf, creationRange, get, listOf, operationTable, patch, post, recordOf } from "../operation-table.ts";

const billingAddress = z.strictObject({
  line1: printable(1, 200),
  line2: printable(1, 200).nullable().default(null),
  city: printable(1, 100),
  region: printable(1, 100).nullable().default(null).meta({ description: "state, province or county" }),
  postalCode: printable(1, 20).nullable().default(null),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, "two capital letters of ISO 3166-1, such as US")
    .meta({ description: "ISO 3166-1 alpha-2, such as US" }),
});

const fields = {
  name: printable(1, 200).meta({ description: "as it stands on invoices, letters and the hosted page" }),
  email: emailText.nullable().meta({ description: "where invoices and receipts are mailed" }),
  locale: z.enum(locales).nullable().meta({ description: "language of the customer's letters and page" }),
  timeZone: timeZone.nullable().meta({ description: "IANA name, such as America/New_York" }),
  billingAddress: billingAddress.nullable().meta({ description: "printed on the PDF and the hosted page" }),
  taxId: printable(1, 64).nullable().meta({ description: "printed on the PDF" }),
  metadata,
};

const newCustomer = z.strictObject({
  name: fields.name,
  email: fields.email.default(null),
  locale: fields.locale.default(null),
  timeZone: fields.timeZone.default(null),
  billingAddress: fields.billingAddress.default(null),
  taxId: fields.taxId.default(null),
  metadata: metadata.default({}),
});

const served = { caller: "tenant", tag: "Customers", lambda: "customers" } as const;

export const customerOperations = operationTable(served, {
  createCustomer: post("/api/v1/customers", "Create a customer", {
    description: "An invoice whose `customerId` is the customer's id is made out to it.",
    body: newCustomer,
    reply: { status: 201, schema: customerView },
    refusals: ["version_conflict"],
  }),
  listCustomers: get("/api/v1/customers", "List customers, newest first", listOf(customerView, creationRange)),
  getCustomer: get("/api/v1/customers/{id}", "Read a customer", recordOf(idParam("cus"), customerView)),
  changeCustomer: patch("/api/v1/customers/{id}", "Change a customer", {
    ...changeOf(idParam("cus"), customerView),
    description:
      "What is left out stays; null takes away. Invoices show a customer as it was when they were made, changed or sent.",
    body: z.strictObject(fields).partial(),
  }),
});
