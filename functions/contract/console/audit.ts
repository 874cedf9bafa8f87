import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { moment } from "../../domain/core/time.ts";
import { text } from "../../http/schemas.ts";
import { get, listOf, operationTable, rangeOf } from "../operation-table.ts";

const fields = z.record(z.string(), z.unknown()).nullable();

/** What an entry of either product's trail tells beside whose it is. */
export const auditEntryShape = {
  id: z.string().describe("the entry: its record's id and its number there"),
  at: z.string().describe("when it was written, UTC"),
  actor: z.string().describe("who did it: operator:NAME, an ARN, or what the service does by itself as system:..."),
  action: z.string().nullable().describe("the operation that was asked for; null for what the service does"),
  subject: z.string().describe("the record that was changed or acted upon"),
  subjectType: z.string().describe("what kind of record that is"),
  from: z.string().nullable().describe("its status before; null where the entry made it"),
  to: z.string().describe("its status after"),
  reason: z.string().describe("why, in words"),
  before: fields.describe("the fields that an operator changed, as they were"),
  after: fields.describe("and as they are; secrets are never among them"),
  requestId: z.string().describe("the request or run that it was done in"),
  prevHash: z.string().describe("the hash of the record's entry before this one; 64 zeros for its first"),
  hash: z.string().describe("SHA-256 that chains the entry to the one before it"),
};

/** What both products' trails are narrowed by beside whose it is. */
export const auditFilters = {
  actor: text(1, 256).optional().meta({ description: "operator:NAME, an ARN, tenant:SLUG, system:..." }),
  action: text(1, 64).optional().meta({ description: "an operation's id, such as setFlag" }),
  subject: text(1, 256).optional().meta({ description: "a record's id" }),
  from: moment.optional().meta({ description: "inclusive; a day means its first moment in UTC" }),
  to: moment.optional().meta({ description: "exclusive" }),
  ...rangeOf("what was written"),
};

const auditEntry = z
  .object({ ...auditEntryShape, tenantId: z.string().nullable().describe("whose it is; null for the platform's own") })
  .meta({ id: "AuditEntry" });

const served = { caller: "operator", tag: "Audit", lambda: "audit" } as const;

export const auditOperations = operationTable(served, {
  listAudit: get("/admin/audit", "The audit trail, newest first", {
    ...listOf(auditEntry, { ...auditFilters, tenantId: idOf("ten").optional() }),
    description:
      "With a subject, that record's own trail; with a tenant, everything of that tenant; else what operators did.",
    refusals: ["not_found", "invalid_cursor"],
  }),
});
