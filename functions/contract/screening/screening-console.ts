import * as z from "zod";
import { requestStatuses } from "../../domain/access/access-request.ts";
import { ownStatuses } from "../../domain/screening/internal-list.ts";
import { idParam, listQuery } from "../../http/schemas.ts";
import { entryPages } from "../console/console-entry.ts";
import { consolePages, filter, recordOf } from "../console/schemas.ts";

const lambda = "screening-console";

/** A version of the catalogue, as addresses have it: of eight digits at most, as its keys are. */
const version = z
  .string()
  .regex(/^[1-9]\d{0,7}$/)
  .transform(Number);

/** The pages of the screening interface's console; its forms are in screening-console-actions.contract.ts. */
export const screeningConsoleOperations = {
  ...entryPages(lambda),
  ...consolePages(lambda, {
    showOverview: { path: "/console", summary: "How screening is, and what waits for an operator" },
    showSearch: {
      path: "/console/search",
      summary: "What an id or a wallet names",
      query: z.strictObject({ q: z.string().max(256).default("") }),
    },
    showAccounts: { path: "/console/accounts", summary: "Accounts, newest first", query: listQuery({}) },
    showNewAccount: { path: "/console/accounts/new", summary: "Where an account is opened" },
    showAccount: {
      path: "/console/accounts/{id}",
      summary: "An account with its month and its keys",
      ...recordOf(idParam("acc")),
    },
    showAccountRequests: {
      path: "/console/requests",
      summary: "Requests for an account, newest first",
      query: listQuery({ status: filter(z.enum(requestStatuses)) }),
    },
    showAccountRequest: {
      path: "/console/requests/{id}",
      summary: "A request for an account, and what can be done about it",
      ...recordOf(idParam("acr")),
    },
    showOwnEntries: {
      path: "/console/own-lists",
      summary: "The entries of the own lists, newest first",
      query: listQuery({ status: filter(z.enum(ownStatuses)) }),
    },
    showNewOwnEntry: { path: "/console/own-lists/new", summary: "Where an entry is proposed" },
    showOwnEntry: {
      path: "/console/own-lists/{id}",
      summary: "An entry of the own lists, and who decided on it",
      ...recordOf(idParam("own")),
    },
    showScreens: { path: "/console/screens", summary: "Where a screen is looked up" },
    showScreen: {
      path: "/console/screens/{id}",
      summary: "A screen with its verdict and what it was decided by",
      params: idParam("scr"),
    },
    showLists: {
      path: "/console/lists",
      summary: "The lists in force, and the versions before",
      query: z.strictObject({ before: filter(version) }),
    },
    showListVersion: {
      path: "/console/lists/{version}",
      summary: "What a version changed",
      params: z.strictObject({ version }),
    },
  }),
};
