import type { ApiLambda, Grant } from "../../http/operation.ts";
import { screeningOperatorAccessOperations } from "../access/operator-access.ts";
import { operatorForms, operatorPages } from "../access/operator-pages.ts";
import { passkeyForms } from "../access/passkeys.ts";
import { wayInOperations } from "../console/console-entry.ts";
import { passkeyScriptFiles } from "../console/contract.ts";
import {
  apiLambda,
  type Contract,
  eventLambda,
  operatorDigestsLambda,
  operatorGrants,
  tenantGrants,
  tenantReadGrants,
  wayInGrants,
} from "../contract.ts";
import { screeningDocOperations, screeningPublicOperations } from "../shared/screening-public.ts";
import { screeningSandboxOperations } from "../shared/screening-sandbox.ts";
import { accountRequestOperations } from "./account-requests.ts";
import { accountOperations } from "./accounts.ts";
import { monitorOperations, operatorMonitorOperations } from "./monitors.ts";
import { operatorReadOperations } from "./operator-reads.ts";
import { ownListOperations } from "./own-lists.ts";
import { screeningConsoleOperations } from "./screening-console.ts";
import { screeningConsoleActionOperations, screeningConsoleLinkOperations } from "./screening-console-actions.ts";
import { screeningDocsFiles, screeningDocsOperations } from "./screening-docs-pages.ts";
import { playgroundOperations, screeningFrontOperations } from "./screening-front-pages.ts";
import { screeningListOperations } from "./screening-lists.ts";
import { requestAccountOperations, screeningSignupOperations } from "./screening-signup-pages.ts";
import { operatorScreenOperations, screenOperations } from "./screens.ts";
import { usageOperations } from "./usage.ts";

const consoleGrants = ["book:read", "book:write", "lists:read", "operator-digests:ask"] as const satisfies Grant[];

/** To open what those who ask for an account said, and to write it sealed. */
const requesterKeyGrants = ["requester-keys:open", "requester-keys:make"] as const satisfies Grant[];

/** The same, and to erase it. */
const requestErasureGrants = [...requesterKeyGrants, "subject-keys:erase"] as const satisfies Grant[];

/** The whole screening interface but for its console; `store` is the screening table here. Its Lambdas' names are functions' names beside those of billing, and differ from all of them. */
export const screeningContract: Contract = {
  operations: {
    ...screeningPublicOperations,
    ...screenOperations,
    ...usageOperations,
    ...screeningListOperations,
    ...monitorOperations,
    ...requestAccountOperations,
    ...accountRequestOperations,
    ...accountOperations,
    ...ownListOperations,
    ...operatorScreenOperations,
    ...operatorMonitorOperations,
    ...operatorReadOperations,
    ...screeningOperatorAccessOperations,
    ...playgroundOperations,
    ...screeningSandboxOperations,
    ...screeningDocOperations,
  },
  pages: { ...screeningFrontOperations, ...screeningSignupOperations, ...screeningDocsOperations },
  lambdas: {
    "screening-public": apiLambda("api/shared/screening-public", ["book:read"]),
    // The lists in memory, and the CPU that comes with it: a screen is the product.
    screens: apiLambda(
      "api/screening/screens",
      [...tenantReadGrants, "claims:write", "screens:write", "lists:read", "vendor-secrets:read"],
      1024,
    ),
    "own-lists": apiLambda("api/screening/own-lists", operatorGrants),
    // A search names whoever asked for an account.
    "screen-desk": apiLambda("api/screening/screen-desk", [
      "book:read",
      "lists:read",
      "operator-digests:ask",
      "requester-keys:open",
    ]),
    "screening-operator-docs": apiLambda("api/shared/screening-operator-docs", ["book:read", "operator-digests:ask"]),
    accounts: apiLambda("api/screening/accounts", operatorGrants),
    "screening-operator-access": apiLambda("api/access/operator-access", operatorGrants),
    "account-requests": apiLambda("api/screening/account-requests", [...operatorGrants, ...requestErasureGrants]),
    usage: apiLambda("api/screening/usage", tenantReadGrants),
    "screening-front": apiLambda("pages/screening/front", ["book:read", "playground-counts:write", "lists:read"], 1024),
    "screening-signup": apiLambda("pages/screening/signup", [
      "book:read",
      "account-signups:write",
      "requester-keys:make",
    ]),
    "screening-docs": { ...apiLambda("pages/docs/screening-docs", []), assets: screeningDocsFiles },
    // Opening one screens.
    monitors: apiLambda(
      "api/screening/monitors",
      [
        ...tenantGrants,
        "lists:read",
        "vendor-secrets:read",
        "webhook-secret:encrypt",
        "kept-answer:encrypt",
        // The answer to a repeated request has its secret once more.
        "kept-answer:decrypt",
      ],
      1024,
    ),
    "screening-sandbox": apiLambda(
      "api/shared/screening-sandbox",
      [
        ...operatorGrants,
        ...(["lists:read", "vendor-secrets:read", "webhook-secret:decrypt", "audit-archive:write"] as const),
        ...requestErasureGrants,
      ],
      1024,
    ),
    "screening-lists": apiLambda("api/screening/lists", [...tenantReadGrants, "lists:read"]),
  },
};

export const screeningConsoleContract: Contract = {
  operations: screeningConsoleLinkOperations,
  pages: {
    ...screeningConsoleOperations,
    ...screeningConsoleActionOperations,
    ...wayInOperations("screening-console-sign-in"),
    ...passkeyForms("screening-console-passkeys"),
    ...operatorPages("screening-console-passkeys"),
    ...operatorForms("screening-console-passkeys"),
  },
  lambdas: {
    // Reading writes too: when a session was last used.
    "screening-console": {
      ...apiLambda("pages/screening-console/handler", [...consoleGrants, "requester-keys:open"]),
      assets: passkeyScriptFiles,
    },
    "screening-console-sign-in": {
      ...apiLambda("pages/console/access/sign-in", wayInGrants),
      assets: passkeyScriptFiles,
    },
    "screening-console-passkeys": {
      ...apiLambda("pages/console/passkeys/handler", operatorGrants),
      assets: passkeyScriptFiles,
    },
    "screening-console-actions": apiLambda("pages/screening-console/actions-handler", [
      ...consoleGrants,
      ...requestErasureGrants,
    ]),
  },
};

/** Its Lambdas that no request reaches: what loads the lists, what does what is due, and what archives its audit trail. */
export const screeningInnerLambdas = {
  // An object of the archive is put together in memory, some 30 MB of it.
  "screening-daily": eventLambda(
    "screening-daily",
    ["book:read", "book:write", "audit-archive:write", ...requestErasureGrants],
    900,
    1024,
  ),
  // A publisher's file is read as a stream, twice: into the store, and by its parser.
  "load-lists": eventLambda("load-lists", ["book:read", "book:write", "lists:read", "lists:write"], 600, 1024),
  "screening-sweep": eventLambda(
    "screening-sweep",
    ["book:read", "book:write", "lists:read", "webhook-secret:decrypt", "vendor-secrets:read"],
    55,
    1024,
  ),
  "screening-operator-digests": operatorDigestsLambda,
} satisfies Record<string, ApiLambda>;
