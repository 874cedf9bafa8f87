import * as z from "zod";
import { requestStatuses } from "../../domain/access/access-request.ts";
import { erasureReasons } from "../../domain/core/sealed-text.ts";
import { longestNote } from "../../domain/review/case-notes.ts";
import { accountRequest } from "../../domain/screening/account-request.ts";
import { printableLines } from "../../http/printable.ts";
import { idParam, shownOnce } from "../../http/schemas.ts";
import { byStatus, changeOf, creationRange, get, listOf, operationTable, post, recordOf } from "../operation-table.ts";
import { accountView, plan } from "./accounts.ts";

const requestView = accountRequest.meta({ id: "AccountRequest" });
const params = idParam("acr");
const served = { caller: "operator", tag: "Account requests", lambda: "account-requests" } as const;

/** What a request tells of whoever made it. */
const own = ["companyName", "contactName", "contactEmail", "useCase", "note"];

export const accountRequestOperations = operationTable(served, {
  listAccountRequests: get("/admin/account-requests", "List requests for an account, newest first", {
    role: "reviewer",
    ...listOf(requestView, { ...byStatus(requestStatuses), ...creationRange }),
  }),
  getAccountRequest: get("/admin/account-requests/{id}", "Read a request for an account", {
    role: "reviewer",
    ...recordOf(params, requestView),
  }),
  acceptAccountRequest: post("/admin/account-requests/{id}/accept", "Open the account that was asked for", {
    role: "admin",
    description:
      "Makes it and its first API key in one transaction, on the plan that was asked for where no other is said. The key is shown once, to be passed on to whoever asked; the service writes to nobody.",
    params,
    body: z.strictObject({ plan: plan.optional(), note: printableLines(1, longestNote).nullable().default(null) }),
    bodyOptional: true,
    reply: {
      status: 201,
      schema: z.object({
        request: requestView.describe("the request, now accepted"),
        account: accountView.describe("the account that was opened"),
        apiKey: shownOnce("the key"),
      }),
    },
    refusals: ["not_found", "signup_decided", "version_conflict"],
    shownOnce: ["apiKey"],
    personal: {
      kind: "requester",
      id: "request.id",
      fields: [...own.map((name) => `request.${name}`), "account.name"],
    },
  }),
  declineAccountRequest: post("/admin/account-requests/{id}/decline", "Decline a request for an account", {
    role: "reviewer",
    ...changeOf(params, requestView, "signup_decided"),
    personal: { kind: "requester", id: "id", fields: own },
    description: "The reason is kept with it; whoever asked is told nothing.",
    body: z.strictObject({ reason: printableLines(1, longestNote).describe("why; whoever asked is not told") }),
  }),
  eraseAccountRequest: post("/admin/account-requests/{id}/erase", "Erase what whoever asked for an account said", {
    role: "admin",
    claim: "first",
    ...changeOf(params, requestView),
    personal: { kind: "requester", id: "id", fields: own },
    description:
      "At once, whatever became of the request: no law has it kept. Its texts read `[erased]` from then on, in tables, archive and backups; an account that was opened stays. Reading the request is the export of what is stored. Again it stays erased.",
    body: z.strictObject({
      reason: z
        .enum(erasureReasons)
        .meta({ description: "why it is erased: a choice, since a text would name somebody" }),
    }),
  }),
});
