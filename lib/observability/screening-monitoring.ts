import { Duration, NestedStack } from "aws-cdk-lib";
import { Dashboard, type IWidget } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { CountMetric } from "../../functions/app/core/ports-metrics.ts";
import { resourceName } from "../stacks/settings.ts";
import type { Stage } from "../stacks/stage.ts";
import { Alarms } from "./alarms.ts";
import { type MonitoredScreening, screeningMetric, screeningWarnings } from "./screening-alarm-definitions.ts";
import { doors, graph, guide, type Machinery, machinery } from "./widgets.ts";

/** What wakes people about the screening interface, and the page that they look at then. */
export class ScreeningWatch extends NestedStack {
  constructor(scope: Construct, stage: Stage, shown: MonitoredScreening & Machinery) {
    super(scope, "Watch");
    const warnings = screeningWarnings(stage, shown);
    new Alarms(this, stage, warnings);
    new Dashboard(this, "Page", {
      dashboardName: resourceName(stage, "screening"),
      defaultInterval: Duration.hours(24),
      widgets: [
        guide(stage, "Screening", "Times are UTC, periods are five minutes.", warnings),
        ...answers(stage),
        ...doors({ accounts: shown.publicApi, operators: shown.operatorApi }),
        ...machinery(shown),
      ],
    });
  }
}

function answers(stage: Stage): IWidget[][] {
  const sum = (name: CountMetric) => screeningMetric(stage, name, "Sum");
  return [
    [
      graph("Screens, and those that block", [sum("ScreensDone"), sum("ScreensBlocked")]),
      graph(
        "Lists: hours since the last load, refused",
        [screeningMetric(stage, "ListAgeHours", "Maximum")],
        [sum("ListRefused")],
      ),
      graph("Providers that failed", [sum("ProviderFailed")]),
    ],
    [
      graph("Monitors' alerts: sent, failed", [sum("MonitorAlertSent"), sum("MonitorAlertFailed")]),
      graph("Sweeps and daily work", [sum("SweepDone"), sum("DailyDone")]),
    ],
  ];
}
