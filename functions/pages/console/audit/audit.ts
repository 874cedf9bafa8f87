import { listAudit } from "../../../app/audit/audit.ts";
import { consoleOperations } from "../../../contract/console/console.ts";
import { consoleList } from "../kit/context.ts";
import { tenantFilter } from "../kit/tenant-field.ts";
import { auditColumns, auditFilterTexts, auditPageText } from "./audit-columns.ts";

const places = {
  ten: "tenants",
  inv: "invoices",
  crn: "credit-notes",
  stl: "settlements",
  rev: "review",
  apr: "approvals",
  dlv: "deliveries",
  kyb: "people/applications",
  sgn: "people/requests",
};

const { subject, ...filters } = auditFilterTexts;

export const auditPage = consoleList(consoleOperations.showAudit, {
  ...auditPageText,
  load: listAudit,
  columns: auditColumns(places),
  filters: { subject, tenantId: tenantFilter("what operators did"), ...filters },
});
