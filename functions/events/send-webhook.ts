import middy from "@middy/core";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { errorText } from "../app/core/error-text.ts";
import { sendDelivery } from "../app/webhooks/deliver.ts";
import { madeDelivery } from "../app/webhooks/ports.ts";
import { clockTick, type LambdaHandler, logInvocation, noEarlyTimeout } from "../http/invocation.ts";
import { tick } from "../wiring/core/context.ts";
import { log } from "../wiring/core/log.ts";
import { senderContext } from "../wiring/webhooks/sender.ts";
import { batchFailures, type MessageOutcome } from "./queue-worker.ts";

const message = z.object({
  deliveryId: z.string(),
  endpointId: z.string(),
  tenantId: z.string(),
  force: z.boolean().optional(),
  made: madeDelivery.optional(),
});

/** Sends what the queue hands over; one message that cannot be read or recorded does not hold up the others. */
export const handler = middy(sendBatch, noEarlyTimeout)
  .use(logInvocation(log))
  .use(clockTick(tick))
  .use(batchFailures) as unknown as LambdaHandler<SQSEvent, SQSBatchResponse>;

async function sendBatch({ Records }: SQSEvent): Promise<MessageOutcome[]> {
  const messages = await Promise.all(Records.map(send));
  const facts = { operation: "send-webhook", messages };
  if (messages.every(({ error }) => error === undefined)) log.info("sent", facts);
  else log.error("sent", facts);
  return messages;
}

/** What became of a message names its delivery, as soon as that can be read. */
async function send({ messageId, body }: SQSRecord): Promise<MessageOutcome> {
  let named = {};
  try {
    const order = message.parse(JSON.parse(body));
    named = { tenantId: order.tenantId, correlationId: order.deliveryId };
    await sendDelivery(senderContext, order);
    return { messageId, ...named };
  } catch (error) {
    return { messageId, ...named, error: errorText(error) };
  }
}
