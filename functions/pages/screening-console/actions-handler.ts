import {
  screeningConsoleActionOperations,
  screeningConsoleLinkOperations,
} from "../../contract/screening/screening-console-actions.ts";
import { serve } from "../../http/route.ts";
import { consoleFrame } from "../../wiring/frames/console.ts";
import { formPages } from "../console/kit/handlers.ts";
import { linkActions, sessionActions } from "../console/kit/session-actions.ts";
import { signInAgain } from "../console/kit/sign-in.ts";
import { refusedPages } from "../console/refused.ts";
import { accountPage, newAccountPage } from "./accounts.ts";
import { screeningActions } from "./actions.ts";
import { screeningContext } from "./context.ts";
import { newEntryPage, ownEntryPage } from "./internal-lists.ts";
import { requestPage } from "./requests.ts";
import { screenPage } from "./screens.ts";

const pages = formPages(screeningContext, screeningConsoleActionOperations, {
  "/console/sign-in": signInAgain,
  "/console/accounts/new": newAccountPage,
  "/console/accounts/{id}": accountPage,
  "/console/requests/{id}": requestPage,
  "/console/own-lists/new": newEntryPage,
  "/console/own-lists/{id}": ownEntryPage,
  "/console/screens/{id}": screenPage,
});

export const handler = serve(
  { ...screeningConsoleActionOperations, ...screeningConsoleLinkOperations },
  { ...sessionActions, ...screeningActions, ...linkActions },
  consoleFrame(refusedPages(pages)),
);
