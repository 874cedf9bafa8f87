import { Duration } from "aws-cdk-lib";
import { type Bucket, ObjectLockRetention } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { Stage } from "../stacks/stage.ts";
import { PrivateBucket } from "./private-bucket.ts";

/** Seven years and their leap days: longer than a payment's record is asked for. */
const lockedDays = 7 * 365 + 2;

/** Where the audit trail goes day by day. In production nobody can change or delete it for seven years, not even the account's owner. */
export class Archive extends Construct {
  readonly audit: Bucket;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Archive");
    this.audit = new PrivateBucket(this, "Audit", stage, {
      versioned: true,
      ...(stage.kind === "prod" && {
        objectLockDefaultRetention: ObjectLockRetention.compliance(Duration.days(lockedDays)),
      }),
      unlogged: "Reads of the archive are on the account's CloudTrail data events, writes are the service's own.",
    });
  }
}
