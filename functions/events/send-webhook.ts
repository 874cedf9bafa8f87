import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { failure } from "../app/core/error-text.ts";
import type { Invocation } from "../app/core/ports.ts";
import { sendDelivery } from "../app/webhooks/deliver.ts";
import { tick } from "../wiring/core/context.ts";
import { log } from "../wiring/core/log.ts";
import { senderDesk } from "../wiring/webhooks/sender.ts";

const message = z.object({
  deliveryId: z.string(),
  endpointId: z.string(),
  tenantId: z.string(),
  force: z.boolean().optional(),
});

/** Sends what the queue hands over; one message that cannot be read or recorded does not hold up the others. */
export async function handler(event: SQSEvent, invocation?: Invocation): Promise<SQSBatchResponse> {
  log.begin(invocation);
  await tick();
  const outcomes = await Promise.all(event.Records.map(send));
  const failed = outcomes.filter(({ error }) => error !== undefined);
  const facts = { operation: "send-webhook", messages: outcomes };
  if (failed.length === 0) log.info("sent", facts);
  else log.error("sent", facts);
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

/** What became of one message: which delivery it names, and what went wrong with it. */
interface Sent {
  readonly messageId: string;
  readonly tenantId?: string;
  readonly correlationId?: string;
  readonly error?: string;
}

async function send({ messageId, body }: SQSRecord): Promise<Sent> {
  let named = {};
  try {
    const order = message.parse(JSON.parse(body));
    named = { tenantId: order.tenantId, correlationId: order.deliveryId };
    await sendDelivery(senderDesk, order);
    return { messageId, ...named };
  } catch (error) {
    return { messageId, ...named, error: failure(error) };
  }
}
