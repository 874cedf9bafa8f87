import type { consoleActionOperations } from "../../../contract/console/console-actions.ts";
import type { Answer, Handlers } from "../../../http/operation-types.ts";
import { urls } from "../../../wiring/core/url-guard.ts";
import { enqueueDesk } from "../../../wiring/webhooks/deliveries.ts";
import { secrets } from "../../../wiring/webhooks/webhook-secrets.ts";
import { type ConsoleDesk, consoleDesk } from "./context.ts";
import { shown } from "./layout.ts";
import { type Content, type View, viewOf } from "./view.ts";

/** The handlers of the console's forms, by operation. */
export type Actions = Handlers<typeof consoleActionOperations>;

/** As much of a call as every form has. */
export type Sent = Parameters<typeof consoleDesk>[0] & Parameters<typeof viewOf>[0];

/** What the console's forms work with. */
export function actionDesk(call: Sent) {
  const desk: ConsoleDesk = consoleDesk(call);
  return { ...enqueueDesk, ...desk, secrets, urls };
}

/** Shows something this once, instead of sending the browser on. */
export function answered(call: Sent, content: (view: View) => Content): Answer<string> {
  const view = viewOf(call);
  return shown(view, content(view));
}
