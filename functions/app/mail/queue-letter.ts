import type { MailOrder } from "../../domain/core/transition.ts";
import { newMailing } from "../../domain/mail/mailing.ts";
import type { Entry } from "../core/aggregate.ts";
import type { Clock, NewId, Store } from "../core/ports.ts";
import { letterId, letterRow } from "./letter-rows.ts";
import type { MailQueue } from "./ports.ts";

/** Writes the letter that an entry's follow at `index` asks for, if it is not there yet, and puts it into the queue. */
export async function orderLetter(
  context: { readonly store: Store; readonly mails: MailQueue; readonly clock: Clock; readonly newId: NewId },
  body: Entry,
  index: number,
  input: MailOrder,
): Promise<void> {
  const now = context.clock.now();
  const made = newMailing(letterId(body, index), input, now);
  const put = { put: letterRow(made, 1), expect: "absent" as const };
  const written = await context.store.write([put], context.newId("req", now));
  // Lost to contention and not to the same letter: handed on again, or nobody would be told.
  if (!written.ok && !written.rows[0]) throw new Error(`letter ${made.id} was not written`);
  await context.mails.send([{ mailId: made.id }]);
}
