import { SQSClient } from "@aws-sdk/client-sqs";
import { awsSettings } from "../adapters/aws-settings.ts";
import { csvText } from "../adapters/csv-papaparse.ts";
import { SqsExportQueue } from "../adapters/sqs-export-queue.ts";
import type { MakeDesk } from "../app/make-export.ts";
import type { ExportQueue } from "../app/ports-reports.ts";
import type { ReportDesk } from "../app/reports.ts";
import { addSeconds } from "../domain/time.ts";
import { clock, deskFor, deskOf } from "./base.ts";
import { given } from "./env.ts";
import { files } from "./files.ts";
import { log } from "./log.ts";
import { meter } from "./meter.ts";
import { rail } from "./vendors.ts";

function patience(seconds: number) {
  const deadline = addSeconds(clock.now(), seconds);
  return { isLate: () => clock.now() >= deadline };
}

const tools = { csv: csvText, files, log, meter, rail };

let sqs: ExportQueue | undefined;

// Looked up when it is used: who makes exports asks for none.
const exportQueue: ExportQueue = {
  send: (order) => {
    sqs ??= new SqsExportQueue(new SQSClient(awsSettings.sqs), given("EXPORT_QUEUE_URL"));
    return sqs.send(order);
  },
};

/** Of the Lambda's 28 s; what takes longer is made in the background. */
const requestSeconds = 15;

/** Of a Lambda's 15 minutes, so that what is under way comes to its end. */
const runSeconds = 13 * 60;

/** What the reports work with while an operator waits for them. */
export function reportDesk(call: Parameters<typeof deskOf>[0]): ReportDesk {
  return { ...deskOf(call), ...tools, ...patience(requestSeconds), exportQueue };
}

/** What exports are made with. */
export function makeDesk(requestId: string): MakeDesk {
  return { ...deskFor("system:exports", requestId), ...tools, ...patience(runSeconds) };
}
