import { Aws } from "aws-cdk-lib";
import { resourceName } from "../stacks/settings.ts";
import type { Stage } from "../stacks/stage.ts";

/** The alarms that take a release back, of both stacks: CloudFormation watches five at the most. Each of them a bad release rings within minutes, and no vendor does. */
export const rollbackAlarms = [
  "server-errors",
  "operator-errors",
  "failed-settlements",
  "outbox-lag",
  "screening-server-errors",
] as const;

/** Their ARNs, as `cdk deploy --rollback-trigger-alarm-arns` takes them. */
export function rollbackAlarmArns(stage: Stage): string {
  return rollbackAlarms
    .map((name) => `arn:${Aws.PARTITION}:cloudwatch:${Aws.REGION}:${Aws.ACCOUNT_ID}:alarm:${resourceName(stage, name)}`)
    .join(" ");
}
