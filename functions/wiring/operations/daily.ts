import { s3AuditArchive } from "../../adapters/aws/s3-audit-archive.ts";
import { csvText } from "../../adapters/local/csv-papaparse.ts";
import type { Row } from "../../app/core/ports.ts";
import type { DailyContext } from "../../app/operations/daily.ts";
import { lookAtErasureRow } from "../../app/operations/erasures.ts";
import { endPayerKeys } from "../../app/operations/payer-keys.ts";
import type { Instant } from "../../domain/core/time.ts";
import { contextFor } from "../core/context.ts";
import { requiredSetting } from "../core/env.ts";
import { files, s3 } from "../core/files.ts";
import { log } from "../core/log.ts";
import { meter } from "../core/metrics.ts";
import { subjectKeys } from "../core/personal.ts";
import { vendors } from "../rails/vendors.ts";
import { fees } from "../reconciliation/fees.ts";
import { deliveries } from "../webhooks/deliveries-store.ts";
import { erasureContextFor } from "./erasures.ts";

const archive = s3AuditArchive(s3, requiredSetting("AUDIT_ARCHIVE_BUCKET"));

export function dailyContext(requestId: string): DailyContext {
  const erasing = erasureContextFor(requestId);
  const lookAtErasure = (row: Row) => lookAtErasureRow(erasing, row);
  const context = contextFor("system:daily", requestId);
  return {
    lookAtErasure,
    endPayerKeys: (deadline: Instant) => endPayerKeys({ ...erasing, subjectKeys, log }, deadline),
    ...vendors,
    ...context,
    archive,
    deliveries,
    csv: csvText,
    fees,
    files,
    log,
    meter,
  };
}
