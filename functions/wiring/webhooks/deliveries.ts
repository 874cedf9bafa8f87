import { SQSClient } from "@aws-sdk/client-sqs";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { sqsBatchQueue } from "../../adapters/aws/sqs-queue.ts";
import type { DeliveryQueue } from "../../app/webhooks/ports.ts";
import { clock, newId, store } from "../core/context.ts";
import { live, requiredSetting, settings } from "../core/env.ts";
import { deliveries } from "./deliveries-store.ts";

const queue: DeliveryQueue = sqsBatchQueue(new SQSClient(awsSettings.sqs), requiredSetting("WEBHOOK_QUEUE_URL"));

export const enqueueContext = { store, deliveries, queue, clock, newId, live, publicUrl: settings.PUBLIC_URL };
