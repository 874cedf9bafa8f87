import { SQSClient } from "@aws-sdk/client-sqs";
import { awsSettings } from "../adapters/aws-settings.ts";
import { SqsDeliveryQueue } from "../adapters/sqs-delivery-queue.ts";
import { book, clock, newId } from "./base.ts";
import { deliveries } from "./deliveries-book.ts";
import { given } from "./env.ts";

const queue = new SqsDeliveryQueue(new SQSClient(awsSettings.sqs), given("WEBHOOK_QUEUE_URL"));

/** What making deliveries works with. */
export const enqueueDesk = { book, deliveries, queue, clock, newId };
