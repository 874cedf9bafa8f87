import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { moment } from "../../domain/core/time.ts";
import { operation } from "../../http/operation-types.ts";
import { listQuery, listReply, text } from "../../http/schemas.ts";

const fields = z.record(z.string(), z.unknown()).nullable();

const auditLine = z
  .object({
    id: z.string(),
    at: z.string(),
    actor: z.string(),
    action: z.string().nullable().describe("the operation that was asked for; null for what the service does"),
    subject: z.string().describe("the record that was changed or acted upon"),
    subjectType: z.string(),
    tenantId: z.string().nullable(),
    from: z.string().nullable(),
    to: z.string(),
    reason: z.string(),
    before: fields.describe("the fields that an operator changed, as they were"),
    after: fields.describe("and as they are; secrets are never among them"),
    requestId: z.string(),
    hash: z.string().describe("SHA-256 that chains the entry to the one before it"),
  })
  .meta({ id: "AuditEntry" });

export const auditOperations = {
  listAudit: operation({
    id: "listAudit",
    method: "GET",
    path: "/admin/audit",
    caller: "operator",
    tag: "Audit",
    summary: "The audit trail, newest first",
    description:
      "With a subject, that record's own trail; with a tenant, everything of that tenant; else what operators did.",
    query: listQuery({
      actor: text(1, 256).optional().meta({ description: "operator:NAME, an ARN, tenant:SLUG, system:..." }),
      action: text(1, 64).optional().meta({ description: "an operation's id, such as setFlag" }),
      tenantId: idOf("ten").optional(),
      subject: text(1, 256).optional().meta({ description: "a record's id" }),
      from: moment.optional().meta({ description: "inclusive; a day means its first moment in UTC" }),
      to: moment.optional().meta({ description: "exclusive" }),
    }),
    reply: { status: 200, schema: listReply(auditLine) },
    refusals: ["not_found", "invalid_cursor"],
    lambda: "audit",
  }),
};
