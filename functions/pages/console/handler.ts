import { whoseLink } from "../../app/core/console-sessions.ts";
import { consoleOperations } from "../../contract/console/console.ts";
import { serve } from "../../http/route.ts";
import { settings } from "../../wiring/core/env.ts";
import { consoleFrame } from "../../wiring/frames/console.ts";
import { auditPage } from "./audit/audit.ts";
import { escrowPage, escrowsPage } from "./escrow/escrows.ts";
import { consoleDesk } from "./kit/context.ts";
import { showingOn } from "./kit/flash-message.ts";
import { enterPage, signInPage } from "./kit/sign-in.ts";
import { showStyle } from "./kit/style-answer.ts";
import { overviewPage } from "./overview.ts";
import { refusedPages } from "./refused.ts";
import { approvalPage, approvalsPage } from "./review/approvals.ts";
import { reviewItemPage, reviewPage } from "./review/review.ts";
import { searchPage } from "./search.ts";
import { reservesPage } from "./settlement/reserves.ts";
import { settlementPage, settlementsPage } from "./settlement/settlements.ts";
import { flagPage, flagsPage } from "./tenants/flags.ts";
import { newTenantPage, tenantPage, tenantsPage } from "./tenants.ts";
import { deliveriesPage, deliveryPage } from "./webhooks/deliveries.ts";
import { endpointPage } from "./webhooks/endpoint.ts";

const showing = showingOn(consoleDesk);

export const handler = serve(
  consoleOperations,
  {
    showStyle,
    showSignIn: showing((_, view, { query }) =>
      signInPage(view, {
        byToken: settings.ADMIN_AUTH !== "iam",
        next: query.next,
        out: query.out !== undefined,
      }),
    ),
    showEnter: showing(async (desk, view, { params }) =>
      enterPage(view, params.token, await whoseLink(desk, params.token)),
    ),
    showOverview: showing((desk, view) => overviewPage(desk, view)),
    showSearch: showing((desk, view, { query }) => searchPage(desk, view, query.q)),
    showReviewQueue: showing((desk, view, { query }) => reviewPage(desk, view, query)),
    showReviewItem: showing((desk, view, { params }) => reviewItemPage(desk, view, params.id)),
    showApprovals: showing((desk, view, { query }) => approvalsPage(desk, view, query)),
    showApproval: showing((desk, view, { params }) => approvalPage(desk, view, params.id)),
    showSettlements: showing((desk, view, { query }) => settlementsPage(desk, view, query)),
    showSettlement: showing((desk, view, { params }) => settlementPage(desk, view, params.id)),
    showReserves: showing((desk, view, { query }) => reservesPage(desk, view, query)),
    showEscrows: showing((desk, view, { query }) => escrowsPage(desk, view, query)),
    showEscrow: showing((desk, view, { params }) => escrowPage(desk, view, params.id)),
    showAudit: showing((desk, view, { query }) => auditPage(desk, view, query)),
    showTenants: showing((desk, view, { query }) => tenantsPage(desk, view, query)),
    showNewTenant: showing((_, view) => newTenantPage(view)),
    showTenant: showing((desk, view, { params }) => tenantPage(desk, view, params.id)),
    showEndpoint: showing((desk, view, { params }) => endpointPage(desk, view, params)),
    showFlags: showing((desk, view, { query }) => flagsPage(desk, view, query)),
    showFlag: showing((desk, view, { params, query }) => flagPage(desk, view, params.key, query)),
    showDeliveries: showing((desk, view, { query }) => deliveriesPage(desk, view, query)),
    showDelivery: showing((desk, view, { params }) => deliveryPage(desk, view, params.id)),
  },
  consoleFrame(refusedPages({})),
);
