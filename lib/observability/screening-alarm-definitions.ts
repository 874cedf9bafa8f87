import { Duration } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { CountMetric } from "../../functions/app/core/ports-metrics.ts";
import type { Stage } from "../stacks/stage.ts";
import type { Warning } from "./alarm-definitions.ts";
import { ownMetric, period } from "./custom-metric.ts";

/** What the screening interface's alarms look at. */
export interface MonitoredScreening {
  readonly publicApi: RestApi;
  readonly operatorApi: RestApi;
  readonly loader: IFunction;
}

const hour = Duration.hours(1);

/** A metric that the screening interface's Lambdas print. */
export function screeningMetric(stage: Stage, name: CountMetric, statistic: string, over: Duration = period) {
  return ownMetric(stage, name, statistic, over, "screening");
}

/** Everything about the screening interface that wakes a person, one chapter of docs/runbook.md each. */
export function screeningWarnings(stage: Stage, watched: MonitoredScreening): Warning[] {
  return [...ofDoors(stage, watched), ...ofLists(stage, watched), ...ofAnswers(stage)];
}

function ofDoors(stage: Stage, { publicApi, operatorApi }: MonitoredScreening): Warning[] {
  return [
    {
      name: "screening-server-errors",
      metric: publicApi.metricServerError({ period, statistic: "Sum" }),
      threshold: 1,
      humanImpact: "Tenants' wallets are not screened: accounts get errors that are our fault.",
    },
    {
      name: "screening-operator-errors",
      metric: operatorApi.metricServerError({ period, statistic: "Sum" }),
      threshold: 1,
      humanImpact: "Operators of the screening interface get errors that are our fault.",
    },
    {
      name: "screening-sign-in-lockouts",
      metric: screeningMetric(stage, "SignInLockout", "Sum"),
      threshold: 1,
      humanImpact: "Somebody guesses operators' tokens at screening's console, or an operator is locked out.",
    },
    {
      name: "screening-wrong-credentials",
      metric: screeningMetric(stage, "WrongCredentials", "Sum"),
      threshold: 1,
      humanImpact:
        "Somebody tries out operators' tokens or keys of the screening interface, or a program has a key that has ended.",
    },
  ];
}

function ofLists(stage: Stage, { loader }: MonitoredScreening): Warning[] {
  return [
    {
      name: "stale-lists",
      metric: screeningMetric(stage, "ListAgeHours", "Maximum", hour),
      // A day's publication and two hourly tries; past 72 hours nothing is screened any more.
      threshold: 26,
      humanImpact:
        "A sanctions list grows old: two days from now no wallet can be screened, and tenants cannot be paid.",
    },
    {
      name: "refused-lists",
      metric: screeningMetric(stage, "ListRefused", "Sum", hour),
      threshold: 1,
      // A publisher's hiccup is over by the next hour.
      periods: 2,
      humanImpact:
        "A list was not taken, so tenants are screened by the one before; whoever was added since is missed.",
    },
    {
      name: "failed-list-loads",
      metric: loader.metricErrors({ period: hour }),
      threshold: 1,
      periods: 3,
      humanImpact: "The loader of lists fails every hour: tenants are screened by lists that are not renewed.",
    },
  ];
}

function ofAnswers(stage: Stage): Warning[] {
  return [
    {
      name: "failed-exposure-providers",
      metric: screeningMetric(stage, "ProviderFailed", "Sum"),
      // One silence ends one screen; three in five minutes are the provider's.
      threshold: 3,
      humanImpact: "A provider of graph analysis does not answer: screens end in error, and tenants' payments wait.",
    },
    {
      name: "failed-monitor-alerts",
      metric: screeningMetric(stage, "MonitorAlertFailed", "Sum", hour),
      threshold: 1,
      humanImpact: "A tenant that has an address watched could not be told that its risk changed.",
    },
    {
      name: "silent-screening-daily",
      metric: screeningMetric(stage, "DailyDone", "Sum", Duration.hours(3)),
      threshold: 1,
      missed: true,
      humanImpact:
        "The screening interface's audit trail is not archived: auditors cannot prove what tenants were told.",
    },
    {
      name: "silent-screening-sweeper",
      metric: screeningMetric(stage, "SweepDone", "Sum"),
      threshold: 1,
      missed: true,
      humanImpact:
        "Nothing that is due is done: tenants' monitors are not looked at, and pending screens stay pending.",
    },
  ];
}
