import { ingestSourced } from "../../app/disputes/ingest-alert.ts";
import { keepTold, untoldAlerts } from "../../app/disputes/pending-outcome-reports.ts";
import type { PullDesk } from "../../app/disputes/pull-alerts.ts";
import type { ReportDesk } from "../../app/disputes/report-outcomes.ts";
import { deskFor } from "../core/context.ts";
import { log } from "../core/log.ts";
import { meter } from "../core/metrics.ts";
import { enabledAlertSources, tenantOfMerchant } from "./alert-sources.ts";

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
