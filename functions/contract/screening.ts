import { type ApiLambda, apiSeconds, type Grant, type Operation } from "../http/operation.ts";
import { accountRequestOperations } from "./screening/account-requests.ts";
import { accountOperations } from "./screening/accounts.ts";
import { monitorOperations } from "./screening/monitors.ts";
import { ownListOperations } from "./screening/own-lists.ts";
import { screeningConsoleOperations } from "./screening/screening-console.ts";
import {
  screeningConsoleActionOperations,
  screeningConsoleLinkOperations,
} from "./screening/screening-console-actions.ts";
import { screeningDocsFiles, screeningDocsOperations } from "./screening/screening-docs-pages.ts";
import { playgroundOperations, screeningFrontOperations } from "./screening/screening-front-pages.ts";
import { screeningListOperations } from "./screening/screening-lists.ts";
import { requestAccountOperations, screeningSignupOperations } from "./screening/screening-signup-pages.ts";
import { screenDeskOperations, screenOperations } from "./screening/screens.ts";
import { usageOperations } from "./screening/usage.ts";
import { screeningDocOperations, screeningPublicOperations } from "./shared/screening-public.ts";
import { screeningSandboxOperations } from "./shared/screening-sandbox.ts";

/** Every route of the screening interface that programs call, for CDK, documents and tests: the second contract, beside the rails'. */
export const screeningOperations: readonly Operation[] = [
  ...Object.values(screeningPublicOperations),
  ...Object.values(screenOperations),
  ...Object.values(usageOperations),
  ...Object.values(screeningListOperations),
  ...Object.values(monitorOperations),
  ...Object.values(requestAccountOperations),
  ...Object.values(accountRequestOperations),
  ...Object.values(accountOperations),
  ...Object.values(ownListOperations),
  ...Object.values(screenDeskOperations),
  ...Object.values(playgroundOperations),
  ...Object.values(screeningSandboxOperations),
  ...Object.values(screeningDocOperations),
  ...Object.values(screeningConsoleLinkOperations),
];

/** Its pages for people, which no document for programs describes. */
const screeningPages: readonly Operation[] = [
  ...Object.values(screeningFrontOperations),
  ...Object.values(screeningSignupOperations),
  ...Object.values(screeningDocsOperations),
  ...Object.values(screeningConsoleOperations),
  ...Object.values(screeningConsoleActionOperations),
];

/** All that it serves. */
export const allScreeningOperations: readonly Operation[] = [...screeningOperations, ...screeningPages];

function small(entry: string, grants: readonly Grant[]): ApiLambda {
  return { entry: `functions/${entry}.ts`, grants, timeoutSeconds: apiSeconds, memoryMb: 512 };
}

const ofConsole = ["book:read", "book:write", "lists:read", "operator-tokens:read"] as const;

/** The Lambdas behind its gateway; `book` is the screening table here. Their names are functions' names beside the rails', and differ from all of them. */
export const screeningLambdas: Readonly<Record<string, ApiLambda>> = {
  "screening-public": small("api/shared/screening-public", ["book:read", "operator-tokens:read"]),
  // The lists in memory, and the CPU that comes with it: a screen is the product.
  screens: {
    ...small("api/screening/screens", ["book:read", "book:write", "lists:read", "vendor-secrets:read"]),
    memoryMb: 1024,
  },
  "own-lists": small("api/screening/own-lists", ["book:read", "book:write", "operator-tokens:read"]),
  "screen-desk": small("api/screening/screening-context", [
    "book:read",
    "lists:read",
    "operator-tokens:read",
  ]),
  "screening-operator-docs": small("api/shared/screening-operator-docs", [
    "book:read",
    "operator-tokens:read",
  ]),
  accounts: small("api/screening/accounts", ["book:read", "book:write", "operator-tokens:read"]),
  "account-requests": small("api/screening/account-requests", [
    "book:read",
    "book:write",
    "operator-tokens:read",
  ]),
  usage: small("api/screening/usage", ["book:read", "book:write"]),
  "screening-front": {
    ...small("pages/screening/front", ["book:read", "book:write", "lists:read"]),
    memoryMb: 1024,
  },
  "screening-signup": small("pages/screening/signup", ["book:read", "book:write"]),
  "screening-docs": { ...small("pages/docs/screening-docs", []), assets: screeningDocsFiles },
  // Opening one screens.
  monitors: {
    ...small("api/screening/monitors", [
      "book:read",
      "book:write",
      "lists:read",
      "vendor-secrets:read",
      "webhook-secrets:encrypt",
      // The answer to a repeated request has its secret once more.
      "kept-secrets:decrypt",
    ]),
    memoryMb: 1024,
  },
  "screening-sandbox": {
    ...small("api/shared/screening-sandbox", [
      "book:read",
      "book:write",
      "lists:read",
      "vendor-secrets:read",
      "webhook-secrets:decrypt",
      "operator-tokens:read",
    ]),
    memoryMb: 1024,
  },
  // Reading writes too: when a session was last used.
  "screening-console": small("pages/screening-console/handler", [...ofConsole]),
  "screening-console-actions": small("pages/screening-console/actions-handler", [...ofConsole]),
  "screening-lists": small("api/screening/lists", ["book:read", "book:write", "lists:read"]),
};

/** Its Lambdas that no request reaches: what loads the lists, and what does what is due. */
export const screeningInnerLambdas = {
  // A publisher's file is read as a stream, twice: into the store, and by its parser.
  "load-lists": {
    entry: "functions/events/load-lists.ts",
    grants: ["book:read", "book:write", "lists:read", "lists:write"],
    timeoutSeconds: 600,
    memoryMb: 1024,
  },
  "screening-sweep": {
    entry: "functions/events/screening-sweep.ts",
    grants: ["book:read", "book:write", "lists:read", "webhook-secrets:decrypt", "vendor-secrets:read"],
    timeoutSeconds: 55,
    memoryMb: 1024,
  },
} as const satisfies Record<string, ApiLambda>;
