import { S3Client } from "@aws-sdk/client-s3";
import { S3Files } from "../adapters/s3-files.ts";
import type { FileStore } from "../app/ports-reports.ts";
import { given } from "./env.ts";

// A bucket in the path, because a local endpoint has no name for each bucket.
export const s3 = new S3Client({ forcePathStyle: true });

/** Where reports go that are too large for a reply. */
export const files: FileStore = new S3Files(s3, given("EXPORTS_BUCKET"));
