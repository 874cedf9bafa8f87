import { SQSClient } from "@aws-sdk/client-sqs";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { SqsDeliveryQueue } from "../../adapters/aws/sqs-delivery-queue.ts";
import { book, clock, newId } from "../core/context.ts";
import { given } from "../core/env.ts";
import { deliveries } from "./deliveries-store.ts";

const queue = new SqsDeliveryQueue(new SQSClient(awsSettings.sqs), given("WEBHOOK_QUEUE_URL"));

/** What making deliveries works with. */
export const enqueueDesk = { book, deliveries, queue, clock, newId };
