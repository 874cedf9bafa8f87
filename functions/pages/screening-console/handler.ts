import { screeningConsoleOperations } from "../../contract/screening/screening-console.ts";
import { showOn } from "../console/kit/handlers.ts";
import { passkeySignInPage, passkeysPage } from "../console/kit/passkeys.ts";
import { sessionsPage } from "../console/kit/sessions.ts";
import { serveConsole } from "../console/refused.ts";
import { accountPage, accountsPage, newAccountPage } from "./accounts.ts";
import { auditPage } from "./audit.ts";
import { screeningContext } from "./context.ts";
import { newEntryPage, ownEntryPage, ownListsPage } from "./internal-lists.ts";
import { listsPage, listVersionPage } from "./lists.ts";
import { monitorPage, monitorsPage } from "./monitors.ts";
import { overviewPage } from "./overview.ts";
import { requestPage, requestsPage } from "./requests.ts";
import { screenPage, screensPage } from "./screens.ts";
import { searchPage } from "./search.ts";
import "../../wiring/core/personal.ts";

const showing = showOn(screeningContext);

export const handler = serveConsole(screeningConsoleOperations, {
  showSessions: showing(sessionsPage),
  showPasskeySignIn: showing(passkeySignInPage),
  showPasskeys: showing(passkeysPage),
  showOverview: showing(overviewPage),
  showSearch: showing(searchPage),
  showAccounts: showing(accountsPage),
  showNewAccount: showing(newAccountPage),
  showAccount: showing(accountPage),
  showAccountRequests: showing(requestsPage),
  showAccountRequest: showing(requestPage),
  showOwnEntries: showing(ownListsPage),
  showNewOwnEntry: showing(newEntryPage),
  showOwnEntry: showing(ownEntryPage),
  showScreens: showing(screensPage),
  showScreen: showing(screenPage),
  showMonitors: showing(monitorsPage),
  showMonitor: showing(monitorPage),
  showLists: showing(listsPage),
  showListVersion: showing(listVersionPage),
  showAudit: showing(auditPage),
});
