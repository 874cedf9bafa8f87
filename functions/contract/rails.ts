import { invoiceFonts } from "../domain/invoicing/invoice-fonts.ts";
import { type ApiLambda, apiSeconds, type Grant, type Operation } from "../http/operation.ts";
import { requestAccessOperations, signupPageOperations } from "./access/signup-pages.ts";
import { signupOperations } from "./access/signups.ts";
import { invoicePageOperations, invoicePagePdfOperations } from "./checkout/invoice-pages.ts";
import { auditOperations } from "./console/audit.ts";
import { consoleOperations } from "./console/console.ts";
import { consoleActionOperations, consoleLinkOperations } from "./console/console-actions.ts";
import { consoleDisputeActionOperations } from "./console/console-dispute-actions.ts";
import { consoleDisputeOperations } from "./console/console-disputes.ts";
import { consolePeopleOperations } from "./console/console-people.ts";
import { consolePeopleActionOperations } from "./console/console-people-actions.ts";
import { consoleReconOperations } from "./console/console-recon.ts";
import { alertIngestOperations, alertOperations } from "./disputes/alerts.ts";
import { caseEvidenceOperations, caseOperations } from "./disputes/cases.ts";
import { ratioOperations } from "./disputes/ratios.ts";
import { docsFiles, docsOperations } from "./docs/docs-pages.ts";
import { adminEscrowOperations } from "./escrow/admin-escrow.ts";
import { escrowMoneyOperations, escrowOperations } from "./escrow/escrow.ts";
import { escrowStatusOperations } from "./escrow/escrow-status-pages.ts";
import { invoiceOperations, invoicePdfOperations, payOperations } from "./invoicing/invoices.ts";
import { mailOperations } from "./mail/mail.ts";
import { kybOperations } from "./onboarding/kyb.ts";
import { onboardingOperations } from "./onboarding/onboarding-pages.ts";
import { railCallbackOperations } from "./operations/rail-callbacks.ts";
import { vendorCallbackOperations } from "./operations/vendor-callbacks.ts";
import { reconOperations } from "./reconciliation/recon.ts";
import { reviewOperations } from "./review/review.ts";
import { adminSettlementOperations } from "./settlement/admin-settlements.ts";
import { paymentOperations } from "./settlement/payments.ts";
import { adminReserveOperations, reserveOperations } from "./settlement/reserves.ts";
import { operatorDocOperations, publicOperations } from "./shared/public.ts";
import { sandboxOperations } from "./shared/sandbox.ts";
import { searchOperations } from "./shared/search.ts";
import { assetOperations, pageScriptFiles } from "./site/assets-pages.ts";
import { frontOperations, overviewOperations } from "./site/front-pages.ts";
import { brandLogoOperations, brandOperations } from "./tenants/brands.ts";
import { feeRuleOperations } from "./tenants/fee-rules.ts";
import { flagOperations } from "./tenants/flags.ts";
import { tenantOperations } from "./tenants/tenants.ts";
import { deliveryOperations } from "./webhooks/deliveries.ts";
import { eventOperations } from "./webhooks/events.ts";
import { webhookOperations } from "./webhooks/webhooks.ts";

/** Every route that programs call, and the payers' page, for CDK, documents and tests; a Lambda imports its own noun's contract only. */
export const operations: readonly Operation[] = [
  ...Object.values(publicOperations),
  ...Object.values(overviewOperations),
  ...Object.values(requestAccessOperations),
  ...Object.values(invoiceOperations),
  ...Object.values(invoicePdfOperations),
  ...Object.values(payOperations),
  ...Object.values(paymentOperations),
  ...Object.values(reserveOperations),
  ...Object.values(escrowOperations),
  ...Object.values(escrowMoneyOperations),
  ...Object.values(alertOperations),
  ...Object.values(alertIngestOperations),
  ...Object.values(caseOperations),
  ...Object.values(caseEvidenceOperations),
  ...Object.values(ratioOperations),
  ...Object.values(adminReserveOperations),
  ...Object.values(railCallbackOperations),
  ...Object.values(vendorCallbackOperations),
  ...Object.values(tenantOperations),
  ...Object.values(signupOperations),
  ...Object.values(kybOperations),
  ...Object.values(brandOperations),
  ...Object.values(webhookOperations),
  ...Object.values(deliveryOperations),
  ...Object.values(eventOperations),
  ...Object.values(feeRuleOperations),
  ...Object.values(flagOperations),
  ...Object.values(adminSettlementOperations),
  ...Object.values(adminEscrowOperations),
  ...Object.values(auditOperations),
  ...Object.values(searchOperations),
  ...Object.values(mailOperations),
  ...Object.values(reviewOperations),
  ...Object.values(reconOperations),
  ...Object.values(sandboxOperations),
  ...Object.values(operatorDocOperations),
  ...Object.values(consoleLinkOperations),
];

