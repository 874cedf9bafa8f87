import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import { eventLambdas } from "./inner-lambdas.ts";
import { ServiceLambda, type Workshop } from "./service-lambda.ts";
import type { Stage } from "./stage.ts";
import { deadLetterQueue } from "./webhooks.ts";

/** How long an export lies in the bucket; closes stay. */
const exportDays = 30;

/** Where reports go that are too large for a reply, and the queue of those that are still to be made. */
export class Exports extends Construct {
  readonly bucket: Bucket;
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Exports");
    const kept = stage.kind === "prod";
    this.bucket = new Bucket(this, "Files", {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      lifecycleRules: [
        { prefix: "exports/", expiration: Duration.days(exportDays) },
        // What a maker that died had uploaded of a file.
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      removalPolicy: kept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      // A bucket with objects cannot be deleted; an emulator forgets them by itself.
      autoDeleteObjects: !kept && !stage.local,
    });
    acknowledge(this.bucket, {
      S1: "Every file has its entry on the audit trail, and links to it are given to operators alone.",
    });
    this.deadLetters = deadLetterQueue(this, "DeadLetters");
    this.queue = new Queue(this, "Orders", {
      // A maker that died is followed by the next one a minute after its own time was up.
      visibilityTimeout: Duration.seconds(eventLambdas.export.timeoutSeconds + 60),
      enforceSSL: true,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 3 },
    });
  }
}

/** The Lambda that makes what the queue holds, one file at a time. */
export class ExportMaker extends Construct {
  constructor(scope: Construct, workshop: Workshop, queue: Queue) {
    super(scope, "ExportMaker");
    const maker = new ServiceLambda(this, "export", eventLambdas.export, workshop);
    maker.addEventSource(
      new SqsEventSource(queue, { batchSize: 1, reportBatchItemFailures: true, maxConcurrency: 2 }),
    );
  }
}
