import { Duration } from "aws-cdk-lib";
import {
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
  type Metric,
  SingleValueWidget,
  TextWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { ownMetric, period } from "./own-metric.ts";
import { named, runbookChapter } from "./settings.ts";
import type { Stage } from "./stage.ts";
import { type Watched, warnings } from "./warnings.ts";

/** What the dashboard shows beside what is watched. */
export interface Shown extends Watched {
  readonly functions: readonly IFunction[];
  readonly queues: Readonly<Record<string, Queue>>;
  readonly tables: Readonly<Record<string, TableV2>>;
}

/** One page for whoever answers for the service today: the money first, then who is told, then the machinery and what it costs. */
export class Dashboard extends Construct {
  constructor(scope: Construct, stage: Stage, shown: Shown) {
    super(scope, "Dashboard");
    new CloudWatchDashboard(this, "Page", {
      dashboardName: named(stage, "operations"),
      defaultInterval: Duration.hours(24),
      widgets: [
        [new TextWidget({ markdown: guide(stage, shown), width: 24, height: 5 })],
        ...money(stage, shown),
        ...messages(stage, shown),
        ...doors(shown),
        ...machinery(shown),
        ...cost(shown),
      ],
    });
  }
}

function guide(stage: Stage, watched: Watched): string {
  const chapters = warnings(stage, watched).map(({ name }) => `[${name}](${runbookChapter(stage, name)})`);
  return [
    `# sluice, stage ${stage.name}`,
    "Times are UTC, money is in cents, periods are five minutes. Exact figures are in the console's overview.",
    `Alarms, and their chapters in the runbook: ${chapters.join(", ")}.`,
  ].join("\n\n");
}

function graph(title: string, left: IMetric[], right: IMetric[] = []): IWidget {
  return new GraphWidget({ title, left, right, width: 8, height: 6 });
}

function money(stage: Stage, { machine }: Watched): IWidget[][] {
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
      graph("Time to settle", [
        ownMetric(stage, "TimeToSettle", "p50"),
        ownMetric(stage, "TimeToSettle", "p99"),
      ]),
    ],
    [
      graph("Settlements that need somebody", [most("ParkedSettlements"), most("StalledSettlements")]),
      graph("Screens without an answer", [sum("ScreeningUnavailable")]),
      graph("Recon", [most("ReconUnbalanced"), most("ReconBreaks")]),
    ],
  ];
}

function messages(stage: Stage, { outbox, queues, deadLetters }: Shown): IWidget[][] {
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
        outbox.metric("IteratorAge", { period, statistic: "Maximum" }),
        ownMetric(stage, "OutboxLag", "p99"),
      ]),
    ],
    [
      graph(
        "Queues: age of the oldest, depth",
        each(queues, (queue, label) =>
          queue.metricApproximateAgeOfOldestMessage({ period, label: `${label}: s` }),
        ),
        each(queues, (queue, label) =>
          queue.metricApproximateNumberOfMessagesVisible({ period, label: `${label}: messages` }),
        ),
      ),
      graph(
        "Dead letters",
        each(deadLetters, (queue, label) =>
          queue.metricApproximateNumberOfMessagesVisible({ period, label }),
        ),
      ),
      graph("Sweeps and daily work", [
        ownMetric(stage, "SweepDone", "Sum"),
        ownMetric(stage, "DailyDone", "Sum"),
      ]),
    ],
    [
      graph("Third parties' alerts: taken, stuck, outcomes refused", [
        ownMetric(stage, "AlertsTaken", "Sum"),
        ownMetric(stage, "AlertsStuck", "Maximum"),
        ownMetric(stage, "AlertOutcomesRefused", "Sum"),
      ]),
      graph("Letters: sent, failed", [
        ownMetric(stage, "LetterSent", "Sum"),
        ownMetric(stage, "LetterFailed", "Sum"),
      ]),
    ],
  ];
}

function doors({ publicApi, operatorApi }: Watched): IWidget[][] {
  const apis = { tenants: publicApi, operators: operatorApi };
  const each = (metric: (api: typeof publicApi, label: string) => Metric) =>
    Object.entries(apis).map(([label, api]) => metric(api, label));
  return [
    [
      graph(
        "5xx",
        each((api, label) => api.metricServerError({ period, label })),
      ),
      graph(
        "Latency: p50 and p99",
        ["p50", "p99"].flatMap((statistic) =>
          each((api, label) => api.metricLatency({ period, statistic, label: `${label} ${statistic}` })),
        ),
      ),
      graph(
        "Requests, and those refused",
        each((api, label) => api.metricCount({ period, label })),
        each((api, label) => api.metricClientError({ period, label: `${label}: 4xx` })),
      ),
    ],
  ];
}

function machinery({ functions, tables }: Shown): IWidget[][] {
  const throttles = Object.entries(tables).flatMap(([label, table]) =>
    ["ReadThrottleEvents", "WriteThrottleEvents"].map((name) =>
      table.metric(name, { period, statistic: "Sum", label: `${label}: ${name}` }),
    ),
  );
  return [
    [
      graph(
        "Lambda errors",
        functions.map((each) => each.metricErrors({ period, label: labelOf(each) })),
      ),
      graph(
        "Lambda throttles",
        functions.map((each) => each.metricThrottles({ period, label: labelOf(each) })),
      ),
      graph("DynamoDB throttles", throttles),
    ],
  ];
}

function cost({ functions, machine, tables, queues }: Shown): IWidget[][] {
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
      graph("Cost: machines started and messages an hour", [
        machine.metricStarted({ period: hour }),
        ...sent,
      ]),
    ],
  ];
}

function labelOf(each: IFunction): string {
  return each.node.id;
}