/** Pages and forms for people, which no document for programs describes: an escrow's for buyer and seller, and the operators' console. */
const pages: readonly Operation[] = [
  ...Object.values(assetOperations),
  ...Object.values(docsOperations),
  ...Object.values(brandLogoOperations),
  ...Object.values(frontOperations),
  ...Object.values(signupPageOperations),
  ...Object.values(escrowStatusOperations),
  ...Object.values(onboardingOperations),
  ...Object.values(invoicePageOperations),
  ...Object.values(invoicePagePdfOperations),
  ...Object.values(consoleOperations),
  ...Object.values(consoleReconOperations),
  ...Object.values(consoleDisputeOperations),
  ...Object.values(consoleDisputeActionOperations),
  ...Object.values(consolePeopleOperations),
  ...Object.values(consolePeopleActionOperations),
  ...Object.values(consoleActionOperations),
];

/** All that is served. */
export const allOperations: readonly Operation[] = [...operations, ...pages];

function small(entry: string, grants: readonly Grant[]): ApiLambda {
  return { entry: `functions/${entry}.ts`, grants, timeoutSeconds: apiSeconds, memoryMb: 512 };
}

const deliveries = ["deliveries:read", "deliveries:write", "webhook-queue:send"] as const;
/** To call a rail or a conversion vendor: the mock's own table, or the vendors' keys. */
const vendors = ["mock-rail:read", "mock-rail:write", "vendor-secrets:read"] as const;
const operator = ["book:read", "book:write", "operator-tokens:read"] as const;
const reports = [
  ...operator,
  "mock-rail:read",
  "vendor-secrets:read",
  "exports:read",
  "export-queue:send",
] as const;

