import * as z from "zod";
import { requestStatuses } from "../../domain/access/access-request.ts";
import { idOf } from "../../domain/core/id.ts";
import { ownStatuses } from "../../domain/screening/internal-list.ts";
import { riskLevels, screenActions } from "../../domain/screening/risk.ts";
import { text } from "../../http/schemas.ts";
import { ownPages } from "../console/console-entry.ts";
import {
  about,
  auditPageFilters,
  consolePages,
  filter,
  list,
  needing,
  oneOf,
  record,
  route,
} from "../console/schemas.ts";

const lambda = "screening-console";

/** A version of the catalogue, as addresses have it: of eight digits at most, as its keys are. */
const version = z
  .string()
  .regex(/^[1-9]\d{0,7}$/)
  .transform(Number);

/** The pages of the screening interface's console; its forms are in screening-console-actions.ts. */
export const screeningConsoleOperations = {
  ...ownPages(lambda),
  ...consolePages(lambda, {
    showOverview: route("/console", "How screening is, and what waits for an operator"),
    showSearch: route("/console/search", "What an id or a wallet names", {
      query: z.strictObject({ q: z.string().max(256).default("") }),
    }),
    showAccounts: list("/console/accounts", "Accounts, newest first", {}),
    showNewAccount: route("/console/accounts/new", "Where an account is opened"),
    showAccount: record("/console/accounts/{id}", "An account with its month and its keys", "acc"),
    showAccountRequests: needing(
      "reviewer",
      list("/console/requests", "Requests for an account, newest first", { status: oneOf(requestStatuses) }),
    ),
    showAccountRequest: needing(
      "reviewer",
      record("/console/requests/{id}", "A request for an account, and what can be done about it", "acr"),
    ),
    showOwnEntries: list("/console/own-lists", "The entries of the own lists, newest first", {
      status: oneOf(ownStatuses),
    }),
    showNewOwnEntry: route("/console/own-lists/new", "Where an entry is proposed"),
    showOwnEntry: record("/console/own-lists/{id}", "An entry of the own lists, and who decided on it", "own"),
    showScreens: list("/console/screens", "Screens of all accounts, newest first", {
      accountId: filter(idOf("acc")),
      value: filter(text(1, 256)),
      action: oneOf(screenActions),
      risk_level: oneOf(riskLevels),
    }),
    showScreen: about("/console/screens/{id}", "A screen with its verdict and what it was decided by", "scr"),
    showMonitors: list("/console/monitors", "Monitors of all accounts, newest first", {
      accountId: filter(idOf("acc")),
      value: filter(text(1, 256)),
      action: oneOf(screenActions),
      risk_level: oneOf(riskLevels),
    }),
    showMonitor: about("/console/monitors/{id}", "A monitor with its last alerts", "mon"),
    showLists: route("/console/lists", "The lists in force, and the versions before", {
      query: z.strictObject({ before: filter(version) }),
    }),
    showAudit: list("/console/audit", "The audit trail, newest first", {
      ...auditPageFilters,
      accountId: filter(idOf("acc")),
    }),
    showListVersion: about("/console/lists/{version}", "What a version changed", { version }),
  }),
};
