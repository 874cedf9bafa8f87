import { S3Client } from "@aws-sdk/client-s3";
import { s3AuditArchive } from "../../adapters/aws/s3-audit-archive.ts";
import { bucketInPath } from "../../adapters/aws/settings.ts";
import type { ArchiveContext } from "../../app/audit/archive-audit.ts";
import { contextFor } from "../core/context.ts";
import { requiredSetting } from "../core/env.ts";

const archive = s3AuditArchive(new S3Client(bucketInPath), requiredSetting("AUDIT_ARCHIVE_BUCKET"));

export function screeningArchiveContext(requestId: string): ArchiveContext {
  return { ...contextFor("system:daily", requestId), archive };
}
