import { SQSClient } from "@aws-sdk/client-sqs";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { sqsQueue } from "../../adapters/aws/sqs-queue.ts";
import { csvText } from "../../adapters/local/csv-papaparse.ts";
import type { MakeExportContext } from "../../app/reconciliation/make-export.ts";
import type { ExportQueue } from "../../app/reconciliation/ports.ts";
import type { ReportContext } from "../../app/reconciliation/reports.ts";
import { addSeconds } from "../../domain/core/time.ts";
import { clock, contextFor, contextOf } from "../core/context.ts";
import { requiredSetting } from "../core/env.ts";
import { files } from "../core/files.ts";
import { log } from "../core/log.ts";
import { meter } from "../core/metrics.ts";
import { rail } from "../rails/rail.ts";

function patience(seconds: number) {
  const deadline = addSeconds(clock.now(), seconds);
  return { isLate: () => clock.now() >= deadline };
}

const tools = { csv: csvText, files, log, meter, rail };

let sqs: ExportQueue | undefined;

// Looked up when it is used: who makes exports asks for none.
const exportQueue: ExportQueue = {
  send: (order) => {
    sqs ??= sqsQueue(new SQSClient(awsSettings.sqs), requiredSetting("EXPORT_QUEUE_URL"));
    return sqs.send(order);
  },
};

/** Of the Lambda's 28 s; what takes longer is made in the background. */
const requestSeconds = 15;

/** Of a Lambda's 15 minutes, so that what is under way comes to its end. */
const runSeconds = 13 * 60;

/** What the reports work with while an operator waits for them. */
export function reportContext(call: Parameters<typeof contextOf>[0]): ReportContext {
  return { ...contextOf(call), ...tools, ...patience(requestSeconds), exportQueue };
}

export function makeExportContext(requestId: string): MakeExportContext {
  return { ...contextFor("system:exports", requestId), ...tools, ...patience(runSeconds) };
}
