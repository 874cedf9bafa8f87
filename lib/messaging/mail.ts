import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { eventLambdas } from "../api/background-lambdas.ts";
import type { Workshop } from "../api/service-lambda.ts";
import { ordersFor, QueueWorker } from "./work-queue.ts";

/** The queue of letters that are to be sent. */
export class Mail extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct) {
    super(scope, "Mail");
    // Six times would be eleven minutes a try: all three are over before the sweeper sends a letter again, after 15 minutes.
    const hiddenSeconds = eventLambdas["send-mail"].timeoutSeconds + 60;
    const { queue, deadLetters } = ordersFor(eventLambdas["send-mail"], this, "Letters", { hiddenSeconds });
    this.queue = queue;
    this.deadLetters = deadLetters;
  }
}

/** The Lambda that sends what the queue holds: few at once, since the mail service takes some 14 letters a second from a new account. */
export class MailSender extends QueueWorker {
  constructor(scope: Construct, workshop: Workshop, queue: Queue) {
    super([scope, "MailSender"], "send-mail", workshop, queue, { batchSize: 5, maxConcurrency: 2 });
  }
}
