import { Duration } from "aws-cdk-lib";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { eventLambdas } from "./inner-lambdas.ts";
import { PrivateBucket } from "./private-bucket.ts";
import { ServiceLambda, type Workshop } from "./service-lambda.ts";
import type { Stage } from "./stage.ts";
import { deadLetterQueue } from "./webhooks.ts";

/** The files of dispute cases, none of which is ever lost to another, and the queue of the packets that are made of them. */
export class Evidence extends Construct {
  readonly bucket: Bucket;
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Evidence");
    this.bucket = new PrivateBucket(this, "Files", stage, {
      versioned: true,
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      unlogged: "Every file has its entry on the audit trail, and links to it are good for minutes.",
    });
    this.deadLetters = deadLetterQueue(this, "DeadLetters");
    this.queue = new Queue(this, "Packets", {
      // A maker that died is followed by the next one a minute after its own time was up.
      visibilityTimeout: Duration.seconds(eventLambdas.packet.timeoutSeconds + 60),
      enforceSSL: true,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 3 },
    });
  }
}

/** The Lambda that makes the packets that the queue asks for, one at a time. */
export class PacketMaker extends Construct {
  constructor(scope: Construct, workshop: Workshop, queue: Queue) {
    super(scope, "PacketMaker");
    const maker = new ServiceLambda(this, "packet", eventLambdas.packet, workshop);
    maker.addEventSource(
      new SqsEventSource(queue, { batchSize: 1, reportBatchItemFailures: true, maxConcurrency: 5 }),
    );
  }
}
