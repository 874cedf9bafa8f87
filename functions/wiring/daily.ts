import { csvText } from "../adapters/csv-papaparse.ts";
import { S3AuditArchive } from "../adapters/s3-audit-archive.ts";
import type { DailyDesk } from "../app/daily.ts";
import { deskFor } from "./base.ts";
import { given } from "./env.ts";
import { files, s3 } from "./files.ts";
import { log } from "./log.ts";
import { meter } from "./meter.ts";
import { vendors } from "./vendors.ts";

const archive = new S3AuditArchive(s3, given("AUDIT_ARCHIVE_BUCKET"));

/** What the daily duties work with. */
export function dailyDesk(requestId: string): DailyDesk {
  return { ...vendors, ...deskFor("system:daily", requestId), archive, csv: csvText, files, log, meter };
}
