import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod";
import { sendDelivery } from "../app/deliver.ts";
import { tick } from "../wiring/base.ts";
import { senderDesk } from "../wiring/sender.ts";

const message = z.object({
  deliveryId: z.string(),
  endpointId: z.string(),
  tenantId: z.string(),
  force: z.boolean().optional(),
});

/** Sends what the queue hands over; one message that cannot be read or recorded does not hold up the others. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  await tick();
  const sent = await Promise.allSettled(
    event.Records.map(async ({ body }) => sendDelivery(senderDesk, message.parse(JSON.parse(body)))),
  );
  const failed = event.Records.filter((_, index) => sent[index]?.status === "rejected");
  console.log(JSON.stringify({ message: "sent", messages: event.Records.length, failed: failed.length }));
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}
