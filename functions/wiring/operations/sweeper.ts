import { SQSClient } from "@aws-sdk/client-sqs";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { isQueueDrained } from "../../adapters/aws/sqs-drained.ts";
import { sqsBatchQueue } from "../../adapters/aws/sqs-queue.ts";
import type { DueOrder, DueQueue, DueQueues } from "../../app/operations/due-work.ts";
import type { SweepRunContext } from "../../app/operations/run-sweep.ts";
import { sendDueDeliveries } from "../../app/operations/send-due-deliveries.ts";
import { contextFor } from "../core/context.ts";
import { requiredSetting } from "../core/env.ts";
import { log } from "../core/log.ts";
import { meter } from "../core/metrics.ts";
import { mailQueue } from "../mail/mail-queue.ts";
import { enqueueContext } from "../webhooks/deliveries.ts";

const sqs = new SQSClient(awsSettings.sqs);

function dueQueue(setting: string): DueQueue {
  const url = requiredSetting(setting);
  const { send } = sqsBatchQueue<DueOrder>(sqs, url);
  return { send, isDrained: () => isQueueDrained(sqs, url) };
}

const entries = dueQueue("DUE_ENTRIES_QUEUE_URL");

const dueQueues: DueQueues = {
  entries,
  claims: dueQueue("DUE_CLAIMS_QUEUE_URL"),
  deadlines: dueQueue("DUE_DEADLINES_QUEUE_URL"),
  lookUps: dueQueue("DUE_LOOK_UPS_QUEUE_URL"),
  deliveries: {
    send: async (orders) => void (await sendDueDeliveries(enqueueContext, orders)),
    isDrained: () => isQueueDrained(sqs, requiredSetting("WEBHOOK_QUEUE_URL")),
  },
  upkeep: entries,
};

export function sweepRunContext(requestId: string, isLate: () => boolean): SweepRunContext {
  const context = contextFor("system:sweeper", requestId);
  return { ...enqueueContext, ...context, dueQueues, mails: mailQueue, log, meter, isLate };
}
