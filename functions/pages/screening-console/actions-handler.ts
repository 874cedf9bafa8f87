import { acceptAccountRequest, declineAccountRequest } from "../../app/screening/account-requests.ts";
import { changeAccount, mintAccountKey, openAccountOnce, revokeAccountKey } from "../../app/screening/accounts.ts";
import { eraseAccountRequest } from "../../app/screening/erase-account-requests.ts";
import {
  approveOwnEntry,
  proposeOwnEntry,
  rejectOwnEntry,
  withdrawOwnEntry,
} from "../../app/screening/internal-lists.ts";
import { verifyScreen } from "../../app/screening/verify-screen.ts";
import {
  screeningConsoleActionOperations,
  screeningConsoleForms,
  screeningConsoleLinkOperations,
} from "../../contract/screening/screening-console-actions.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { refusePlan } from "../../domain/screening/account.ts";
import { personal } from "../../wiring/core/personal.ts";
import { secretPage } from "../console/kit/detail.ts";
import { formPages, leading, performing } from "../console/kit/handlers.ts";
import { linkActions, sessionActions } from "../console/kit/session-actions.ts";
import { sessionsPage } from "../console/kit/sessions.ts";
import type { Content, View } from "../console/kit/view.ts";
import { serveConsole } from "../console/refused.ts";
import { accountPage, newAccountPage } from "./accounts.ts";
import { screeningContext } from "./context.ts";
import { newEntryPage, ownEntryPage } from "./internal-lists.ts";
import { requestPage } from "./requests.ts";
import { screenPage } from "./screens.ts";

function keyOnce(view: View, accountId: string, secret: string, text: string): Content {
  const back = { back: `accounts/${accountId}`, above: "The account" };
  return secretPage(view, { title: "A new API key", secret, text, ...back });
}

/** What is wrong with an address is said beside its field. */
function besideValue(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== "invalid_value") throw error;
  const fields = [{ path: "value", message: error.message }];
  throw new Refusal(error.code, error.message, { ...error.detail, fields });
}

export const screeningActions = performing(screeningConsoleForms, screeningContext, {
  openAccount: async (context, { body }, view) => {
    const { environment } = context;
    const { id = context.newId("acc", context.clock.now()), ...account } = body;
    const opened = await openAccountOnce(context, id, { ...account, environment });
    if (!opened) return { to: `accounts/${id}`, done: "account-open" };
    const { name, apiKey } = opened;
    return keyOnce(view, id, apiKey, `The account ${name} is open. This is its first API key.`);
  },
  renameAccount: leading("accounts/{id}", "account-changed", (context, { params, body }) =>
    changeAccount(context, params.id, body),
  ),
  setAccountPlan: leading("accounts/{id}", "plan-changed", async (context, { params, body: { plan } }) => {
    const refused = refusePlan(plan, context.environment);
    if (refused) throw refused;
    await changeAccount(context, params.id, { plan });
  }),
  setAccountStatus: async (context, { params: { id }, body: { status } }) => {
    await changeAccount(context, id, { status });
    return { to: `accounts/${id}`, done: status === "active" ? "account-resumed" : "account-suspended" };
  },
  addAccountKey: async (context, { params: { id }, body }, view) => {
    const { secret } = await mintAccountKey(context, id, { ...body, environment: context.environment });
    return keyOnce(view, id, secret, "This is the account's new API key.");
  },
  endAccountKey: leading("accounts/{id}", "key-revoked", (context, { params }) =>
    revokeAccountKey(context, params.id, params.keyId),
  ),
  letAccountIn: async (context, { params, body }, view) => {
    const { account, apiKey, request } = await acceptAccountRequest(context, params.id, body);
    const text = `The account ${account.name} is open. This is its first API key, to be passed on to ${request.contactEmail} by a way that keeps it secret.`;
    return keyOnce(view, account.id, apiKey, text);
  },
  turnAccountDown: leading("requests/{id}", "request-declined", (context, { params, body }) =>
    declineAccountRequest(context, params.id, body),
  ),
  eraseRequest: leading("requests/{id}", "erasure-asked", (context, { params, body: { reason } }) =>
    eraseAccountRequest({ ...context, personal }, params.id, reason),
  ),
  proposeEntry: async (context, { body }) => {
    const { id } = await proposeOwnEntry(context, body).catch(besideValue);
    return { to: `own-lists/${id}`, done: "asked" };
  },
  approveEntry: async (context, { params: { id }, body }) => {
    const { status } = await approveOwnEntry(context, id, body.note);
    return { to: `own-lists/${id}`, done: status === "active" ? "entry-counts" : "entry-off" };
  },
  rejectEntry: leading("own-lists/{id}", "rejected", (context, { params, body }) =>
    rejectOwnEntry(context, params.id, body.note),
  ),
  withdrawEntry: leading("own-lists/{id}", "asked", (context, { params, body }) =>
    withdrawOwnEntry(context, params.id, body.reason),
  ),
  answerAgain: async (context, { params }, view) =>
    screenPage(context, view, { params }, await verifyScreen(context, params.id)),
});

const pages = formPages(screeningContext, screeningConsoleActionOperations, {
  "/console/sessions": sessionsPage,
  "/console/accounts/new": newAccountPage,
  "/console/accounts/{id}": accountPage,
  "/console/requests/{id}": requestPage,
  "/console/own-lists/new": newEntryPage,
  "/console/own-lists/{id}": ownEntryPage,
  "/console/screens/{id}": screenPage,
});

export const handler = serveConsole(
  { ...screeningConsoleActionOperations, ...screeningConsoleLinkOperations },
  { ...sessionActions, ...screeningActions, ...linkActions },
  pages,
);
