import { pullAlerts } from "../app/disputes/pull-alerts.ts";
import { reportOutcomes } from "../app/disputes/report-outcomes.ts";
import { outcomeReportContext, pullContext } from "../wiring/disputes/alert-sources.ts";
import { scheduledHandler } from "./schedule.ts";

/** Every five minutes, where a third party's alerts are taken: fetches what it has, and reports what came of what it had. */
export const handler = scheduledHandler({ line: "alerts", operation: "pull-alerts" }, async ({ requestId }) => {
  // First what has come to an end: its 24 hours are running.
  const reported = await reportOutcomes(outcomeReportContext(requestId));
  return { pulled: await pullAlerts(pullContext(requestId)), reported };
});
