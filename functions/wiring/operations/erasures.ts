import { S3Client } from "@aws-sdk/client-s3";
import { s3FileEraser } from "../../adapters/aws/s3-file-eraser.ts";
import { bucketInPath } from "../../adapters/aws/settings.ts";
import type { ErasureContext } from "../../app/operations/subjects/subject-access.ts";
import { contextFor, contextOf } from "../core/context.ts";
import { requiredSetting } from "../core/env.ts";
import { personal } from "../core/personal.ts";

const s3 = new S3Client(bucketInPath);
const applicantFiles = s3FileEraser(s3, requiredSetting("APPLICANT_FILES_BUCKET"));
const evidenceFiles = s3FileEraser(s3, requiredSetting("EVIDENCE_BUCKET"));

export function erasureContextOf(call: Parameters<typeof contextOf>[0]): ErasureContext {
  return { ...contextOf(call), personal, applicantFiles, evidenceFiles };
}

/** What the daily work erases with. */
export function erasureContextFor(requestId: string): ErasureContext {
  return { ...contextFor("system:daily", requestId), personal, applicantFiles, evidenceFiles };
}
