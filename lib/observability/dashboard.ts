import { Duration } from "aws-cdk-lib";
import {
  Dashboard as CloudWatchDashboard,
  type IWidget,
  MathExpression,
  SingleValueWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { resourceName } from "../stacks/settings.ts";
import type { Stage } from "../stacks/stage.ts";
import { type MonitoredResources, warnings } from "./alarm-definitions.ts";
import { ownMetric, period } from "./custom-metric.ts";
import { doors, graph, guide, labelOf, type Machinery, machinery } from "./widgets.ts";

/** What the dashboard shows beside what is watched. */
export interface DashboardInput extends MonitoredResources, Machinery {
  readonly queues: Readonly<Record<string, Queue>>;
}

const about =
  "Times are UTC, money is in cents, periods are five minutes. Exact figures are in the console's overview.";

/** One page for whoever answers for the service today: the money first, then who is told, then the machinery and what it costs. */
export class Dashboard extends Construct {
  constructor(scope: Construct, stage: Stage, shown: DashboardInput) {
    super(scope, "Dashboard");
    new CloudWatchDashboard(this, "Page", {
      dashboardName: resourceName(stage, "operations"),
      defaultInterval: Duration.hours(24),
      widgets: [
        guide(stage, "sluice", about, warnings(stage, shown)),
        ...money(stage, shown),
        ...messages(stage, shown),
        ...doors({ tenants: shown.publicApi, operators: shown.operatorApi }),
        ...machinery(shown),
        ...cost(shown),
      ],
    });
  }
}

function money(stage: Stage, { machine }: MonitoredResources): IWidget[][] {
  const sum = (name: Parameters<typeof ownMetric>[1]) => ownMetric(stage, name, "Sum");
  const most = (name: Parameters<typeof ownMetric>[1]) => ownMetric(stage, name, "Maximum");
  const ended = {
    completed: sum("SettlementCompleted"),
    declined: sum("SettlementDeclined"),
    failed: sum("SettlementFailed"),
  };
  const underWay = new MathExpression({
    expression: "RUNNING_SUM(FILL(started, 0) - FILL(succeeded, 0) - FILL(failed, 0) - FILL(aborted, 0))",
    label: "machines under way, since the left edge",
    usingMetrics: {
      started: machine.metricStarted({ period }),
      succeeded: machine.metricSucceeded({ period }),
      failed: machine.metricFailed({ period }),
      aborted: machine.metricAborted({ period }),
    },
    period,
  });
  const day = Duration.days(1);
  return [
    [
      new SingleValueWidget({
        title: "The last day",
        metrics: [
          ownMetric(stage, "SettledCents", "Sum", day),
          ownMetric(stage, "SettlementCompleted", "Sum", day),
          ownMetric(stage, "SettlementDeclined", "Sum", day),
          ownMetric(stage, "SettlementFailed", "Sum", day),
        ],
        width: 24,
        height: 3,
      }),
    ],
    [
      graph("Money in flight", [underWay], [sum("SettledCents")]),
      graph("Settlements ended", Object.values(ended)),
      graph("Time to settle", [ownMetric(stage, "TimeToSettle", "p50"), ownMetric(stage, "TimeToSettle", "p99")]),
    ],
    [
      graph("Settlements that need somebody", [most("ParkedSettlements"), most("StalledSettlements")]),
      graph(
        "Screens without an answer; hours since new lists were held against what was paid",
        [sum("ScreeningUnavailable")],
        [most("ListWatchHours")],
      ),
      graph(
        "Recon",
        [most("ReconUnbalanced"), most("ReconBreaks")],
        [sum("ReconFresh"), sum("ReconStopped"), sum("FeesNotSwept")],
      ),
    ],
  ];
}

function messages(stage: Stage, { outbox, workflows, queues, dueQueues, deadLetters }: DashboardInput): IWidget[][] {
  const each = <T>(of: Readonly<Record<string, Queue>>, metric: (queue: Queue, label: string) => T): T[] =>
    Object.entries(of).map(([label, queue]) => metric(queue, label));
  return [
    [
      graph("Webhooks", [
        ownMetric(stage, "WebhookDelivered", "Sum"),
        ownMetric(stage, "WebhookFailed", "Sum"),
        ownMetric(stage, "WebhookExhausted", "Sum"),
      ]),
      graph("From change to the receiver's yes", [
        ownMetric(stage, "DeliveryLag", "p50"),
        ownMetric(stage, "DeliveryLag", "p99"),
      ]),
      graph("Stream lag", [
        workflows.metric("IteratorAge", { period, statistic: "Maximum", label: "workflows: ms" }),
        outbox.metric("IteratorAge", { period, statistic: "Maximum", label: "outbox: ms" }),
        ownMetric(stage, "OutboxLag", "p99"),
      ]),
    ],
    [
      graph(
        "Queues: age of the oldest, depth",
        each(queues, (queue, label) => queue.metricApproximateAgeOfOldestMessage({ period, label: `${label}: s` })),
        each(queues, (queue, label) =>
          queue.metricApproximateNumberOfMessagesVisible({ period, label: `${label}: messages` }),
        ),
      ),
      graph(
        "Dead letters",
        each(deadLetters, (queue, label) => queue.metricApproximateNumberOfMessagesVisible({ period, label })),
      ),
      graph("Sweeps and daily work", [ownMetric(stage, "SweepDone", "Sum"), ownMetric(stage, "DailyDone", "Sum")]),
    ],
    [
      graph("Third parties' alerts: taken, stuck, outcomes refused; merchants flagged", [
        ownMetric(stage, "AlertsTaken", "Sum"),
        ownMetric(stage, "AlertsStuck", "Maximum"),
        ownMetric(stage, "AlertOutcomesRefused", "Sum"),
        ownMetric(stage, "MerchantsFlagged", "Sum"),
      ]),
      graph(
        "Due work: age of the oldest, depth",
        each(dueQueues, (queue, label) => queue.metricApproximateAgeOfOldestMessage({ period, label: `${label}: s` })),
        each(dueQueues, (queue, label) =>
          queue.metricApproximateNumberOfMessagesVisible({ period, label: `${label}: messages` }),
        ),
      ),
      graph("Letters: sent, failed", [ownMetric(stage, "LetterSent", "Sum"), ownMetric(stage, "LetterFailed", "Sum")]),
    ],
  ];
}

function cost({ functions, machine, tables, queues }: DashboardInput): IWidget[][] {
  const hour = Duration.hours(1);
  const units = Object.entries(tables).flatMap(([label, table]) => [
    table.metricConsumedReadCapacityUnits({ period: hour, label: `${label}: read units` }),
    table.metricConsumedWriteCapacityUnits({ period: hour, label: `${label}: write units` }),
  ]);
  const sent = Object.entries(queues).map(([label, queue]) =>
    queue.metricNumberOfMessagesSent({ period: hour, label: `${label}: messages` }),
  );
  const invocations = functions.map((each) => each.metricInvocations({ period: hour, label: labelOf(each) }));
  return [
    [
      graph("Cost: table units an hour", units),
      graph("Cost: Lambda invocations an hour", invocations),
      graph("Cost: machines started and messages an hour", [machine.metricStarted({ period: hour }), ...sent]),
    ],
  ];
}
