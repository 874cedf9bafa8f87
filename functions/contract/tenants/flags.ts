import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { flagKeys } from "../../domain/tenants/flag.ts";
import { operation } from "../../http/operation-types.ts";
import { listQuery, listReply, text } from "../../http/schemas.ts";

const flags = z
  .object({
    data: z.array(
      z.object({
        key: z.enum(flagKeys),
        enabled: z.boolean(),
        source: z.enum(["default", "global", "tenant"]),
        note: z.string().nullable(),
        tenantId: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "Flags" });

const flagChange = z
  .object({
    key: z.string(),
    tenantId: z.string().nullable(),
    at: z.string(),
    actor: z.string(),
    from: z.boolean().nullable().describe("null: not set"),
    to: z.boolean().nullable(),
    note: z.string().nullable(),
    requestId: z.string(),
  })
  .meta({ id: "FlagChange" });

export const flagOperations = {
  listFlags: operation({
    id: "listFlags",
    method: "GET",
    path: "/admin/flags",
    caller: "operator",
    tag: "Flags",
    summary: "The flags in force, for everybody or for one tenant",
    query: z.strictObject({ tenantId: idOf("ten").optional() }),
    reply: { status: 200, schema: flags },
    refusals: ["not_found"],
    lambda: "flags",
  }),
  listFlagHistory: operation({
    id: "listFlagHistory",
    method: "GET",
    path: "/admin/flags/history",
    caller: "operator",
    tag: "Flags",
    summary: "Who set which flag when, newest first: the global settings, or a tenant's own",
    query: listQuery({ key: z.enum(flagKeys).optional(), tenantId: idOf("ten").optional() }),
    reply: { status: 200, schema: listReply(flagChange) },
    refusals: ["not_found", "invalid_cursor"],
    lambda: "flags",
  }),
  setFlag: operation({
    id: "setFlag",
    method: "PUT",
    path: "/admin/flags",
    caller: "operator",
    tag: "Flags",
    summary: "Set a flag, globally or for one tenant; enabled null removes the setting",
    body: z.strictObject({
      key: z
        .string()
        .max(64)
        .meta({ description: `one of ${flagKeys.join(", ")}` }),
      enabled: z.boolean().nullable(),
      tenantId: idOf("ten").nullable().default(null),
      note: text(1, 500).nullable().default(null),
    }),
    reply: { status: 200, schema: flags },
    refusals: ["unknown_flag", "not_found", "flag_not_allowed", "version_conflict"],
    lambda: "flags",
  }),
};
