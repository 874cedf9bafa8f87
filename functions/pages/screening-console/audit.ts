import { listAccountAudit } from "../../app/screening/account-audit.ts";
import { screeningConsoleOperations } from "../../contract/screening/screening-console.ts";
import { auditColumns, auditFilterTexts, auditPageText } from "../console/audit/audit-columns.ts";
import { screeningList } from "./context.ts";
import { recordPlaces } from "./labels.ts";

const { subject, ...filters } = auditFilterTexts;

export const auditPage = screeningList(screeningConsoleOperations.showAudit, {
  ...auditPageText,
  load: listAccountAudit,
  columns: auditColumns(recordPlaces),
  filters: {
    subject,
    accountId: { label: "Account", hint: "Its id; left empty: what operators did" },
    ...filters,
    action: { label: "Action", hint: "Such as createAccount" },
  },
});
