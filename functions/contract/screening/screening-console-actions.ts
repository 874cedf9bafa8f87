import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { planNames } from "../../domain/screening/plan.ts";
import { idParam, text } from "../../http/schemas.ts";
import { entryForms, linkOperations } from "../console/console-entry.ts";
import { consoleForms, formOf } from "../console/schemas.ts";
import { accountRequestOperations } from "./account-requests.ts";
import { accountOperations } from "./accounts.ts";
import { ownListOperations } from "./own-lists.ts";

const lambda = "screening-console-actions";

const account = idParam("acc");

/** An IAM principal's way into the console. */
export const screeningConsoleLinkOperations = linkOperations(lambda);

/** What the forms of the screening interface's console do, but for its ways in and out. */
export const screeningConsoleForms = consoleForms(lambda, {
  openAccount: {
    path: "/console/accounts",
    summary: "Open an account; its first key is shown once",
    // The id comes with the form, so that sending it twice opens one account.
    body: formOf(accountOperations.createAccount.body.extend({ id: idOf("acc").optional() })),
  },
  renameAccount: {
    path: "/console/accounts/{id}/name",
    summary: "Change an account's name",
    params: account,
    body: formOf(z.strictObject({ name: text(1, 200) })),
  },
  setAccountPlan: {
    path: "/console/accounts/{id}/plan",
    summary: "Move an account to another plan",
    params: account,
    body: formOf(z.strictObject({ plan: z.enum(planNames) })),
  },
  setAccountStatus: {
    path: "/console/accounts/{id}/status",
    summary: "Suspend an account, or make it active again",
    params: account,
    body: formOf(z.strictObject({ status: z.enum(["active", "suspended"]) })),
  },
  addAccountKey: {
    path: "/console/accounts/{id}/keys",
    summary: "Mint an API key, shown once",
    params: account,
    body: formOf(accountOperations.mintAccountKey.body),
  },
  endAccountKey: {
    path: "/console/accounts/{id}/keys/{keyId}/revoke",
    summary: "Revoke an API key",
    params: z.strictObject({ id: idOf("acc"), keyId: idOf("key") }),
  },
  letAccountIn: {
    path: "/console/requests/{id}/accept",
    summary: "Open the account that was asked for; its key is shown once",
    params: idParam("acr"),
    body: formOf(accountRequestOperations.acceptAccountRequest.body),
  },
  turnAccountDown: {
    path: "/console/requests/{id}/decline",
    summary: "Decline a request for an account",
    params: idParam("acr"),
    body: formOf(accountRequestOperations.declineAccountRequest.body),
  },
  proposeEntry: {
    path: "/console/own-lists",
    summary: "Propose an address for the own block or allow list",
    body: formOf(ownListOperations.proposeOwnEntry.body),
  },
  approveEntry: {
    path: "/console/own-lists/{id}/approve",
    summary: "Agree to an entry, or to its withdrawal, that another operator proposed",
    params: idParam("own"),
    body: formOf(ownListOperations.approveOwnEntry.body),
  },
  rejectEntry: {
    path: "/console/own-lists/{id}/reject",
    summary: "Refuse what was proposed, or take it back",
    params: idParam("own"),
    body: formOf(ownListOperations.rejectOwnEntry.body),
  },
  withdrawEntry: {
    path: "/console/own-lists/{id}/withdraw",
    summary: "Propose to take an entry off again",
    params: idParam("own"),
    body: formOf(ownListOperations.withdrawOwnEntry.body),
  },
  answerAgain: {
    path: "/console/screens/{id}/verify",
    summary: "Answer a screen's question again over the lists that it was answered by",
    params: idParam("scr"),
  },
});

/** All forms of the screening interface's console. */
export const screeningConsoleActionOperations = { ...entryForms(lambda), ...screeningConsoleForms };
