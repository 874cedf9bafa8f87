import { Duration } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import { type IMetric, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { type DeadLetterQueue, type DeadLetters, deadLetterQueues } from "../messaging/dead-letters.ts";
import type { DueQueueSet } from "../messaging/due-queues.ts";
import type { Stage } from "../stacks/stage.ts";
import { ownMetric, period } from "./custom-metric.ts";

/** Something a person is woken for. */
export interface Warning {
  /** Also the anchor of its chapter in docs/runbook.md. */
  readonly name: string;
  readonly metric: IMetric;
  /** It rings at this value and above it. */
  readonly threshold: number;
  /** Periods in a row that it has to hold; 1 where this is left out. */
  readonly periods?: number;
  /** It rings below the threshold instead, and when there is no more data. */
  readonly missed?: true;
  /** Who is hurt, and how, in words for whoever is woken. */
  readonly humanImpact: string;
}

/** What alarms and dashboard look at. */
export interface MonitoredResources {
  readonly publicApi: RestApi;
  readonly operatorApi: RestApi;
  readonly machine: StateMachine;
  readonly escrowMachine: StateMachine;
  /** The stream's consumers: of webhooks, letters and counters, and of money's next step. */
  readonly outbox: IFunction;
  readonly workflows: IFunction;
  readonly dueQueues: DueQueueSet;
  /** Every dead-letter queue, by its name in lib/messaging/dead-letters.ts. */
  readonly deadLetters: Readonly<Record<DeadLetters, Queue>>;
}

/** Everything that wakes a person, one chapter of docs/runbook.md each. */
export function warnings(stage: Stage, watched: MonitoredResources): Warning[] {
  return [...ofDoors(stage, watched), ...ofMoney(stage, watched), ...ofMessages(stage, watched)];
}

function ofDoors(stage: Stage, { publicApi, operatorApi }: MonitoredResources): Warning[] {
  return [
    {
      name: "server-errors",
      metric: publicApi.metricServerError({ period, statistic: "Sum" }),
      threshold: 1,
      humanImpact: "Tenants get errors that are our fault; payments may need to be sent again.",
    },
    {
      name: "operator-errors",
      metric: operatorApi.metricServerError({ period, statistic: "Sum" }),
      threshold: 1,
      humanImpact: "Operators get errors that are our fault and may not be able to help a tenant.",
    },
    {
      name: "sign-in-lockouts",
      metric: ownMetric(stage, "SignInLockout", "Sum"),
      threshold: 1,
      humanImpact: "Somebody guesses operators' tokens, or an operator is locked out of the console.",
    },
    {
      name: "wrong-credentials",
      metric: ownMetric(stage, "WrongCredentials", "Sum"),
      threshold: 1,
      humanImpact: "Somebody tries out keys, tokens or links, or a tenant's program has a key that has ended.",
    },
    {
      // The limit on Lambdas at once is the account's, and so is this metric: it has no dimension.
      name: "lambda-throttles",
      metric: new Metric({ namespace: "AWS/Lambda", metricName: "Throttles", statistic: "Sum", period }),
      threshold: 1,
      humanImpact: "Tenants' requests are turned away and settlements wait: the account runs too much at once.",
    },
  ];
}

function ofMoney(stage: Stage, { machine, escrowMachine }: MonitoredResources): Warning[] {
  return [
    {
      name: "failed-settlements",
      metric: machine.metricFailed({ period }),
      threshold: 1,
      humanImpact: "A settlement's machine stopped: a payer has paid and a tenant waits for their money.",
    },
    {
      name: "failed-escrow-payouts",
      metric: escrowMachine.metricFailed({ period }),
      threshold: 1,
      humanImpact: "A tenant's escrow payout stopped: a seller or a buyer waits for money that we hold.",
    },
    {
      name: "parked-settlements",
      metric: ownMetric(stage, "ParkedSettlements", "Maximum"),
      threshold: 1,
      // Half an hour: a parked settlement is tried again after five minutes, and most go on then.
      periods: 6,
      humanImpact: "A vendor has not answered for half an hour: payers have paid and tenants wait.",
    },
    {
      name: "stalled-settlements",
      metric: ownMetric(stage, "StalledSettlements", "Maximum"),
      threshold: 1,
      humanImpact: "A tenant's payout was sent and no proof of it has come: nobody knows where the money is.",
    },
    {
      name: "screening-unavailable",
      metric: ownMetric(stage, "ScreeningUnavailable", "Sum"),
      // One silence is tried again within a minute; three in five minutes are the provider's.
      threshold: 3,
      humanImpact: "Wallets cannot be screened: tenants cannot take payments, and payouts wait, a day at most.",
    },
    {
      name: "late-list-watch",
      metric: ownMetric(stage, "ListWatchHours", "Maximum", Duration.hours(1)),
      // It looks every ten minutes, and again every minute while it fails.
      threshold: 24,
      humanImpact:
        "For a day new lists were not held against what was paid: a tenant's blocked money may go unreported.",
    },
    {
      name: "unbalanced-recon",
      metric: ownMetric(stage, "ReconUnbalanced", "Maximum", Duration.hours(1)),
      threshold: 1,
      humanImpact: "Ledger and records of a tenant's settlements differ: somebody's money is counted wrong.",
    },
    {
      name: "recon-breaks",
      metric: ownMetric(stage, "ReconBreaks", "Maximum", Duration.hours(1)),
      threshold: 1,
      humanImpact: "The rail's list differs from ours: a payer's or a tenant's money may be lost or sent twice.",
    },
    {
      name: "stopped-recon",
      metric: ownMetric(stage, "ReconStopped", "Sum", Duration.hours(1)),
      // It is tried every ten minutes: half an hour without an answer.
      threshold: 3,
      humanImpact: "A rail's list cannot be read: what it lost or sent twice of payers' money goes unseen.",
    },
    {
      name: "silent-recon",
      // Counted every ten minutes while each rail's last run has ended within 26 hours.
      metric: ownMetric(stage, "ReconFresh", "Sum", Duration.hours(1)),
      threshold: 1,
      missed: true,
      humanImpact: "No night's reconciliation has ended for 26 hours: a payer's or a tenant's lost money goes unseen.",
    },
    {
      name: "unswept-fees",
      // Counted by the daily work after each close, wallet by wallet.
      metric: ownMetric(stage, "FeesNotSwept", "Sum", Duration.hours(1)),
      threshold: 1,
      humanImpact: "Our fees stay in a wallet beside tenants' money for a day and more, or its money is short.",
    },
  ];
}

/** Due work whose workers do not keep up: the oldest message of a queue has waited for so long. */
function lateWork({ Entries, Claims, Deadlines, LookUps }: DueQueueSet): Warning[] {
  const late = (name: string, queue: Queue, minutes: number, humanImpact: string): Warning => ({
    ...{ name, threshold: minutes * 60, humanImpact },
    metric: queue.metricApproximateAgeOfOldestMessage({ period, statistic: "Maximum" }),
  });
  return [
    late("late-entries", Entries, 5, "Settlements or webhooks that the stream lost wait, for every tenant."),
    late("late-claims", Claims, 10, "Payers' and tenants' money calls that were left half way wait to be carried on."),
    late(
      "late-deadlines",
      Deadlines,
      10,
      "Parked settlements, cases and alerts of tenants are not tried or ended in time.",
    ),
    late(
      "late-look-ups",
      LookUps,
      60,
      "A rail's or partner's lost words are not found: payers have paid and tenants wait.",
    ),
  ];
}

function ofMessages(stage: Stage, { outbox, workflows, dueQueues, deadLetters }: MonitoredResources): Warning[] {
  return [
    ...Object.entries<DeadLetterQueue>(deadLetterQueues).map(([name, { alarm, humanImpact }]) => ({
      name: alarm,
      metric: deadLetters[name as DeadLetters].metricApproximateNumberOfMessagesVisible({ period }),
      threshold: 1,
      humanImpact,
    })),
    ...lateWork(dueQueues),
    {
      name: "workflow-lag",
      metric: workflows.metric("IteratorAge", { period, statistic: "Maximum" }),
      threshold: Duration.minutes(2).toMilliseconds(),
      humanImpact: "Settlements and escrow payouts start late, for every tenant.",
    },
    {
      name: "outbox-lag",
      metric: outbox.metric("IteratorAge", { period, statistic: "Maximum" }),
      threshold: Duration.minutes(5).toMilliseconds(),
      humanImpact: "Webhooks and letters go out late, and ratios are counted late, for every tenant.",
    },
    {
      name: "exhausted-webhooks",
      metric: ownMetric(stage, "WebhookExhausted", "Sum", Duration.hours(1)),
      threshold: 1,
      humanImpact: "A tenant was not told of an event in six attempts over seven hours, and will not be.",
    },
    {
      name: "stuck-alerts",
      metric: ownMetric(stage, "AlertsStuck", "Maximum"),
      threshold: 1,
      // Half an hour of runs every five minutes: a source's hiccup is over by then.
      periods: 6,
      humanImpact:
        "Alerts of a third party cannot be fetched, stored or answered: in a day tenants get chargebacks instead.",
    },
    {
      name: "refused-alert-outcomes",
      metric: ownMetric(stage, "AlertOutcomesRefused", "Sum", Duration.hours(1)),
      threshold: 1,
      humanImpact: "A third party refused what an alert came to: its tenant may get the chargeback all the same.",
    },
    {
      name: "flagged-merchants",
      metric: ownMetric(stage, "MerchantsFlagged", "Sum", Duration.hours(1)),
      threshold: 1,
      humanImpact: "Mastercard's scam program flags a tenant: it is to be looked into within 72 hours.",
    },
    {
      name: "silent-daily-work",
      metric: ownMetric(stage, "DailyDone", "Sum", Duration.hours(3)),
      threshold: 1,
      missed: true,
      humanImpact: "No day is closed and no audit trail exported: operators have no figures that they can prove.",
    },
    {
      name: "silent-sweeper",
      metric: ownMetric(stage, "SweepDone", "Sum"),
      threshold: 1,
      missed: true,
      humanImpact: "Nothing that is due is done: tenants' retried webhooks and payers' held-up payments wait.",
    },
  ];
}
