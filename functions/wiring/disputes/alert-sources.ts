import { EthocaAlerts } from "../../adapters/ethoca/ethoca.ts";
import { ingestFromSource } from "../../app/disputes/ingest-alert.ts";
import { recordOutcomeReport, untoldAlerts } from "../../app/disputes/pending-outcome-reports.ts";
import type { AlertSource } from "../../app/disputes/ports.ts";
import type { PullContext } from "../../app/disputes/pull-alerts.ts";
import type { OutcomeReportContext } from "../../app/disputes/report-outcomes.ts";
import { escrowSearch } from "../../app/escrow/disputes.ts";
import { isReachable, type ReachableSource, type ThirdPartySource } from "../../domain/disputes/alert-source.ts";
import { contextFor } from "../core/context.ts";
import { settings } from "../core/env.ts";
import { log } from "../core/log.ts";
import { meter } from "../core/metrics.ts";
import { vendorKeys } from "../rails/vendor-keys.ts";

const adapters: Readonly<Record<ReachableSource, () => AlertSource>> = {
  ethoca: () =>
    new EthocaAlerts({ baseUrl: settings.ETHOCA_URL, account: (again) => vendorKeys().of("ethoca", again) }),
};

/** The third parties that configuration switched on, as use cases ask them. */
export function enabledAlertSources(): readonly AlertSource[] {
  return settings.ALERT_SOURCES.filter(isReachable).map((name) => adapters[name]());
}

/** Our tenant by a source's name of it, as the vendors' secret has it. */
export async function tenantOfMerchant(source: ThirdPartySource, merchantId: string): Promise<string | undefined> {
  if (!isReachable(source)) return undefined;
  const { merchants } = await vendorKeys().of(source);
  return Object.hasOwn(merchants, merchantId) ? merchants[merchantId] : undefined;
}

// Made once, so that a source that is down is left alone from one run to the next.
const sources = enabledAlertSources();

export function pullContext(requestId: string): PullContext {
  return {
    ...{ sources, log, meter, requestId, tenantOf: tenantOfMerchant },
    ingest: (input) => ingestFromSource({ ...contextFor("system:alerts", requestId), ...escrowSearch }, input),
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
