import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { listedIn } from "../../domain/core/listed-in.ts";
import { flagKeys } from "../../domain/tenants/flag.ts";
import { printableLines } from "../../http/printable.ts";
import { listQuery } from "../../http/schemas.ts";
import { get, listOf, operationTable, put, rangeOf } from "../operation-table.ts";
import { waitingApproval } from "../shared/waiting-approval.ts";

const flags = z
  .object({
    data: z
      .array(
        z.object({
          key: z.enum(flagKeys).describe("the flag"),
          enabled: z.boolean().describe("whether it is on"),
          source: z
            .enum(["default", "global", "tenant"])
            .describe("where that is said: by default, for everybody, or for the tenant"),
          note: z.string().nullable(),
          tenantId: z.string().nullable(),
        }),
      )
      .describe("each flag as it is in force"),
    nextCursor: z.string().nullable().describe("null: all of them are here"),
  })
  .meta({ id: "Flags" });

const flagChange = z
  .object({
    key: listedIn(flagKeys, z.string()).describe("the flag"),
    tenantId: z.string().nullable(),
    at: z.string().describe("when it was set"),
    actor: z.string(),
    from: z.boolean().nullable().describe("null: not set"),
    to: z.boolean().nullable().describe("what it was set to; null: the setting was removed"),
    note: z.string().nullable(),
    requestId: z.string(),
  })
  .meta({ id: "FlagChange" });

const served = { caller: "operator", tag: "Flags", lambda: "flags" } as const;

export const flagOperations = operationTable(served, {
  listFlags: get("/admin/flags", "The flags in force, for everybody or for one tenant", {
    query: listQuery({ tenantId: idOf("ten").optional() }),
    reply: { status: 200, schema: flags },
    refusals: ["not_found", "invalid_cursor"],
  }),
  listFlagHistory: get("/admin/flags/history", "Who set which flag when, newest first: everywhere, or for one tenant", {
    ...listOf(flagChange, {
      key: z.enum(flagKeys).optional(),
      tenantId: idOf("ten").optional(),
      ...rangeOf("what was set"),
    }),
    refusals: ["not_found", "invalid_cursor"],
  }),
  setFlag: put("/admin/flags", "Set a flag, globally or for one tenant; enabled null removes the setting", {
    role: "admin",
    description:
      "Where the stage has two people decide, a setting that opens a way for money, or takes a gate on it away, waits for another operator; one that closes it is in force at once.",
    body: z.strictObject({
      key: listedIn(flagKeys, z.string().max(64)).describe("the flag"),
      enabled: z.boolean().nullable().describe("whether it is on; null removes the setting"),
      tenantId: idOf("ten").nullable().default(null),
      note: printableLines(1, 500).nullable().default(null),
    }),
    reply: { status: 200, schema: flags },
    otherReplies: [
      { status: 202, schema: waitingApproval, description: "opens a way for money, and waits for a second operator" },
    ],
    refusals: ["unknown_flag", "not_found", "flag_not_allowed", "version_conflict"],
  }),
});
