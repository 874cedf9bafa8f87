import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { account } from "../../domain/screening/account.ts";
import { planNames } from "../../domain/screening/plan.ts";
import { operation } from "../../http/operation-types.ts";
import { idParam, listQuery, listReply, text } from "../../http/schemas.ts";
import { keyView } from "../tenants/tenants.ts";

export const accountView = account.meta({ id: "Account" });

/** A key of an account, in the accounts' words. */
const accountKeyView = keyView.omit({ tenantId: true }).extend({ accountId: z.string() }).meta({ id: "AccountKey" });

/** A plan, as an operator names it. */
export const plan = z.enum(planNames).meta({ description: "sandbox is for sandbox stages; unlimited is by contract" });
const params = idParam("acc");
const served = { caller: "operator", tag: "Accounts", lambda: "accounts" } as const;

export const accountOperations = {
  createAccount: operation({
    ...served,
    id: "createAccount",
    method: "POST",
    path: "/admin/accounts",
    summary: "Open an account, with its first API key, which is shown once",
    body: z.strictObject({ name: text(1, 200), plan: plan.default("free") }),
    reply: { status: 201, schema: accountView.extend({ apiKey: z.string() }) },
    refusals: ["version_conflict"],
  }),
  listAccounts: operation({
    ...served,
    id: "listAccounts",
    method: "GET",
    path: "/admin/accounts",
    summary: "List accounts, newest first",
    query: listQuery({}),
    reply: { status: 200, schema: listReply(accountView) },
    refusals: ["invalid_cursor"],
  }),
  getAccount: operation({
    ...served,
    id: "getAccount",
    method: "GET",
    path: "/admin/accounts/{id}",
    summary: "Read an account",
    params,
    reply: { status: 200, schema: accountView },
    refusals: ["not_found"],
  }),
  changeAccount: operation({
    ...served,
    id: "changeAccount",
    method: "PATCH",
    path: "/admin/accounts/{id}",
    summary: "Change an account's name, plan or status",
    description:
      "Another plan counts from the next screening on, with what the month has used; its rate limit is felt within 60 seconds. Keys above what a smaller plan gives go on, and none is added. A suspended account screens nothing and still reads.",
    params,
    body: z.strictObject({ name: text(1, 200), plan, status: z.enum(["active", "suspended"]) }).partial(),
    reply: { status: 200, schema: accountView },
    refusals: ["not_found", "version_conflict"],
  }),
  mintAccountKey: operation({
    ...served,
    id: "mintAccountKey",
    method: "POST",
    path: "/admin/accounts/{id}/keys",
    summary: "Mint an API key, shown once",
    params,
    body: z.strictObject({ name: text(1, 64).nullable().default(null) }),
    bodyOptional: true,
    reply: { status: 201, schema: accountKeyView.extend({ apiKey: z.string() }) },
    refusals: ["not_found", "key_limit_reached", "version_conflict"],
  }),
  listAccountKeys: operation({
    ...served,
    id: "listAccountKeys",
    method: "GET",
    path: "/admin/accounts/{id}/keys",
    summary: "List an account's API keys",
    params,
    query: listQuery({}),
    reply: { status: 200, schema: listReply(accountKeyView) },
    refusals: ["not_found", "invalid_cursor"],
  }),
  revokeAccountKey: operation({
    ...served,
    id: "revokeAccountKey",
    method: "DELETE",
    path: "/admin/accounts/{id}/keys/{keyId}",
    summary: "Revoke an API key",
    description: "Felt everywhere within 60 seconds.",
    params: z.strictObject({ id: idOf("acc"), keyId: idOf("key") }),
    reply: { status: 200, schema: accountKeyView },
    refusals: ["not_found", "version_conflict"],
  }),
};
