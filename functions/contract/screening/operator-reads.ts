import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { pageLimit, text } from "../../http/schemas.ts";
import { auditEntryShape, auditFilters } from "../console/audit.ts";
import { get, listOf, operationTable } from "../operation-table.ts";

const auditEntry = z
  .object({
    ...auditEntryShape,
    accountId: z.string().nullable().describe("whose it is; null for what belongs to no account"),
  })
  .meta({ id: "AccountAuditEntry" });

const found = z
  .object({
    kind: z
      .enum(["account", "account_request", "key", "list_version", "monitor", "own_entry", "screen"])
      .describe("what kind of record it is"),
    id: z.string().describe("the record's id; of a version of the lists its number"),
    accountId: z.string().nullable().describe("whose it is; null for what belongs to no account"),
    title: z.string().describe("a line to recognise it by"),
    status: z.string().describe("how it stands: a record's status, a screen's or monitor's verdict"),
    at: z.string().describe("when it was made"),
  })
  .meta({ id: "ScreeningFound" });

const served = { caller: "operator", lambda: "screen-desk" } as const;

/** What operators of the screening interface look up across all accounts. */
export const operatorReadOperations = operationTable(served, {
  listAudit: get("/admin/audit", "The audit trail, newest first", {
    ...listOf(auditEntry, { ...auditFilters, accountId: idOf("acc").optional() }),
    tag: "Audit",
    description:
      "With a subject, that record's own trail; with an account, everything of that account; else what operators did.",
    refusals: ["not_found", "invalid_cursor"],
  }),
  search: get(
    "/admin/search",
    "Find what an id, an account's name, an address, a transaction's reference, a list's id, a version's number or a file's hash names",
    {
      ...listOf(found, { limit: pageLimit(50), q: text(1, 256).meta({ description: "what you have at hand" }) }),
      tag: "Search",
      description:
        "Whole values only, letters in any case. An account comes with its keys; an address, in whatever way it is written, with its screens, monitors, own entries and the lists that have or had it. Newest first, at most 50.",
    },
  ),
});
