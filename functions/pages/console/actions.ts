import { consoleActionOperations, consoleLinkOperations } from "../../contract/console/console-actions.ts";
import { serve } from "../../http/route.ts";
import { consoleFrame } from "../../wiring/frames/console.ts";
import { escrowActions } from "./escrow/actions.ts";
import { linkActions, sessionActions } from "./kit/session-actions.ts";
import { refusedPages } from "./refused.ts";
import { pagesAgain } from "./rerender-form.ts";
import { reviewActions } from "./review/actions.ts";
import { tenantActions } from "./tenants/actions.ts";
import { endpointActions } from "./webhooks/endpoint-actions.ts";

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
