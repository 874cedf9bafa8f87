import * as z from "zod";
import { buildPacket, giveUpPacket } from "../app/disputes/packet.ts";
import { packetAttempts } from "../domain/disputes/case-packet.ts";
import { packetContext } from "../wiring/disputes/packet.ts";
import { queueWorker } from "./queue-worker.ts";

const message = z.object({ caseId: z.string(), tenantId: z.string() });

export const handler = queueWorker(
  { line: "packet", operation: "packet", message },
  async (order, { requestId }, { attributes }) => {
    const attempt = Number(attributes.ApproximateReceiveCount);
    const context = packetContext(requestId);
    // A maker that ran out of time or died could say nothing: whoever receives its order next makes nothing, and so says it.
    if (attempt > packetAttempts) await giveUpPacket(context, order);
    // A file made to break its reader takes the whole process along: the last attempt does without files.
    const plain = attempt >= packetAttempts;
    if (attempt <= packetAttempts) await buildPacket(context, order, plain);
    return { correlationId: order.caseId, tenantId: order.tenantId, plain };
  },
);
