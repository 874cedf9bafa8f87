import * as z from "zod";
import { flagKeys } from "../domain/flag.ts";
import { idOf } from "../domain/id.ts";
import { operation } from "../http/define.ts";
import { text } from "../http/shapes.ts";

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
