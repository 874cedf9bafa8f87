import type { Grant } from "../../http/operation.ts";
import { operatorForms, operatorPages } from "../access/operator-pages.ts";
import { passkeyForms } from "../access/passkeys.ts";
import {
  apiLambda,
  type Contract,
  deliveryGrants,
  operatorGrants,
  privacyGrants,
  vendorGrants,
  wayInGrants,
} from "../contract.ts";
import { invoiceFontFiles } from "../invoicing/contract.ts";
import { reportGrants } from "../reconciliation/contract.ts";
import { searchOperations } from "../shared/search.ts";
import { auditOperations } from "./audit.ts";
import { consoleOperations } from "./console.ts";
import { consoleActionOperations, consoleLinkOperations } from "./console-actions.ts";
import { consoleDisputeActionOperations } from "./console-dispute-actions.ts";
import { consoleDisputeOperations } from "./console-disputes.ts";
import { wayInOperations } from "./console-entry.ts";
import { consoleInvoiceOperations } from "./console-invoices.ts";
import { consolePeopleOperations } from "./console-people.ts";
import { consolePeopleActionOperations } from "./console-people-actions.ts";
import { consolePrivacyActionOperations, consolePrivacyOperations } from "./console-privacy.ts";
import { consoleReconOperations } from "./console-recon.ts";

/** To show the names of those who apply and ask for access. */
const namesGrants = ["applicant-keys:open", "requester-keys:open"] as const satisfies Grant[];

/** The script of the pages that ask for a passkey, beside the bundles that serve or name it. */
export const passkeyScriptFiles = ["functions/pages/browser/passkey.js"];

export const auditContract: Contract = {
  operations: { ...auditOperations, ...searchOperations },
  lambdas: { audit: apiLambda("api/console/audit", ["book:read", "operator-digests:ask", ...namesGrants]) },
};

export const consoleContract: Contract = {
  operations: consoleLinkOperations,
  pages: {
    ...consoleOperations,
    ...consoleInvoiceOperations,
    ...consoleReconOperations,
    ...consoleDisputeOperations,
    ...consoleDisputeActionOperations,
    ...consolePeopleOperations,
    ...consolePeopleActionOperations,
    ...consolePrivacyOperations,
    ...consolePrivacyActionOperations,
    ...consoleActionOperations,
    ...wayInOperations("console-sign-in"),
    ...passkeyForms("console-passkeys"),
    ...operatorPages("console-passkeys"),
    ...operatorForms("console-passkeys"),
  },
  lambdas: {
    // Reading writes too: when a session was last used.
    console: {
      ...apiLambda("pages/console/handler", [...operatorGrants, "deliveries:read", "link-keys:read", ...namesGrants]),
      assets: passkeyScriptFiles,
    },
    // All that a console shows to strangers: nobody who is not signed in reaches another of its Lambdas.
    "console-sign-in": { ...apiLambda("pages/console/access/sign-in", wayInGrants), assets: passkeyScriptFiles },
    "console-passkeys": { ...apiLambda("pages/console/passkeys/handler", operatorGrants), assets: passkeyScriptFiles },
    "console-invoices": {
      ...apiLambda("pages/console/invoices", [...operatorGrants, "drawn-documents:store", "link-keys:read"], 1024),
      assets: invoiceFontFiles,
    },
    "console-recon": apiLambda("pages/console/recon", reportGrants, 1024),
    "console-disputes": {
      ...apiLambda(
        "pages/console/disputes",
        [...operatorGrants, ...vendorGrants, "deliveries:read", "evidence:read", "evidence:write", "payer-keys:open"],
        1024,
      ),
      assets: invoiceFontFiles,
    },
    "console-people": apiLambda("pages/console/people", [
      ...operatorGrants,
      "applicant-files:read",
      ...namesGrants,
      "applicant-keys:make",
      "requester-keys:make",
    ]),
    // Apart from the other people's pages: only who erases may empty a bucket or destroy a key.
    "console-privacy": apiLambda("pages/console/privacy/handler", [...operatorGrants, ...privacyGrants], 1024),
    "console-actions": apiLambda("pages/console/actions", [
      ...operatorGrants,
      ...deliveryGrants,
      "webhook-secret:encrypt",
      "kyt-key:read",
      "link-keys:read",
    ]),
  },
};
