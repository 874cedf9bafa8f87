import { ingestSourced } from "../app/ingest-alert.ts";
import type { PullDesk } from "../app/pull-alerts.ts";
import type { ReportDesk } from "../app/report-outcomes.ts";
import { keepTold, untoldAlerts } from "../app/untold-alerts.ts";
import { enabledAlertSources, tenantOfMerchant } from "./alert-sources.ts";
import { deskFor } from "./base.ts";
import { log } from "./log.ts";
import { meter } from "./meter.ts";

// Made once, so that a source that is down is left alone from one run to the next.
const sources = enabledAlertSources();

/** What third parties' alerts are fetched with. */
export function pullDesk(requestId: string): PullDesk {
  return {
    ...{ sources, log, meter, requestId, tenantOf: tenantOfMerchant },
    ingest: (asked) => ingestSourced(deskFor("system:alerts", requestId), asked),
  };
}

/** What third parties are told their alerts' ends with. */
export function reportDesk(requestId: string): ReportDesk {
  return {
    ...{ sources, log, meter, requestId },
    untold: (source, limit) => untoldAlerts(deskFor("system:alerts", requestId), source, limit),
    told: (alertId, answer) => keepTold(deskFor("system:alerts", requestId), alertId, answer),
  };
}
