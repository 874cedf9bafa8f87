import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { CountMetric, TimeMetric } from "../../functions/app/core/ports-metrics.ts";
import type { Stage } from "../stacks/stage.ts";

/** How long the pieces are that metrics are looked at in. */
export const period = Duration.minutes(5);

/** A metric that the Lambdas of a product print themselves (functions/wiring/core/metrics.ts). */
export function ownMetric(
  stage: Stage,
  metricName: CountMetric | TimeMetric,
  statistic: string,
  over: Duration = period,
  service: "rails" | "screening" = "rails",
): Metric {
  return new Metric({
    namespace: "sluice",
    metricName,
    dimensionsMap: { service, stage: stage.name },
    statistic,
    period: over,
  });
}
