import { S3Client } from "@aws-sdk/client-s3";
import { bucketInPath } from "./settings.ts";

/** A client whose signed addresses others put files to. */
export function uploadingClient(): S3Client {
  return new S3Client({
    ...bucketInPath,
    // What is signed for others has no body yet: a checksum of nothing would bind them to it.
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
}
