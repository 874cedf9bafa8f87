import {
  screeningConsoleActionOperations,
  screeningConsoleLinkOperations,
} from "../../contract/screening/screening-console-actions.ts";
import { serve } from "../../http/route.ts";
import { consoleFrame } from "../../wiring/frames/console.ts";
import { linkActions, sessionActions } from "../console/kit/session-actions.ts";
import { refusedPages } from "../console/refused.ts";
import { accountActions } from "./account-actions.ts";
import { ownActions } from "./internal-list-actions.ts";
import { officePagesAgain } from "./rerender-form.ts";

export const handler = serve(
  { ...screeningConsoleActionOperations, ...screeningConsoleLinkOperations },
  { ...sessionActions, ...accountActions, ...ownActions, ...linkActions },
  consoleFrame(refusedPages(officePagesAgain)),
);
