import { S3Client } from "@aws-sdk/client-s3";
import { S3Evidence } from "../adapters/s3-evidence.ts";
import type { EvidenceStore } from "../app/ports-disputes.ts";
import { given } from "./env.ts";

/** The files of dispute cases. */
export const evidence: EvidenceStore = new S3Evidence(
  new S3Client({
    // A bucket in the path, because a local endpoint has no name for each bucket.
    forcePathStyle: true,
    // What is signed for others has no body yet: a checksum of nothing would bind them to it.
    requestChecksumCalculation: "WHEN_REQUIRED",
  }),
  given("EVIDENCE_BUCKET"),
);
