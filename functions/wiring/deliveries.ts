import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoBook } from "../adapters/dynamo-book.ts";
import { SqsDeliveryQueue } from "../adapters/sqs-delivery-queue.ts";
import { book, clock, dynamo, newId } from "./base.ts";
import { given } from "./env.ts";

/** Webhook deliveries, away from the money. */
const deliveries = new DynamoBook(dynamo, given("DELIVERIES_TABLE"));

const queue = new SqsDeliveryQueue(new SQSClient({}), given("WEBHOOK_QUEUE_URL"));

/** What making deliveries works with. */
export const enqueueDesk = { book, deliveries, queue, clock, newId };
