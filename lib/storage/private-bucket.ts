import { Duration } from "aws-cdk-lib";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type LifecycleRule,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { acknowledge } from "../secrets/nag-suppressions.ts";
import type { Stage } from "../stacks/stage.ts";
import { removal } from "./retention.ts";

/** What a bucket says for itself beside what holds for each of ours. */
interface BucketOwn extends Pick<BucketProps, "versioned" | "objectLockDefaultRetention" | "lifecycleRules"> {
  /** Why its reads and writes need no access log of their own. */
  readonly unlogged: string;
}

/** A bucket that nobody outside sees into: encrypted, over TLS alone, by policies alone; production keeps it when its stack goes. */
export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string, stage: Stage, { unlogged, lifecycleRules = [], ...own }: BucketOwn) {
    super(scope, id, {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      removalPolicy: removal(stage),
      // A bucket with objects cannot be deleted; an emulator forgets them by itself.
      autoDeleteObjects: stage.kind !== "prod" && !stage.local,
      lifecycleRules: [...lifecycleRules, tidying(own.versioned ?? false)],
      ...own,
    });
    acknowledge(this, { S1: unlogged });
  }
}

/** Removes what an upload that died left of a file and, where versions are kept, the delete markers whose files are gone. */
function tidying(versioned: boolean): LifecycleRule {
  return {
    abortIncompleteMultipartUploadAfter: Duration.days(1),
    ...(versioned && { expiredObjectDeleteMarker: true }),
  };
}
