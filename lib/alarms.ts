import { Duration } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import { Alarm, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Topic } from "aws-cdk-lib/aws-sns";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { Construct } from "constructs";
import type { Outbox } from "./outbox.ts";
import { named } from "./settings.ts";
import type { Stage } from "./stage.ts";

interface Watched {
  readonly publicApi: RestApi;
  readonly machine: StateMachine;
  readonly outbox: Outbox;
  readonly webhookDeadLetters: Queue;
}

interface Warning {
  /** Also the anchor of its chapter in docs/runbook.md. */
  readonly name: string;
  readonly metric: IMetric;
  readonly threshold: number;
  readonly humanImpact: string;
}

const period = Duration.minutes(5);

/** What wakes a person: each alarm says who is hurt and where the runbook is. */
export class Alarms extends Construct {
  constructor(scope: Construct, stage: Stage, watched: Watched) {
    super(scope, "Alarms");
    const topic =
      stage.alarmTopicArn === null ? null : Topic.fromTopicArn(this, "Topic", stage.alarmTopicArn);
    for (const { name, metric, threshold, humanImpact } of warnings(watched)) {
      const alarm = new Alarm(this, name, {
        alarmName: named(stage, name),
        alarmDescription: `${humanImpact} Runbook: docs/runbook.md#${name}`,
        metric,
        threshold,
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
      if (topic !== null) alarm.addAlarmAction(new SnsAction(topic));
    }
  }
}

function warnings({ publicApi, machine, outbox, webhookDeadLetters }: Watched): Warning[] {
  return [
    {
      name: "server-errors",
      metric: publicApi.metricServerError({ period, statistic: "Sum" }),
      threshold: 1,
      humanImpact: "Tenants get errors that are our fault; payments may need to be sent again.",
    },
    {
      name: "outbox-dead-letters",
      metric: outbox.deadLetters.metricApproximateNumberOfMessagesVisible({ period }),
      threshold: 1,
      humanImpact: "Settlements may not have started and tenants may not have been told what happened.",
    },
    {
      name: "outbox-lag",
      metric: outbox.handler.metric("IteratorAge", { period, statistic: "Maximum" }),
      threshold: Duration.minutes(5).toMilliseconds(),
      humanImpact: "Settlements start late and webhooks arrive late for every tenant.",
    },
    {
      name: "webhook-dead-letters",
      metric: webhookDeadLetters.metricApproximateNumberOfMessagesVisible({ period }),
      threshold: 1,
      humanImpact:
        "Some deliveries could not be handled; tenants miss webhooks until the sweeper sends them.",
    },
    {
      name: "failed-settlements",
      metric: machine.metricFailed({ period }),
      threshold: 1,
      humanImpact: "A settlement's machine stopped: a payer has paid and a tenant waits for their money.",
    },
    {
      name: "timed-out-settlements",
      metric: machine.metricTimedOut({ period }),
      threshold: 1,
      humanImpact:
        "A settlement's machine ran out of time: a payer has paid and a tenant waits for their money.",
    },
  ];
}
