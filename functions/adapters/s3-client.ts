import { S3Client } from "@aws-sdk/client-s3";

/** A client whose signed addresses others put files to. */
export function uploadingClient(): S3Client {
  return new S3Client({
    // A bucket in the path, because a local endpoint has no name for each bucket.
    forcePathStyle: true,
    // What is signed for others has no body yet: a checksum of nothing would bind them to it.
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
}
