import * as z from "zod";
import { sendLetter } from "../app/mail/send-letter.ts";
import { letterContext } from "../wiring/mail/mail.ts";
import { queueWorker } from "./queue-worker.ts";

const message = z.object({ mailId: z.string() });

/** Sends the letters that the queue hands over. The log names neither whom to nor what about. */
export const handler = queueWorker({ line: "letter", operation: "send-mail", message }, async (order, facts) => {
  facts.correlationId = order.mailId;
  const after = await sendLetter(letterContext(facts.requestId), order);
  const { template, tenantId, status } = after ?? {};
  return { template, tenantId, status: status ?? "nothing to do" };
});
