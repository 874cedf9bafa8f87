import { reconcileNightly } from "../app/reconciliation/nightly.ts";
import { addSeconds } from "../domain/core/time.ts";
import { clock } from "../wiring/core/context.ts";
import { nightlyContext } from "../wiring/reconciliation/nightly.ts";
import { scheduledHandler } from "./schedule.ts";

/** Of the Lambda's 15 minutes, so that the page that is under way comes to its end. */
const runSeconds = 12 * 60;

/** Every ten minutes: begins the night's reconciliation, or goes on with it. */
export const handler = scheduledHandler({ line: "nightly reconciliation", operation: "nightly" }, ({ requestId }) =>
  reconcileNightly(nightlyContext(requestId, addSeconds(clock.now(), runSeconds))),
);
