import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod";
import { failure } from "../app/failure.ts";
import type { Invocation } from "../app/ports.ts";
import { sendLetter } from "../app/send-letter.ts";
import { clock, newId, tick } from "../wiring/base.ts";
import { log } from "../wiring/log.ts";
import { letterDesk } from "../wiring/mail.ts";

const message = z.object({ mailId: z.string() });

/** Sends the letters that the queue hands over, one after the other. The log names neither whom to nor what about. */
export async function handler(event: SQSEvent, invocation?: Invocation): Promise<SQSBatchResponse> {
  log.begin(invocation);
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const { body, messageId } of event.Records) {
    await tick();
    const requestId = newId("req", clock.now());
    const facts = { requestId, operation: "send-mail", correlationId: requestId };
    try {
      const order = message.parse(JSON.parse(body));
      facts.correlationId = order.mailId;
      const after = await sendLetter(letterDesk(requestId), order);
      const { template, tenantId, status } = after ?? {};
      log.info("letter", { ...facts, template, tenantId, status: status ?? "nothing to do" });
    } catch (error) {
      log.error("letter", { ...facts, error: failure(error) });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}
