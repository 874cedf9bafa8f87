import { s3AuditArchive } from "../../adapters/aws/s3-audit-archive.ts";
import { csvText } from "../../adapters/local/csv-papaparse.ts";
import type { DailyContext } from "../../app/operations/daily.ts";
import { contextFor } from "../core/context.ts";
import { requiredSetting } from "../core/env.ts";
import { files, s3 } from "../core/files.ts";
import { log } from "../core/log.ts";
import { meter } from "../core/metrics.ts";
import { vendors } from "../rails/vendors.ts";
import { fees } from "../reconciliation/fees.ts";

const archive = s3AuditArchive(s3, requiredSetting("AUDIT_ARCHIVE_BUCKET"));

export function dailyContext(requestId: string): DailyContext {
  return { ...vendors, ...contextFor("system:daily", requestId), archive, csv: csvText, fees, files, log, meter };
}
