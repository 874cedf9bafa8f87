import type { ApiLambda } from "../../http/operation.ts";
import { apiLambda, type Contract, eventLambda, tenantGrants, tenantReadGrants, vendorGrants } from "../contract.ts";
import { invoiceFontFiles } from "../invoicing/contract.ts";
import { alertIngestOperations, alertOperations } from "./alerts.ts";
import { caseEvidenceOperations, caseOperations } from "./cases.ts";
import { ratioOperations } from "./ratios.ts";

export const disputeContract: Contract = {
  operations: {
    ...alertOperations,
    ...alertIngestOperations,
    ...caseOperations,
    ...caseEvidenceOperations,
    ...ratioOperations,
  },
  lambdas: {
    alerts: apiLambda("api/disputes/alerts", tenantGrants),
    cases: apiLambda("api/disputes/cases", [...tenantGrants, "payer-keys:open"]),
    // It draws invoices, and reads 5 MB files.
    "case-evidence": {
      ...apiLambda(
        "api/disputes/case-evidence",
        [...tenantGrants, "evidence:read", "evidence:write", "payer-keys:open"],
        1024,
      ),
      assets: invoiceFontFiles,
    },
    "alert-ingest": apiLambda("api/disputes/alert-ingest", [...tenantGrants, ...vendorGrants]),
    "disputes-ratios": apiLambda("api/disputes/ratios", tenantReadGrants),
  },
};

export const disputeEventLambdas = {
  // Only on stages that take a third party's alerts.
  "pull-alerts": eventLambda("pull-alerts", ["book:read", "book:write", "vendor-secrets:read"], 240),
  // 50 MB of files, what is read of them, and the packet twice: once as its pages, once as its bytes.
  packet: {
    ...eventLambda(
      "packet",
      ["book:read", "book:write", "evidence:read", "evidence:write", "payer-keys:open"],
      120,
      2048,
    ),
    assets: invoiceFontFiles,
  },
} satisfies Record<string, ApiLambda>;
