import { Alarm, ComparisonOperator, type CreateAlarmOptions, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Topic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";
import { resourceName, runbookChapter } from "../stacks/settings.ts";
import type { Stage } from "../stacks/stage.ts";
import type { Warning } from "./alarm-definitions.ts";

/** What wakes a person: each alarm says who is hurt and where the runbook is. */
export class Alarms extends Construct {
  constructor(scope: Construct, stage: Stage, warnings: readonly Warning[]) {
    super(scope, "Alarms");
    const topic = stage.alarmTopicArn === null ? null : Topic.fromTopicArn(this, "Topic", stage.alarmTopicArn);
    for (const warning of warnings) {
      const alarm = new Alarm(this, warning.name, { metric: warning.metric, ...settingsOf(stage, warning) });
      if (topic === null) continue;
      alarm.addAlarmAction(new SnsAction(topic));
      if (warning.missed) alarm.addInsufficientDataAction(new SnsAction(topic));
    }
  }
}

function settingsOf(stage: Stage, warning: Warning): CreateAlarmOptions {
  const { name, threshold, periods = 1, missed = false, humanImpact } = warning;
  return {
    alarmName: resourceName(stage, name),
    alarmDescription: `${humanImpact} Runbook: ${runbookChapter(stage, name)}`,
    threshold,
    evaluationPeriods: periods,
    comparisonOperator: missed
      ? ComparisonOperator.LESS_THAN_THRESHOLD
      : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    // A new alarm has no data and rings for none: what rings is that data which came comes no more.
    treatMissingData: missed ? TreatMissingData.MISSING : TreatMissingData.NOT_BREACHING,
  };
}
