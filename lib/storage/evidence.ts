import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { packetAttempts } from "../../functions/domain/disputes/case-packet.ts";
import { eventLambdas } from "../api/background-lambdas.ts";
import type { Workshop } from "../api/service-lambda.ts";
import { ordersFor, QueueWorker } from "../messaging/work-queue.ts";
import type { Stage } from "../stacks/stage.ts";
import { PrivateBucket } from "./private-bucket.ts";

/** The files of dispute cases, none of which is ever lost to another, and the queue of the packets that are made of them. */
export class Evidence extends Construct {
  readonly bucket: Bucket;
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Evidence");
    this.bucket = new PrivateBucket(this, "Files", stage, {
      versioned: true,
      unlogged: "Every file has its entry on the audit trail, and links to it are good for minutes.",
    });
    const { queue, deadLetters } = ordersFor(eventLambdas.packet, this, "Packets", { receipts: packetAttempts + 1 });
    this.queue = queue;
    this.deadLetters = deadLetters;
  }
}

/** The Lambda that makes the packets that the queue asks for, one at a time. */
export class PacketMaker extends QueueWorker {
  constructor(scope: Construct, workshop: Workshop, queue: Queue) {
    super([scope, "PacketMaker"], "packet", workshop, queue, { batchSize: 1, maxConcurrency: 5 });
  }
}
