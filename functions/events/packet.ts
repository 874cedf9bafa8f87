import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod";
import { failure } from "../app/failure.ts";
import { buildPacket } from "../app/packet.ts";
import type { Invocation } from "../app/ports.ts";
import { clock, newId, tick } from "../wiring/base.ts";
import { log } from "../wiring/log.ts";
import { packetDesk } from "../wiring/packet.ts";

const message = z.object({ caseId: z.string(), tenantId: z.string() });

/** Makes the packets that the queue hands over, one after the other. */
export async function handler(event: SQSEvent, invocation?: Invocation): Promise<SQSBatchResponse> {
  log.begin(invocation);
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const { body, messageId, attributes } of event.Records) {
    await tick();
    const requestId = newId("req", clock.now());
    const facts = { requestId, operation: "packet", correlationId: requestId };
    try {
      const order = message.parse(JSON.parse(body));
      // A file made to break its reader takes the whole process along: the last attempt does without files.
      const plain = Number(attributes.ApproximateReceiveCount) >= 3;
      await buildPacket(packetDesk(requestId), order, plain);
      log.info("packet", { ...facts, correlationId: order.caseId, tenantId: order.tenantId, plain });
    } catch (error) {
      log.error("packet", { ...facts, error: failure(error) });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}
