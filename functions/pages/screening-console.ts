import { whoseLink } from "../app/console-sessions.ts";
import { serve } from "../http/route.ts";
import { consoleFrame } from "../wiring/console-frame.ts";
import { settings } from "../wiring/env.ts";
import { refusedPages } from "./console/refused.ts";
import { showingOn } from "./console/showing.ts";
import { enterPage, signInPage } from "./console/sign-in.ts";
import { showStyle } from "./console/style-answer.ts";
import { accountPage, accountsPage, newAccountPage } from "./screening-console/accounts.ts";
import { officeDesk } from "./screening-console/desk.ts";
import { listsPage, listVersionPage } from "./screening-console/lists.ts";
import { overviewPage } from "./screening-console/overview.ts";
import { ownEntryPage } from "./screening-console/own-entry.ts";
import { newEntryPage, ownListsPage } from "./screening-console/own-lists.ts";
import { requestPage, requestsPage } from "./screening-console/requests.ts";
import { screenPage, screensPage } from "./screening-console/screens.ts";
import { searchPage } from "./screening-console/search.ts";
import { screeningConsoleOperations } from "./screening-console.contract.ts";

const showing = showingOn(officeDesk);

export const handler = serve(
  screeningConsoleOperations,
  {
    showStyle,
    showSignIn: showing((_, view, { query }) => {
      const byToken = settings.ADMIN_AUTH !== "iam";
      return signInPage(view, { byToken, next: query.next, out: query.out !== undefined });
    }),
    showEnter: showing(async (desk, view, { params }) =>
      enterPage(view, params.token, await whoseLink(desk, params.token)),
    ),
    showOverview: showing((desk, view) => overviewPage(desk, view)),
    showSearch: showing((desk, view, { query }) => searchPage(desk, view, query.q)),
    showAccounts: showing((desk, view, { query }) => accountsPage(desk, view, query)),
    showNewAccount: showing((desk, view) => newAccountPage(desk, view)),
    showAccount: showing((desk, view, { params }) => accountPage(desk, view, params.id)),
    showAccountRequests: showing((desk, view, { query }) => requestsPage(desk, view, query)),
    showAccountRequest: showing((desk, view, { params }) => requestPage(desk, view, params.id)),
    showOwnEntries: showing((desk, view, { query }) => ownListsPage(desk, view, query)),
    showNewOwnEntry: showing((_, view) => newEntryPage(view)),
    showOwnEntry: showing((desk, view, { params }) => ownEntryPage(desk, view, params.id)),
    showScreens: showing((_, view) => screensPage(view)),
    showScreen: showing((desk, view, { params }) => screenPage(desk, view, params.id)),
    showLists: showing((desk, view, { query }) => listsPage(desk, view, query.before)),
    showListVersion: showing((desk, view, { params }) => listVersionPage(desk, view, params.version)),
  },
  consoleFrame(refusedPages({})),
);
