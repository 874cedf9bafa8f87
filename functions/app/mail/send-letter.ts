import { type Letterhead, letterText, senderName } from "../../domain/mail/letter.ts";
import {
  type Mailing,
  mailingUnknown,
  recordMailingRefusal,
  recordMailingSend,
  skipMailing,
  takeMailing,
} from "../../domain/mail/mailing.ts";
import { logoPath } from "../../domain/tenants/brand.ts";
import { commit } from "../core/change.ts";
import { openPersonal } from "../core/personal-data.ts";
import type { Meter } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { within } from "../core/timeout.ts";
import type { Letter, Mailer } from "../onboarding/ports.ts";
import { type ComposedLetter, composeLetter, type LetterSources } from "./compose-letter.ts";
import { type LoadedMailing, letterRow, loadedMailing } from "./letter-rows.ts";
import type { DrawLetter, MailOrder } from "./ports.ts";

export interface LetterContext extends LetterSources {
  readonly mailer: Mailer;
  readonly drawLetter: DrawLetter;
  readonly meter: Meter;
}

/** Half of the worker's own time, and well within its lease. */
const mailerSeconds = 15;

/**
 * Sends a letter that nobody has sent yet and answers what became of it; undefined where there was nothing to do.
 * It is taken on record before the mail service is asked, so that two orders send it once. SES keeps no key of ours:
 * a worker that dies between its answer and our record of it, or an answer that is lost, sends the letter once more.
 * Throws where it is not known whether it was sent; its order comes again.
 */
export async function sendLetter(context: LetterContext, { mailId }: MailOrder): Promise<Mailing | undefined> {
  const found = loadedMailing((await context.store.read([rowKey(mailId)]))[0]);
  if (!found) return undefined;
  const taken = takeMailing(found.state, context.clock.now());
  if (!taken || !(await save(context, taken, found.v))) return undefined;
  const held = { state: taken, v: found.v + 1 };
  const after = taken.status === "queued" ? await attempt(context, held) : taken;
  measure(context, after);
  return after;
}

async function attempt(context: LetterContext, held: LoadedMailing): Promise<Mailing> {
  const { state, v } = held;
  const now = () => context.clock.now();
  let after: Mailing;
  try {
    const composed = await composeLetter(context, state);
    if ("skipped" in composed) after = skipMailing(state, composed.skipped, now());
    else {
      const addressed = await openPersonal(context, state);
      const report = await within(mailerSeconds, context.mailer.send(drawn(context, addressed, composed)));
      after =
        "refused" in report
          ? recordMailingRefusal(state, report.refused, now())
          : recordMailingSend(state, report.messageId, now());
    }
  } catch (error) {
    await save(context, mailingUnknown(state, reasonOf(error), now()), v);
    throw error;
  }
  await record(context, after, v);
  return after;
}

/** Tries at writing down what became of a letter. */
const rounds = 5;

/** Writes down what became of a letter, also while the table is busy: one that nobody knows of goes out again. */
async function record(context: LetterContext, after: Mailing, from: number): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    if (await save(context, after, from)) return;
    const found = loadedMailing((await context.store.read([rowKey(after.id)]))[0]);
    // The lease was over and another has begun; the letter went out all the same.
    if (found?.v !== from) return;
  }
}

/** A service's own words may carry what was sent: its kind of trouble alone is kept. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}

function drawn(
  { drawLetter }: LetterContext,
  { id, to }: Mailing,
  { content, brand, replyTo, onboardUrl }: Exclude<ComposedLetter, { skipped: string }>,
): Letter {
  const { name, colours, logo } = brand;
  const head: Letterhead = {
    name: senderName(name),
    ...colours,
    logo: logo && { url: `${onboardUrl}/${logoPath(logo)}`, width: logo.width, height: logo.height },
  };
  return {
    key: id,
    fromName: head.name,
    to,
    replyTo,
    subject: content.subject,
    text: letterText(content),
    html: drawLetter(content, head),
  };
}

async function save(context: LetterContext, state: Mailing, from: number): Promise<boolean> {
  const put = { put: letterRow(state, from + 1), expect: from };
  return (await commit(context, [put])).ok;
}

function measure({ meter }: LetterContext, { status }: Mailing): void {
  if (status === "sent") meter.count("LetterSent", 1);
  if (status === "failed") meter.count("LetterFailed", 1);
}
