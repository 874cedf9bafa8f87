import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { auditEntryShape, auditFilters } from "../console/audit.ts";
import { get, listOf, operationTable } from "../operation-table.ts";

const auditEntry = z
  .object({
    ...auditEntryShape,
    accountId: z.string().nullable().describe("whose it is; null for what belongs to no account"),
  })
  .meta({ id: "AccountAuditEntry" });

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
});
