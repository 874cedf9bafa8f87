import { Duration } from "aws-cdk-lib";
import { Key } from "aws-cdk-lib/aws-kms";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import { eventLambdas } from "./inner-lambdas.ts";
import { removal } from "./keeping.ts";
import { ServiceLambda, type Workshop } from "./service-lambda.ts";
import type { Stage } from "./stage.ts";

/** The queue of deliveries, where they go that could not be handled, and the key over webhook secrets. */
export class WebhookQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly secretsKey: Key;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "WebhookQueue");
    this.deadLetters = deadLetterQueue(this, "DeadLetters");
    this.queue = new Queue(this, "Deliveries", {
      // Six times the sender's timeout, as Lambda asks of a queue that feeds it.
      visibilityTimeout: Duration.seconds(6 * eventLambdas["send-webhook"].timeoutSeconds),
      enforceSSL: true,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });
    this.secretsKey = new Key(this, "SecretsKey", {
      description: "Encrypts the signing secrets of webhook endpoints.",
      enableKeyRotation: true,
      removalPolicy: removal(stage),
    });
  }
}

/** The Lambda that signs and sends what the queue holds. */
export class WebhookSender extends Construct {
  constructor(scope: Construct, workshop: Workshop, queue: Queue) {
    super(scope, "WebhookSender");
    const sender = new ServiceLambda(this, "send-webhook", eventLambdas["send-webhook"], workshop);
    sender.addEventSource(
      new SqsEventSource(queue, { batchSize: 10, reportBatchItemFailures: true, maxConcurrency: 20 }),
    );
  }
}

/** A queue for what failed for good: kept two weeks, looked at by a person. */
export function deadLetterQueue(scope: Construct, id: string): Queue {
  const queue = new Queue(scope, id, { retentionPeriod: Duration.days(14), enforceSSL: true });
  acknowledge(queue, { SQS3: "It is the dead-letter queue." });
  return queue;
}
