import { S3Client } from "@aws-sdk/client-s3";
import { s3Files } from "../../adapters/aws/s3-files.ts";
import { bucketInPath } from "../../adapters/aws/settings.ts";
import type { FileStore } from "../../app/reconciliation/ports.ts";
import { requiredSetting } from "./env.ts";

export const s3 = new S3Client(bucketInPath);

/** Where reports go that are too large for a reply. */
export const files: FileStore = s3Files(s3, requiredSetting("EXPORTS_BUCKET"));
