import { S3Client } from "@aws-sdk/client-s3";
import { s3AuditArchive } from "../../adapters/aws/s3-audit-archive.ts";
import { bucketInPath } from "../../adapters/aws/settings.ts";
import type { ArchiveContext } from "../../app/audit/archive-audit.ts";
import type { EraseRequestsContext } from "../../app/screening/erase-account-requests.ts";
import { contextFor } from "../core/context.ts";
import { requiredSetting } from "../core/env.ts";
import { log } from "../core/log.ts";
import { personal } from "../core/personal.ts";

const archive = s3AuditArchive(new S3Client(bucketInPath), requiredSetting("AUDIT_ARCHIVE_BUCKET"));

export function screeningDailyContext(requestId: string): ArchiveContext & EraseRequestsContext {
  return { ...contextFor("system:daily", requestId), archive, personal, log };
}
