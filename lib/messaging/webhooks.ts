import { Duration } from "aws-cdk-lib";
import type { Key } from "aws-cdk-lib/aws-kms";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { eventLambdas } from "../api/background-lambdas.ts";
import type { Workshop } from "../api/service-lambda.ts";
import { secretsKey } from "../secrets/secrets-key.ts";
import type { Stage } from "../stacks/stage.ts";
import { deadLetterQueue, QueueWorker } from "./work-queue.ts";

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
      // Until its first attempt a delivery is nowhere else; less than the dead letters' two weeks, which count from when it was sent.
      retentionPeriod: Duration.days(7),
      enforceSSL: true,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });
    this.secretsKey = secretsKey(this, stage, "Encrypts the signing secrets of webhook endpoints.");
  }
}

/** Messages that one sender takes at once, and senders that there are at once. */
export const senderPace = { batchSize: 10, maxConcurrency: 20 } as const;

/** The Lambda that signs and sends what the queue holds. */
export class WebhookSender extends QueueWorker {
  constructor(scope: Construct, workshop: Workshop, queue: Queue) {
    super([scope, "WebhookSender"], "send-webhook", workshop, queue, senderPace);
  }
}
