import { ingestFromSource } from "../../app/disputes/ingest-alert.ts";
import { recordOutcomeReport, untoldAlerts } from "../../app/disputes/pending-outcome-reports.ts";
import type { PullContext } from "../../app/disputes/pull-alerts.ts";
import type { OutcomeReportContext } from "../../app/disputes/report-outcomes.ts";
import { contextFor } from "../core/context.ts";
import { log } from "../core/log.ts";
import { meter } from "../core/metrics.ts";
import { enabledAlertSources, tenantOfMerchant } from "./alert-sources.ts";

// Made once, so that a source that is down is left alone from one run to the next.
const sources = enabledAlertSources();

/** What third parties' alerts are fetched with. */
export function pullContext(requestId: string): PullContext {
  return {
    ...{ sources, log, meter, requestId, tenantOf: tenantOfMerchant },
    ingest: (input) => ingestFromSource(contextFor("system:alerts", requestId), input),
  };
}

/** What third parties are told their alerts' ends with. */
export function outcomeReportContext(requestId: string): OutcomeReportContext {
  return {
    ...{ sources, log, meter, requestId },
    untold: (source, limit) => untoldAlerts(contextFor("system:alerts", requestId), source, limit),
    told: (alertId, answer) => recordOutcomeReport(contextFor("system:alerts", requestId), alertId, answer),
  };
}
