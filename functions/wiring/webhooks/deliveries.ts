import { SQSClient } from "@aws-sdk/client-sqs";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { SqsDeliveryQueue } from "../../adapters/aws/sqs-delivery-queue.ts";
import { clock, newId, store } from "../core/context.ts";
import { requiredSetting } from "../core/env.ts";
import { deliveries } from "./deliveries-store.ts";

const queue = new SqsDeliveryQueue(new SQSClient(awsSettings.sqs), requiredSetting("WEBHOOK_QUEUE_URL"));

/** What making deliveries works with. */
export const enqueueContext = { store, deliveries, queue, clock, newId };
