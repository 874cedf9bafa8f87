import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { SFNClient } from "@aws-sdk/client-sfn";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoBook } from "../adapters/dynamo-book.ts";
import { rowOf } from "../adapters/dynamo-item.ts";
import { SfnWorkflows } from "../adapters/sfn-workflows.ts";
import { SqsDeliveryQueue } from "../adapters/sqs-delivery-queue.ts";
import type { Row } from "../app/ports.ts";
import { book, clock, dynamo, newId } from "./base.ts";
import { given } from "./env.ts";

export const deliveries = new DynamoBook(dynamo, given("DELIVERIES_TABLE"));
export const workflows = new SfnWorkflows(new SFNClient({}), given("SETTLEMENT_MACHINE_ARN"));
export const queue = new SqsDeliveryQueue(new SQSClient({}), given("WEBHOOK_QUEUE_URL"));

/** What handing on entries works with. */
export const dispatchDesk = { book, deliveries, queue, workflows, clock, newId };

/** A row as the book's stream shows it. */
export function streamedRow(image: Record<string, AttributeValue>): Row {
  return rowOf(image);
}
