import { apiLambda, type Contract, vendorGrants } from "../contract.ts";
import { invoiceFontFiles } from "../invoicing/contract.ts";
import { pageScriptFiles } from "../site/assets-pages.ts";
import { invoicePageOperations, invoicePagePdfOperations } from "./invoice-pages.ts";

export const checkoutContract: Contract = {
  pages: { ...invoicePageOperations, ...invoicePagePdfOperations },
  lambdas: {
    "invoice-page": {
      ...apiLambda("pages/checkout/invoice", [
        "book:read",
        "claims:write",
        "payments:write",
        "payer-counts:write",
        ...vendorGrants,
        "kyt-key:read",
        "link-keys:read",
        "account-keys:make",
        "payer-keys:make",
      ]),
      assets: pageScriptFiles,
    },
    "invoice-page-pdf": {
      ...apiLambda("pages/checkout/pdf", ["book:read", "drawn-documents:store", "link-keys:read"], 1024),
      assets: invoiceFontFiles,
    },
  },
};
