import { Duration } from "aws-cdk-lib";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { eventLambdas } from "../api/background-lambdas.ts";
import type { Workshop } from "../api/service-lambda.ts";
import { ordersFor, QueueWorker } from "../messaging/work-queue.ts";
import type { Stage } from "../stacks/stage.ts";
import { PrivateBucket } from "./private-bucket.ts";

/** How long an export lies in the bucket; closes stay. */
const exportDays = 30;

/** How long a drawn invoice lies there: whoever asks later has it drawn anew. */
const drawnDays = 3;

/** Where reports go that are too large for a reply, and the queue of those that are still to be made. */
export class Exports extends Construct {
  readonly bucket: Bucket;
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Exports");
    this.bucket = new PrivateBucket(this, "Files", stage, {
      // A close that is written over keeps what it was; of an export nobody needs an earlier version.
      versioned: true,
      lifecycleRules: [
        { prefix: "exports/", expiration: Duration.days(exportDays), noncurrentVersionExpiration: Duration.days(1) },
        { prefix: "drawn/", expiration: Duration.days(drawnDays), noncurrentVersionExpiration: Duration.days(1) },
      ],
      unlogged: "Every file has its entry on the audit trail, and links to it are given to operators alone.",
    });
    // Six times would be an hour and a half, and an operator waits: the next maker follows a minute after this one's time.
    const hiddenSeconds = eventLambdas.export.timeoutSeconds + 60;
    const { queue, deadLetters } = ordersFor(eventLambdas.export, this, "Orders", { hiddenSeconds });
    this.queue = queue;
    this.deadLetters = deadLetters;
  }
}

/** The Lambda that makes what the queue holds, one file at a time. */
export class ExportMaker extends QueueWorker {
  constructor(scope: Construct, workshop: Workshop, queue: Queue) {
    super([scope, "ExportMaker"], "export", workshop, queue, { batchSize: 1, maxConcurrency: 2 });
  }
}
