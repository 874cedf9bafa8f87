import { serve } from "../http/route.ts";
import { consoleFrame } from "../wiring/console-frame.ts";
import { refusedPages } from "./console/refused.ts";
import { linkActions, sessionActions } from "./console/session-actions.ts";
import { accountActions } from "./screening-console/account-actions.ts";
import { officePagesAgain } from "./screening-console/again.ts";
import { ownActions } from "./screening-console/own-actions.ts";
import {
  screeningConsoleActionOperations,
  screeningConsoleLinkOperations,
} from "./screening-console-actions.contract.ts";

export const handler = serve(
  { ...screeningConsoleActionOperations, ...screeningConsoleLinkOperations },
  { ...sessionActions, ...accountActions, ...ownActions, ...linkActions },
  consoleFrame(refusedPages(officePagesAgain)),
);
