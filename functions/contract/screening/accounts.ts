import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { account } from "../../domain/screening/account.ts";
import { planNames } from "../../domain/screening/plan.ts";
import { printable } from "../../http/printable.ts";
import { idParam, shownOnce } from "../../http/schemas.ts";
import {
  changeOf,
  creationRange,
  get,
  listOf,
  operationTable,
  patch,
  post,
  recordOf,
  remove,
} from "../operation-table.ts";
import { keyView, newKey } from "../tenants/tenants.ts";

export const accountView = account.meta({ id: "Account" });

const accountKeyView = keyView.omit({ tenantId: true }).extend({ accountId: z.string() }).meta({ id: "AccountKey" });

export const plan = z.enum(planNames).meta({ description: "sandbox is for sandbox stages; unlimited is by contract" });
const params = idParam("acc");
const served = { caller: "operator", tag: "Accounts", lambda: "accounts" } as const;

export const accountOperations = operationTable(served, {
  createAccount: post("/admin/accounts", "Open an account, with its first API key, which is shown once", {
    role: "admin",
    body: z.strictObject({ name: printable(1, 200).describe("whose account it is"), plan: plan.default("free") }),
    reply: { status: 201, schema: accountView.extend({ apiKey: shownOnce("the key") }) },
    shownOnce: ["apiKey"],
    refusals: ["version_conflict"],
  }),
  listAccounts: get("/admin/accounts", "List accounts, newest first", listOf(accountView, creationRange)),
  getAccount: get("/admin/accounts/{id}", "Read an account", recordOf(params, accountView)),
  changeAccount: patch("/admin/accounts/{id}", "Change an account's name, plan or status", {
    role: "admin",
    ...changeOf(params, accountView),
    description:
      "Another plan counts from the next screening on, with what the month has used; its rate limit is felt within 60 seconds. Keys above what a smaller plan gives go on, and none is added. A suspended account screens nothing and still reads.",
    body: z
      .strictObject({
        name: printable(1, 200).describe("whose account it is"),
        plan,
        status: z.enum(["active", "suspended"]).describe("suspended: it screens nothing and still reads"),
      })
      .partial(),
  }),
  mintAccountKey: post("/admin/accounts/{id}/keys", "Mint an API key, shown once", {
    role: "admin",
    params,
    body: newKey,
    bodyOptional: true,
    reply: { status: 201, schema: accountKeyView.extend({ apiKey: shownOnce("the key") }) },
    shownOnce: ["apiKey"],
    refusals: ["not_found", "key_limit_reached", "version_conflict"],
  }),
  listAccountKeys: get("/admin/accounts/{id}/keys", "List an account's API keys", {
    ...listOf(accountKeyView, creationRange),
    params,
    refusals: ["not_found", "invalid_cursor"],
  }),
  revokeAccountKey: remove("/admin/accounts/{id}/keys/{keyId}", "Revoke an API key", {
    role: "admin",
    ...changeOf(z.strictObject({ id: idOf("acc"), keyId: idOf("key") }), accountKeyView),
    description: "Felt everywhere within 60 seconds.",
  }),
});
