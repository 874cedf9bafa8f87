import { Duration } from "aws-cdk-lib";
import { Schedule } from "aws-cdk-lib/aws-events";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { eventLambdas } from "../api/background-lambdas.ts";
import { ServiceLambda, type Workshop } from "../api/service-lambda.ts";
import type { DueQueueName, DueQueueSet } from "./due-queues.ts";
import { wake } from "./schedule-rule.ts";
import { deadLetterQueue, QueueWorker } from "./work-queue.ts";

/** The queues of due work: the worker of each, and how many of it run at once at most. A message names several rows, which its worker works on side by side. */
export const dueQueueWorkers = {
  Entries: { worker: "sweep-entries", maxConcurrency: 5 },
  Claims: { worker: "sweep-claims", maxConcurrency: 5 },
  Deadlines: { worker: "sweep-deadlines", maxConcurrency: 5 },
  // 150 look-ups at once: vendors answer most in a quarter of a second, and some never.
  LookUps: { worker: "sweep-look-ups", maxConcurrency: 15 },
} as const satisfies Record<DueQueueName, { worker: keyof typeof eventLambdas; maxConcurrency: number }>;

/** The queues that the sweep hands due work out to, and where a message goes whose worker died three times. */
export class DueWork extends Construct {
  readonly queues: DueQueueSet;
  readonly deadLetters: Queue;

  constructor(scope: Construct) {
    super(scope, "DueWork");
    const deadLetters = deadLetterQueue(this, "DeadLetters");
    const queueFor = (name: DueQueueName) =>
      new Queue(this, name, {
        visibilityTimeout: Duration.seconds(6 * eventLambdas[dueQueueWorkers[name].worker].timeoutSeconds),
        enforceSSL: true,
        deadLetterQueue: { queue: deadLetters, maxReceiveCount: 3 },
      });
    this.deadLetters = deadLetters;
    this.queues = {
      Entries: queueFor("Entries"),
      Claims: queueFor("Claims"),
      Deadlines: queueFor("Deadlines"),
      LookUps: queueFor("LookUps"),
    };
  }
}

/** The Lambda that works on what one queue of due work holds, a message at a time. */
export class DueWorker extends QueueWorker {
  constructor(scope: Construct, workshop: Workshop, name: DueQueueName, queue: Queue) {
    const { worker, maxConcurrency } = dueQueueWorkers[name];
    super([scope, `Due${name}`], worker, workshop, queue, { batchSize: 1, maxConcurrency });
  }
}

/** Every minute, looks whether new lists are to be held against what was paid. */
export class ListWatch extends Construct {
  constructor(scope: Construct, workshop: Workshop) {
    super(scope, "ListWatch");
    const watch = new ServiceLambda(this, "watch-lists", eventLambdas["watch-lists"], workshop);
    const minute = Duration.minutes(1);
    wake([this, "EveryMinute"], watch, { schedule: Schedule.rate(minute), maxEventAge: minute });
  }
}
