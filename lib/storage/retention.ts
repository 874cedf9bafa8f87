import { RemovalPolicy } from "aws-cdk-lib";
import { type LogGroupProps, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Stage } from "../stacks/stage.ts";

/** What becomes of things when their stack goes: production keeps them, every other stage leaves nothing behind. A create that fails takes them back, so that the next try does not meet their names. */
export function removal({ kind }: Stage): RemovalPolicy {
  return kind === "prod" ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}

/** What becomes of tables: their names are generated, and deletion protection would not let a failed create take them back. */
export function tableRemoval({ kind }: Stage): RemovalPolicy {
  return kind === "prod" ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
}

/** How long a log is kept: a year in production, a month elsewhere. */
export function logKeeping(stage: Stage): Required<Pick<LogGroupProps, "retention" | "removalPolicy">> {
  return {
    retention: stage.kind === "prod" ? RetentionDays.ONE_YEAR : RetentionDays.ONE_MONTH,
    removalPolicy: removal(stage),
  };
}
