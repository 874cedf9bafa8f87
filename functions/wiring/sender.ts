import { KMSClient } from "@aws-sdk/client-kms";
import { SQSClient } from "@aws-sdk/client-sqs";
import { HttpCourier } from "../adapters/courier-http.ts";
import { DynamoBook } from "../adapters/dynamo-book.ts";
import { KmsSecretBox } from "../adapters/kms-secret-box.ts";
import { SqsDeliveryQueue } from "../adapters/sqs-delivery-queue.ts";
import type { SenderDesk } from "../app/deliver.ts";
import { book, clock, dynamo, newId } from "./base.ts";
import { given, settings } from "./env.ts";

/** What the webhook sender works with. */
export const senderDesk: SenderDesk = {
  book,
  deliveries: new DynamoBook(dynamo, given("DELIVERIES_TABLE")),
  queue: new SqsDeliveryQueue(new SQSClient({}), given("WEBHOOK_QUEUE_URL")),
  courier: new HttpCourier(settings.LOCAL),
  secrets: new KmsSecretBox(new KMSClient({}), given("WEBHOOK_KEY_ARN")),
  clock,
  newId,
};
