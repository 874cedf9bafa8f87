import { Duration } from "aws-cdk-lib";
import { Schedule } from "aws-cdk-lib/aws-events";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { screeningInnerLambdas } from "../../functions/contract/screening/contract.ts";
import { ServiceLambda, type Workshop } from "../api/service-lambda.ts";
import { wake } from "../messaging/schedule-rule.ts";
import type { Stage } from "../stacks/stage.ts";
import { PrivateBucket } from "./private-bucket.ts";

/** Every publisher's file that was ever loaded, and the indexes made of them: verdicts are answered again from these. */
export class Lists extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Lists");
    this.bucket = new PrivateBucket(this, "Files", stage, {
      versioned: true,
      lifecycleRules: [
        // Files as they came; under their hashes they stay.
        { prefix: "incoming/", expiration: Duration.days(1), noncurrentVersionExpiration: Duration.days(1) },
      ],
      unlogged: "The files are public at their publishers; who loaded which is on the audit trail.",
    });
  }
}

/** Fetches the publishers' lists every hour, on the quarter; an unchanged one costs a request. On an emulator lists are brought by hand. */
export class ListLoader extends Construct {
  readonly handler: ServiceLambda;

  constructor(scope: Construct, workshop: Workshop) {
    super(scope, "ListLoader");
    this.handler = new ServiceLambda(this, "load-lists", screeningInnerLambdas["load-lists"], workshop);
    if (workshop.stage.local) return;
    wake([this, "EveryHour"], this.handler, {
      schedule: Schedule.cron({ minute: "15" }),
      maxEventAge: Duration.minutes(30),
    });
  }
}