/** The Lambdas behind the gateway. The rate limiter needs book:write on every tenant route. */
export const lambdas: Readonly<Record<string, ApiLambda>> = {
  public: small("api/shared/public", ["book:read", "operator-tokens:read"]),
  invoices: small("api/invoicing/invoices", ["book:read", "book:write"]),
  "invoice-pdf": {
    ...small("api/invoicing/invoice-pdf", ["book:read", "book:write"]),
    memoryMb: 1024,
    assets: invoiceFonts.map(({ file }) => file),
  },
  pay: small("api/settlement/pay", ["book:read", "book:write", ...vendors, "kyt-key:read"]),
  payments: small("api/settlement/payments", ["book:read", "book:write"]),
  refunds: small("api/settlement/refunds", ["book:read", "book:write", ...vendors]),
  escrow: small("api/escrow/escrow", ["book:read", "book:write", "vendor-secrets:read", "kyt-key:read"]),
  "escrow-money": small("api/escrow/money", ["book:read", "book:write", ...vendors, "kyt-key:read"]),
  alerts: small("api/disputes/alerts", ["book:read", "book:write"]),
  cases: small("api/disputes/cases", ["book:read", "book:write"]),
  // It draws invoices, and reads 5 MB files.
  "case-evidence": {
    ...small("api/disputes/case-evidence", ["book:read", "book:write", "evidence:read", "evidence:write"]),
    memoryMb: 1024,
    assets: invoiceFonts.map(({ file }) => file),
  },
  "alert-ingest": small("api/disputes/alert-ingest", ["book:read", "book:write", ...vendors]),
  "disputes-ratios": small("api/disputes/ratios", ["book:read", "book:write"]),
  "rail-callbacks": small("api/operations/rail-callbacks", [...operator, ...vendors]),
  "vendor-callbacks": small("api/operations/vendor-callbacks", [...operator, "vendor-secrets:read"]),
  tenants: small("api/tenants/tenants", operator),
  signups: small("api/access/signups", operator),
  kyb: small("api/onboarding/kyb", operator),
  brands: small("api/tenants/brands", operator),
  "brand-logo": small("api/tenants/brand-logo", ["book:read"]),
  webhooks: small("api/webhooks/webhooks", [...operator, ...deliveries, "webhook-secrets:encrypt"]),
  deliveries: small("api/webhooks/deliveries", [...operator, ...deliveries]),
  events: small("api/webhooks/events", ["book:read", "book:write", ...deliveries]),
  "fee-rules": small("api/tenants/fee-rules", operator),
  flags: small("api/tenants/flags", operator),
  "admin-settlements": small("api/settlement/admin-settlements", [
    "book:read",
    "deliveries:read",
    "operator-tokens:read",
  ]),
  "admin-escrow": small("api/escrow/admin-escrow", ["book:read", "deliveries:read", "operator-tokens:read"]),
  audit: small("api/console/audit", ["book:read", "operator-tokens:read"]),
  mail: small("api/mail/mail", ["book:read", "operator-tokens:read"]),
  // It asks a screen again.
  review: small("api/review/review", [...operator, "kyt-key:read"]),
  recon: { ...small("api/reconciliation/recon", reports), memoryMb: 1024 },
  sandbox: small("api/shared/sandbox", [
    ...operator,
    ...vendors,
    "kyt-key:read",
    "people-secrets:decrypt",
    "deliveries:read",
    "deliveries:write",
    "webhook-queue:send",
    "packet-queue:send",
    "mail-queue:send",
    "settlement-machine:start",
    "settlement-machine:answer",
    "escrow-machine:start",
    "escrow-machine:answer",
    "audit-archive:write",
    "exports:write",
  ]),
  "operator-docs": small("api/shared/operator-docs", ["book:read", "operator-tokens:read"]),
  front: small("pages/site/front", ["book:read"]),
  signup: small("pages/access/signup", ["book:read", "book:write"]),
  "invoice-page": {
    ...small("pages/checkout/invoice", [
      "book:read",
      "book:write",
      ...vendors,
      "kyt-key:read",
      "people-secrets:encrypt",
      "people-secrets:decrypt",
    ]),
    assets: pageScriptFiles,
  },
  "invoice-page-pdf": {
    ...small("pages/checkout/pdf", ["book:read"]),
    memoryMb: 1024,
    assets: invoiceFonts.map(({ file }) => file),
  },
  assets: { ...small("pages/site/assets", []), assets: pageScriptFiles },
  docs: { ...small("pages/docs/handler", []), assets: docsFiles },
  onboarding: {
    ...small("pages/onboarding/handler", [
      "book:read",
      "book:write",
      "people-secrets:encrypt",
      "applicant-files:read",
      "applicant-files:write",
      // To screen the wallet.
      "kyt-key:read",
    ]),
    memoryMb: 1024,
    assets: pageScriptFiles,
  },
  "escrow-status": small("pages/escrow/status", ["book:read"]),
  // Reading writes too: when a session was last used.
  console: small("pages/console/handler", [...operator, "deliveries:read"]),
  "console-recon": { ...small("pages/console/recon", reports), memoryMb: 1024 },
  "console-disputes": {
    ...small("pages/console/disputes", [
      ...operator,
      ...vendors,
      "deliveries:read",
      "evidence:read",
      "evidence:write",
    ]),
    memoryMb: 1024,
    assets: invoiceFonts.map(({ file }) => file),
  },
  "console-people": small("pages/console/people", [...operator, "applicant-files:read"]),
  "console-actions": small("pages/console/actions", [
    ...operator,
    ...deliveries,
    "webhook-secrets:encrypt",
    "kyt-key:read",
  ]),
};
