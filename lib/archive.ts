import { Duration, RemovalPolicy } from "aws-cdk-lib";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  ObjectLockRetention,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import type { Stage } from "./stage.ts";

/** Seven years and their leap days: longer than a payment's record is asked for. */
const lockedDays = 7 * 365 + 2;

/** Where the audit trail goes day by day. In production nobody can change or delete it for seven years, not even the account's owner. */
export class Archive extends Construct {
  readonly audit: Bucket;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Archive");
    const kept = stage.kind === "prod";
    this.audit = new Bucket(this, "Audit", {
      versioned: true,
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      ...(kept && {
        objectLockDefaultRetention: ObjectLockRetention.compliance(Duration.days(lockedDays)),
      }),
      removalPolicy: kept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      // A bucket with objects cannot be deleted; an emulator forgets them by itself.
      autoDeleteObjects: !kept && !stage.local,
    });
    acknowledge(this.audit, {
      S1: "Reads of the archive are on the account's CloudTrail data events, writes are the service's own.",
    });
  }
}
