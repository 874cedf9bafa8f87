import { Duration } from "aws-cdk-lib";
import { SqsEventSource, type SqsEventSourceProps } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { ApiLambda } from "../../functions/http/operation.ts";
import { eventLambdas } from "../api/background-lambdas.ts";
import { ServiceLambda, type Workshop } from "../api/service-lambda.ts";
import { acknowledge } from "../secrets/nag-suppressions.ts";

/** A queue for what failed for good: kept two weeks, looked at by a person. */
export function deadLetterQueue(scope: Construct, id: string): Queue {
  const queue = new Queue(scope, id, { retentionPeriod: Duration.days(14), enforceSSL: true });
  acknowledge(queue, { SQS3: "It is the dead-letter queue." });
  return queue;
}

/** For how long an order that was taken is hidden, and how often it is taken before it is set aside. */
interface OrderTerms {
  readonly hiddenSeconds?: number;
  readonly receipts?: number;
}

/** The queue of what a Lambda is to make, and where an order goes that failed as often as it may. An order that was taken stays hidden for six times its maker's timeout, as Lambda asks of a queue that feeds it. */
export function ordersFor(
  maker: ApiLambda,
  scope: Construct,
  id: string,
  { hiddenSeconds = 6 * maker.timeoutSeconds, receipts = 3 }: OrderTerms = {},
): { readonly queue: Queue; readonly deadLetters: Queue } {
  const deadLetters = deadLetterQueue(scope, "DeadLetters");
  const queue = new Queue(scope, id, {
    visibilityTimeout: Duration.seconds(hiddenSeconds),
    enforceSSL: true,
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: receipts },
  });
  return { queue, deadLetters };
}

/** A Lambda that works through a queue, and gives back of a batch what alone has failed. */
export abstract class QueueWorker extends Construct {
  constructor(
    [scope, id]: readonly [Construct, string],
    name: keyof typeof eventLambdas,
    workshop: Workshop,
    queue: Queue,
    pace: Required<Pick<SqsEventSourceProps, "batchSize" | "maxConcurrency">>,
  ) {
    super(scope, id);
    const worker = new ServiceLambda(this, name, eventLambdas[name], workshop);
    worker.addEventSource(new SqsEventSource(queue, { ...pace, reportBatchItemFailures: true }));
  }
}
