import * as z from "zod";
import { buildPacket } from "../app/disputes/packet.ts";
import { packetContext } from "../wiring/disputes/packet.ts";
import { queueWorker } from "./queue-worker.ts";

const message = z.object({ caseId: z.string(), tenantId: z.string() });

export const handler = queueWorker(
  { line: "packet", operation: "packet", message },
  async (order, { requestId }, { attributes }) => {
    // A file made to break its reader takes the whole process along: the last attempt does without files.
    const plain = Number(attributes.ApproximateReceiveCount) >= 3;
    await buildPacket(packetContext(requestId), order, plain);
    return { correlationId: order.caseId, tenantId: order.tenantId, plain };
  },
);
