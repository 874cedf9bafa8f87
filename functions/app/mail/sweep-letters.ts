import { isMailingDue, redriven } from "../../domain/mail/mailing.ts";
import { letterPartitions } from "../core/due-index.ts";
import { dueRows } from "../core/due-rows.ts";
import type { Clock, NewId, Store } from "../core/ports.ts";
import { letterRow, loadedMailing } from "./letter-rows.ts";
import type { MailQueue } from "./ports.ts";

/** Letters that one sweep puts into the queue. */
const limit = 200;

/** Puts letters into the queue again that nobody has sent in time: their orders may be lost. Answers how many. */
export async function sweepLetters(context: {
  readonly store: Store;
  readonly mails: MailQueue;
  readonly clock: Clock;
  readonly newId: NewId;
}): Promise<number> {
  const now = context.clock.now();
  const orders = [];
  for (const row of await dueRows(context.store, `${now}~`, limit, letterPartitions)) {
    const found = loadedMailing(row);
    if (!found || !isMailingDue(found.state, now)) continue;
    const put = { put: letterRow(redriven(found.state, now), found.v + 1), expect: found.v };
    // Lost where a worker has just begun: then it has its order.
    if ((await context.store.write([put], context.newId("req", now))).ok) orders.push({ mailId: found.state.id });
  }
  if (orders.length > 0) await context.mails.send(orders);
  return orders.length;
}
