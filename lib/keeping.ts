import { RemovalPolicy } from "aws-cdk-lib";
import { type LogGroupProps, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Stage } from "./stage.ts";

/** What becomes of things when their stack goes: production keeps them, every other stage leaves nothing behind. */
export function removal({ kind }: Stage): RemovalPolicy {
  return kind === "prod" ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
}

/** How long a log is kept: a year in production, a month elsewhere. */
export function logKeeping(stage: Stage): Required<Pick<LogGroupProps, "retention" | "removalPolicy">> {
  return {
    retention: stage.kind === "prod" ? RetentionDays.ONE_YEAR : RetentionDays.ONE_MONTH,
    removalPolicy: removal(stage),
  };
}
