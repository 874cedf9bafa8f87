import { serve } from "../http/route.ts";
import { consoleFrame } from "../wiring/console-frame.ts";
import { pagesAgain } from "./console/again.ts";
import { endpointActions } from "./console/endpoint-actions.ts";
import { escrowActions } from "./console/escrow-actions.ts";
import { refusedPages } from "./console/refused.ts";
import { reviewActions } from "./console/review-actions.ts";
import { linkActions, sessionActions } from "./console/session-actions.ts";
import { tenantActions } from "./console/tenant-actions.ts";
import { consoleActionOperations, consoleLinkOperations } from "./console-actions.contract.ts";

export const handler = serve(
  { ...consoleActionOperations, ...consoleLinkOperations },
  {
    ...sessionActions,
    ...tenantActions,
    ...endpointActions,
    ...reviewActions,
    ...escrowActions,
    ...linkActions,
  },
  consoleFrame(refusedPages(pagesAgain)),
);
