import { whoseLink } from "../app/console-sessions.ts";
import { serve } from "../http/route.ts";
import { consoleFrame } from "../wiring/console-frame.ts";
import { settings } from "../wiring/env.ts";
import { approvalPage, approvalsPage } from "./console/approvals.ts";
import { auditPage } from "./console/audit.ts";
import { deliveriesPage, deliveryPage } from "./console/deliveries.ts";
import { consoleDesk } from "./console/desk.ts";
import { endpointPage } from "./console/endpoint.ts";
import { escrowPage, escrowsPage } from "./console/escrows.ts";
import { flagPage, flagsPage } from "./console/flags.ts";
import { overviewPage } from "./console/overview.ts";
import { refusedPages } from "./console/refused.ts";
import { reservesPage } from "./console/reserves.ts";
import { reviewItemPage, reviewPage } from "./console/review.ts";
import { searchPage } from "./console/search.ts";
import { settlementPage, settlementsPage } from "./console/settlements.ts";
import { showingOn } from "./console/showing.ts";
import { enterPage, signInPage } from "./console/sign-in.ts";
import { showStyle } from "./console/style-answer.ts";
import { newTenantPage, tenantPage, tenantsPage } from "./console/tenants.ts";
import { consoleOperations } from "./console.contract.ts";

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
