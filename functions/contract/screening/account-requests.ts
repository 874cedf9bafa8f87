import * as z from "zod";
import { requestStatuses } from "../../domain/access/access-request.ts";
import { longestNote } from "../../domain/review/case-notes.ts";
import { accountRequest } from "../../domain/screening/account-request.ts";
import { operation } from "../../http/operation-types.ts";
import { idParam, listQuery, listReply, text } from "../../http/schemas.ts";
import { accountView, plan } from "./accounts.ts";

const requestView = accountRequest.meta({ id: "AccountRequest" });
const params = idParam("acr");
const served = { caller: "operator", tag: "Account requests", lambda: "account-requests" } as const;
const decided = ["not_found", "signup_decided", "version_conflict"] as const;

export const accountRequestOperations = {
  listAccountRequests: operation({
    ...served,
    id: "listAccountRequests",
    method: "GET",
    path: "/admin/account-requests",
    summary: "List requests for an account, newest first",
    query: listQuery({ status: z.enum(requestStatuses).optional() }),
    reply: { status: 200, schema: listReply(requestView) },
    refusals: ["invalid_cursor"],
  }),
  getAccountRequest: operation({
    ...served,
    id: "getAccountRequest",
    method: "GET",
    path: "/admin/account-requests/{id}",
    summary: "Read a request for an account",
    params,
    reply: { status: 200, schema: requestView },
    refusals: ["not_found"],
  }),
  acceptAccountRequest: operation({
    ...served,
    id: "acceptAccountRequest",
    method: "POST",
    path: "/admin/account-requests/{id}/accept",
    summary: "Open the account that was asked for",
    description:
      "Makes it and its first API key in one transaction, on the plan that was asked for where no other is said. The key is shown once, to be passed on to whoever asked; the service writes to nobody.",
    params,
    body: z.strictObject({
      plan: plan.optional(),
      note: text(1, longestNote).nullable().default(null),
    }),
    bodyOptional: true,
    reply: {
      status: 201,
      schema: z.object({ request: requestView, account: accountView, apiKey: z.string() }),
    },
    refusals: decided,
  }),
  declineAccountRequest: operation({
    ...served,
    id: "declineAccountRequest",
    method: "POST",
    path: "/admin/account-requests/{id}/decline",
    summary: "Decline a request for an account",
    description: "The reason is kept with it; whoever asked is told nothing.",
    params,
    body: z.strictObject({ reason: text(1, longestNote) }),
    reply: { status: 200, schema: requestView },
    refusals: decided,
  }),
};
