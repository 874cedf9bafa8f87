import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { planNames } from "../../domain/screening/plan.ts";
import { printable } from "../../http/printable.ts";
import { idParam } from "../../http/schemas.ts";
import { leavingForms, linkOperations } from "../console/console-entry.ts";
import { keyForm } from "../console/key-form.ts";
import { about, consoleForms, form, formOf, needing, route } from "../console/schemas.ts";
import { accountRequestOperations } from "./account-requests.ts";
import { accountOperations } from "./accounts.ts";
import { ownListOperations } from "./own-lists.ts";

const lambda = "screening-console-actions";

/** An IAM principal's way into the console. */
export const screeningConsoleLinkOperations = linkOperations(lambda);

/** What the forms of the screening interface's console do, but for its ways out. */
export const screeningConsoleForms = consoleForms(lambda, "admin", {
  openAccount: route("/console/accounts", "Open an account; its first key is shown once", {
    // The id comes with the form, so that sending it twice opens one account.
    body: formOf(accountOperations.createAccount.body.extend({ id: idOf("acc").optional() })),
  }),
  renameAccount: form("/console/accounts/{id}/name", "Change an account's name", "acc", { name: printable(1, 200) }),
  setAccountPlan: form("/console/accounts/{id}/plan", "Move an account to another plan", "acc", {
    plan: z.enum(planNames),
  }),
  setAccountStatus: form("/console/accounts/{id}/status", "Suspend an account, or make it active again", "acc", {
    status: z.enum(["active", "suspended"]),
  }),
  addAccountKey: route("/console/accounts/{id}/keys", "Mint an API key, shown once", {
    params: idParam("acc"),
    body: keyForm,
  }),
  endAccountKey: about("/console/accounts/{id}/keys/{keyId}/revoke", "Revoke an API key", {
    id: idOf("acc"),
    keyId: idOf("key"),
  }),
  letAccountIn: route("/console/requests/{id}/accept", "Open the account that was asked for; its key is shown once", {
    params: idParam("acr"),
    body: formOf(accountRequestOperations.acceptAccountRequest.body),
  }),
  turnAccountDown: needing(
    "reviewer",
    route("/console/requests/{id}/decline", "Decline a request for an account", {
      params: idParam("acr"),
      body: formOf(accountRequestOperations.declineAccountRequest.body),
    }),
  ),
  eraseRequest: route("/console/requests/{id}/erase", "Erase what whoever asked for an account said", {
    params: idParam("acr"),
    body: formOf(
      accountRequestOperations.eraseAccountRequest.body.extend({
        confirmation: z
          .string()
          .max(16)
          .regex(/^erase$/, "the word erase"),
      }),
    ),
  }),
  proposeEntry: needing(
    "reviewer",
    route("/console/own-lists", "Propose an address for the own block or allow list", {
      body: formOf(ownListOperations.proposeOwnEntry.body),
    }),
  ),
  approveEntry: needing(
    "reviewer",
    route(
      "/console/own-lists/{id}/approve",
      "Agree to an entry, or to its withdrawal, that another operator proposed",
      { params: idParam("own"), body: formOf(ownListOperations.approveOwnEntry.body) },
    ),
  ),
  rejectEntry: needing(
    "reviewer",
    route("/console/own-lists/{id}/reject", "Refuse what was proposed, or take it back", {
      params: idParam("own"),
      body: formOf(ownListOperations.rejectOwnEntry.body),
    }),
  ),
  withdrawEntry: needing(
    "reviewer",
    route("/console/own-lists/{id}/withdraw", "Propose to take an entry off again", {
      params: idParam("own"),
      body: formOf(ownListOperations.withdrawOwnEntry.body),
    }),
  ),
  answerAgain: needing(
    "viewer",
    about(
      "/console/screens/{id}/verify",
      "Answer a screen's question again over the lists that it was answered by",
      "scr",
    ),
  ),
});

/** All forms of the screening interface's console. */
export const screeningConsoleActionOperations = { ...leavingForms(lambda), ...screeningConsoleForms };
