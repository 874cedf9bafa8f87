import type middy from "@middy/core";
import type { CountMetric } from "../app/core/ports-metrics.ts";
import { meter } from "../wiring/core/metrics.ts";

/** Counts a run that came to its end. Innermost: metrics go out with the line that the run's end writes. */
export function doneCount(name: CountMetric): middy.MiddlewareObj {
  return { after: () => meter.count(name, 1) };
}
