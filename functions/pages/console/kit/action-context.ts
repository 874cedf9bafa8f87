import { urls } from "../../../wiring/core/url-guard.ts";
import { enqueueContext } from "../../../wiring/webhooks/deliveries.ts";
import { secrets } from "../../../wiring/webhooks/webhook-secrets.ts";
import { consoleContext } from "./context.ts";

/** What the console's forms work with. */
export function actionContext(call: Parameters<typeof consoleContext>[0]) {
  return { ...enqueueContext, ...consoleContext(call), secrets, urls };
}
