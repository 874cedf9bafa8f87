import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { Meter } from "../../app/core/ports.ts";
import { settings } from "./env.ts";
import { afterEachLine } from "./log.ts";

const metrics = new Metrics({
  namespace: "sluice",
  serviceName: settings.SERVICE,
  defaultDimensions: { stage: settings.STAGE },
});

afterEachLine(() => {
  if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
});

/** Metrics in the embedded format, on the same stdout as the log. */
export const meter: Meter = {
  count: (name, howMany) => void metrics.addMetric(name, MetricUnit.Count, howMany),
  time: (name, ms) => void metrics.addMetric(name, MetricUnit.Milliseconds, ms),
};
