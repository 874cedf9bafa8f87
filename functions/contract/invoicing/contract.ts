import { invoiceFonts } from "../../domain/invoicing/invoice-fonts.ts";
import { apiLambda, type Contract, tenantGrants, tenantReadGrants } from "../contract.ts";
import { creditNoteOperations } from "./credit-notes.ts";
import { customerOperations } from "./customers.ts";
import { invoiceOperations, invoicePdfOperations } from "./invoices.ts";

/** What is copied beside a bundle that draws invoices. */
export const invoiceFontFiles: readonly string[] = invoiceFonts.map(({ file }) => file);

export const invoiceContract: Contract = {
  operations: { ...customerOperations, ...invoiceOperations, ...creditNoteOperations, ...invoicePdfOperations },
  lambdas: {
    customers: apiLambda("api/invoicing/customers", [...tenantReadGrants, "claims:write", "customers:write"]),
    invoices: apiLambda("api/invoicing/invoices", tenantGrants),
    "invoice-pdf": {
      ...apiLambda("api/invoicing/invoice-pdf", [...tenantReadGrants, "drawn-documents:store", "link-keys:read"], 1024),
      assets: invoiceFontFiles,
    },
  },
};
