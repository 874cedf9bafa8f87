import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import { GraphWidget, type IMetric, type IWidget, type Metric, TextWidget } from "aws-cdk-lib/aws-cloudwatch";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { runbookChapter } from "../stacks/settings.ts";
import type { Stage } from "../stacks/stage.ts";
import type { Warning } from "./alarm-definitions.ts";
import { period } from "./custom-metric.ts";

/** What a page shows of the machinery. */
export interface Machinery {
  readonly functions: readonly IFunction[];
  readonly tables: Readonly<Record<string, ITableV2>>;
}

/** The head of a page: what it is about, how to read it, and the runbook's chapters on its alarms. */
export function guide(stage: Stage, title: string, about: string, warnings: readonly Warning[]): IWidget[] {
  const chapters = warnings.map(({ name }) => `[${name}](${runbookChapter(stage, name)})`);
  const markdown = [
    `# ${title}, stage ${stage.name}`,
    about,
    `Alarms, and their chapters in the runbook: ${chapters.join(", ")}.`,
  ].join("\n\n");
  return [new TextWidget({ markdown, width: 24, height: 5 })];
}

/** A third of the page's width. */
export function graph(title: string, left: IMetric[], right: IMetric[] = []): IWidget {
  return new GraphWidget({ title, left, right, width: 8, height: 6 });
}

/** Errors, latency and requests of APIs, by what their callers are called. */
export function doors(apis: Readonly<Record<string, RestApi>>): IWidget[][] {
  const each = (metric: (api: RestApi, label: string) => Metric) =>
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

/** Errors and throttles of Lambdas and tables. */
export function machinery({ functions, tables }: Machinery): IWidget[][] {
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

/** What a Lambda is called on a page. */
export function labelOf(each: IFunction): string {
  return each.node.id;
}
