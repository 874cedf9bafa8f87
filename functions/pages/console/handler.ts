import { consoleOperations } from "../../contract/console/console.ts";
import { auditPage } from "./audit/audit.ts";
import { escrowPage, escrowsPage } from "./escrow/escrows.ts";
import { consoleContext } from "./kit/context.ts";
import { showOn } from "./kit/handlers.ts";
import { passkeySignInPage, passkeysPage } from "./kit/passkeys.ts";
import { sessionsPage } from "./kit/sessions.ts";
import { overviewPage } from "./overview.ts";
import { feeSweepPage, feeSweepsPage } from "./reconciliation/fee-sweeps.ts";
import { serveConsole } from "./refused.ts";
import { approvalPage, approvalsPage } from "./review/approvals.ts";
import { reviewItemPage, reviewPage } from "./review/review.ts";
import { searchPage } from "./search.ts";
import { reservesPage } from "./settlement/reserves.ts";
import { settlementPage, settlementsPage } from "./settlement/settlements.ts";
import { flagPage, flagsPage } from "./tenants/flags.ts";
import { newTenantPage, tenantPage, tenantsPage } from "./tenants/tenants.ts";
import { deliveriesPage, deliveryPage } from "./webhooks/deliveries.ts";
import { endpointPage } from "./webhooks/endpoint.ts";
import "../../wiring/core/personal.ts";

const showing = showOn(consoleContext);

export const handler = serveConsole(consoleOperations, {
  showSessions: showing(sessionsPage),
  showPasskeySignIn: showing(passkeySignInPage),
  showPasskeys: showing(passkeysPage),
  showOverview: showing(overviewPage),
  showSearch: showing(searchPage),
  showReviewQueue: showing(reviewPage),
  showReviewItem: showing(reviewItemPage),
  showApprovals: showing(approvalsPage),
  showApproval: showing(approvalPage),
  showSettlements: showing(settlementsPage),
  showSettlement: showing(settlementPage),
  showReserves: showing(reservesPage),
  showFeeSweeps: showing(feeSweepsPage),
  showFeeSweep: showing(feeSweepPage),
  showEscrows: showing(escrowsPage),
  showEscrow: showing(escrowPage),
  showAudit: showing(auditPage),
  showTenants: showing(tenantsPage),
  showNewTenant: showing(newTenantPage),
  showTenant: showing(tenantPage),
  showEndpoint: showing(endpointPage),
  showFlags: showing(flagsPage),
  showFlag: showing(flagPage),
  showDeliveries: showing(deliveriesPage),
  showDelivery: showing(deliveryPage),
});
