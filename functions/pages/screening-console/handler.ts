import { whoseLink } from "../../app/core/console-sessions.ts";
import { screeningConsoleOperations } from "../../contract/screening/screening-console.ts";
import { serve } from "../../http/route.ts";
import { settings } from "../../wiring/core/env.ts";
import { consoleFrame } from "../../wiring/frames/console.ts";
import { showingOn } from "../console/kit/flash-message.ts";
import { enterPage, signInPage } from "../console/kit/sign-in.ts";
import { showStyle } from "../console/kit/style-answer.ts";
import { refusedPages } from "../console/refused.ts";
import { accountPage, accountsPage, newAccountPage } from "./accounts.ts";
import { officeDesk } from "./context.ts";
import { ownEntryPage } from "./internal-entry.ts";
import { newEntryPage, ownListsPage } from "./internal-lists.ts";
import { listsPage, listVersionPage } from "./lists.ts";
import { overviewPage } from "./overview.ts";
import { requestPage, requestsPage } from "./requests.ts";
import { screenPage, screensPage } from "./screens.ts";
import { searchPage } from "./search.ts";

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
