import type { MailOrder } from "../../domain/core/transition.ts";
import { isMailingDue, newMailing, redriven } from "../../domain/mail/mailing.ts";
import type { Entry } from "../core/aggregate.ts";
import type { CommitContext } from "../core/context.ts";
import { letterPartitions } from "../core/due-index.ts";
import { dueRows } from "../core/due-rows.ts";
import { letterAddressOf } from "../core/letter-address.ts";
import { rowKey } from "../core/row-keys.ts";
import { letterId, letterRow, loadedMailing } from "./letter-rows.ts";
import type { MailQueue } from "./ports.ts";

type MailContext = CommitContext & { readonly mails: MailQueue };

/** Writes the letter that an entry's follow at `index` asks for, if it is not there yet, and puts it into the queue; `again` leaves one that is there to whoever has it. */
export async function orderLetter(
  context: MailContext,
  { pk, body }: { readonly pk: string; readonly body: Entry },
  index: number,
  input: MailOrder,
  again = false,
): Promise<void> {
  const now = context.clock.now();
  if (again && (await context.store.read([rowKey(letterId(body, index))]))[0]) return;
  const to = await letterAddressOf(context.store, { pk }, { seq: body.seq, index, to: input.to });
  // Nobody sends a letter a month late.
  if (to === undefined) return;
  const made = newMailing(letterId(body, index), { ...input, to }, now);
  const put = { put: letterRow(made, 1), expect: "absent" as const };
  const written = await context.store.write([put], context.newId("req", now));
  // Lost to contention and not to the same letter: handed on again, or nobody would be told.
  if (!written.ok && !written.rows[0]) throw new Error(`letter ${made.id} was not written`);
  await context.mails.send([{ mailId: made.id }]);
}

/** Letters that one sweep puts into the queue. */
const limit = 200;

/** Puts letters into the queue again that nobody has sent in time: their orders may be lost. Answers how many. */
export async function sweepLetters(context: MailContext): Promise<number> {
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
