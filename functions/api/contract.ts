import { invoiceFonts } from "../domain/invoice-fonts.ts";
import { type ApiLambda, apiSeconds, type Grant, type Operation } from "../http/operation.ts";
import { assetOperations, pageScriptFiles } from "../pages/assets.contract.ts";
import { consoleOperations } from "../pages/console.contract.ts";
import { consoleActionOperations, consoleLinkOperations } from "../pages/console-actions.contract.ts";
import { consoleDisputeActionOperations } from "../pages/console-dispute-actions.contract.ts";
import { consoleDisputeOperations } from "../pages/console-disputes.contract.ts";
import { consolePeopleOperations } from "../pages/console-people.contract.ts";
import { consolePeopleActionOperations } from "../pages/console-people-actions.contract.ts";
import { consoleReconOperations } from "../pages/console-recon.contract.ts";
import { docsFiles, docsOperations } from "../pages/docs.contract.ts";
import { escrowStatusOperations } from "../pages/escrow-status.contract.ts";
import { frontOperations, overviewOperations } from "../pages/front.contract.ts";
import { invoicePageOperations, invoicePagePdfOperations } from "../pages/invoice.contract.ts";
import { onboardingOperations } from "../pages/onboarding.contract.ts";
import { requestAccessOperations, signupPageOperations } from "../pages/signup.contract.ts";
import { adminEscrowOperations } from "./admin-escrow.contract.ts";
import { adminSettlementOperations } from "./admin-settlements.contract.ts";
import { alertIngestOperations, alertOperations } from "./alerts.contract.ts";
import { auditOperations } from "./audit.contract.ts";
import { brandLogoOperations, brandOperations } from "./brands.contract.ts";
import { caseEvidenceOperations, caseOperations } from "./cases.contract.ts";
import { deliveryOperations } from "./deliveries.contract.ts";
import { escrowMoneyOperations, escrowOperations } from "./escrow.contract.ts";
import { eventOperations } from "./events.contract.ts";
import { feeRuleOperations } from "./fee-rules.contract.ts";
import { flagOperations } from "./flags.contract.ts";
import { invoiceOperations, invoicePdfOperations, payOperations } from "./invoices.contract.ts";
import { kybOperations } from "./kyb.contract.ts";
import { mailOperations } from "./mail.contract.ts";
import { paymentOperations } from "./payments.contract.ts";
import { operatorDocOperations, publicOperations } from "./public.contract.ts";
import { railCallbackOperations } from "./rail-callbacks.contract.ts";
import { ratioOperations } from "./ratios.contract.ts";
import { reconOperations } from "./recon.contract.ts";
import { adminReserveOperations, reserveOperations } from "./reserves.contract.ts";
import { reviewOperations } from "./review.contract.ts";
import { sandboxOperations } from "./sandbox.contract.ts";
import { searchOperations } from "./search.contract.ts";
import { signupOperations } from "./signups.contract.ts";
import { tenantOperations } from "./tenants.contract.ts";
import { vendorCallbackOperations } from "./vendor-callbacks.contract.ts";
import { webhookOperations } from "./webhooks.contract.ts";

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
  public: small("api/public", ["book:read", "operator-tokens:read"]),
  invoices: small("api/invoices", ["book:read", "book:write"]),
  "invoice-pdf": {
    ...small("api/invoice-pdf", ["book:read", "book:write"]),
    memoryMb: 1024,
    assets: invoiceFonts.map(({ file }) => file),
  },
  pay: small("api/pay", ["book:read", "book:write", ...vendors, "kyt-key:read"]),
  payments: small("api/payments", ["book:read", "book:write"]),
  refunds: small("api/refunds", ["book:read", "book:write", ...vendors]),
  escrow: small("api/escrow", ["book:read", "book:write", "vendor-secrets:read", "kyt-key:read"]),
  "escrow-money": small("api/escrow-money", ["book:read", "book:write", ...vendors, "kyt-key:read"]),
  alerts: small("api/alerts", ["book:read", "book:write"]),
  cases: small("api/cases", ["book:read", "book:write"]),
  // It draws invoices, and reads 5 MB files.
  "case-evidence": {
    ...small("api/case-evidence", ["book:read", "book:write", "evidence:read", "evidence:write"]),
    memoryMb: 1024,
    assets: invoiceFonts.map(({ file }) => file),
  },
  "alert-ingest": small("api/alert-ingest", ["book:read", "book:write", ...vendors]),
  "disputes-ratios": small("api/ratios", ["book:read", "book:write"]),
  "rail-callbacks": small("api/rail-callbacks", [...operator, ...vendors]),
  "vendor-callbacks": small("api/vendor-callbacks", [...operator, "vendor-secrets:read"]),
  tenants: small("api/tenants", operator),
  signups: small("api/signups", operator),
  kyb: small("api/kyb", operator),
  brands: small("api/brands", operator),
  "brand-logo": small("api/brand-logo", ["book:read"]),
  webhooks: small("api/webhooks", [...operator, ...deliveries, "webhook-secrets:encrypt"]),
  deliveries: small("api/deliveries", [...operator, ...deliveries]),
  events: small("api/events", ["book:read", "book:write", ...deliveries]),
  "fee-rules": small("api/fee-rules", operator),
  flags: small("api/flags", operator),
  "admin-settlements": small("api/admin-settlements", [
    "book:read",
    "deliveries:read",
    "operator-tokens:read",
  ]),
  "admin-escrow": small("api/admin-escrow", ["book:read", "deliveries:read", "operator-tokens:read"]),
  audit: small("api/audit", ["book:read", "operator-tokens:read"]),
  mail: small("api/mail", ["book:read", "operator-tokens:read"]),
  // It asks a screen again.
  review: small("api/review", [...operator, "kyt-key:read"]),
  recon: { ...small("api/recon", reports), memoryMb: 1024 },
  sandbox: small("api/sandbox", [
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
  "operator-docs": small("api/operator-docs", ["book:read", "operator-tokens:read"]),
  front: small("pages/front", ["book:read"]),
  signup: small("pages/signup", ["book:read", "book:write"]),
  "invoice-page": {
    ...small("pages/invoice", [
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
    ...small("pages/invoice-pdf", ["book:read"]),
    memoryMb: 1024,
    assets: invoiceFonts.map(({ file }) => file),
  },
  assets: { ...small("pages/assets", []), assets: pageScriptFiles },
  docs: { ...small("pages/docs", []), assets: docsFiles },
  onboarding: {
    ...small("pages/onboarding", [
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
  "escrow-status": small("pages/escrow-status", ["book:read"]),
  // Reading writes too: when a session was last used.
  console: small("pages/console", [...operator, "deliveries:read"]),
  "console-recon": { ...small("pages/console-recon", reports), memoryMb: 1024 },
  "console-disputes": {
    ...small("pages/console-disputes", [
      ...operator,
      ...vendors,
      "deliveries:read",
      "evidence:read",
      "evidence:write",
    ]),
    memoryMb: 1024,
    assets: invoiceFonts.map(({ file }) => file),
  },
  "console-people": small("pages/console-people", [...operator, "applicant-files:read"]),
  "console-actions": small("pages/console-actions", [
    ...operator,
    ...deliveries,
    "webhook-secrets:encrypt",
    "kyt-key:read",
  ]),
};
