import { type Letterhead, letterText, senderName } from "../../domain/mail/letter.ts";
import {
  type Mailing,
  mailingRefused,
  mailingSent,
  mailingSkipped,
  mailingUnknown,
  takeMailing,
} from "../../domain/mail/mailing.ts";
import { logoPath } from "../../domain/tenants/brand.ts";
import type { Meter } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { within } from "../core/timeout.ts";
import type { InviteDesk } from "../onboarding/invites.ts";
import type { Letter, Mailer } from "../onboarding/ports.ts";
import { type Composed, composeLetter } from "./compose-letter.ts";
import { type LoadedMailing, letterRow, loadedMailing } from "./letter-rows.ts";
import type { DrawLetter, MailOrder } from "./ports.ts";

/** What sending letters works with. */
export interface LetterDesk extends InviteDesk {
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
export async function sendLetter(desk: LetterDesk, { mailId }: MailOrder): Promise<Mailing | undefined> {
  const found = loadedMailing((await desk.book.read([rowKey(mailId)]))[0]);
  if (!found) return undefined;
  const taken = takeMailing(found.state, desk.clock.now());
  if (!taken || !(await save(desk, taken, found.v))) return undefined;
  const held = { state: taken, v: found.v + 1 };
  const after = taken.status === "queued" ? await attempt(desk, held) : taken;
  measure(desk, after);
  return after;
}

async function attempt(desk: LetterDesk, held: LoadedMailing): Promise<Mailing> {
  const { state, v } = held;
  const now = () => desk.clock.now();
  let after: Mailing;
  try {
    const composed = await composeLetter(desk, state);
    if ("skipped" in composed) after = mailingSkipped(state, composed.skipped, now());
    else {
      const said = await within(mailerSeconds, desk.mailer.send(drawn(desk, state, composed)));
      after =
        "refused" in said
          ? mailingRefused(state, said.refused, now())
          : mailingSent(state, said.messageId, now());
    }
  } catch (error) {
    await save(desk, mailingUnknown(state, reasonOf(error), now()), v);
    throw error;
  }
  await record(desk, after, v);
  return after;
}

/** Tries at writing down what became of a letter. */
const rounds = 5;

/** Writes down what became of a letter, also while the table is busy: one that nobody knows of goes out again. */
async function record(desk: LetterDesk, after: Mailing, from: number): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    if (await save(desk, after, from)) return;
    const found = loadedMailing((await desk.book.read([rowKey(after.id)]))[0]);
    // The lease was over and another has begun; the letter went out all the same.
    if (found?.v !== from) return;
  }
}

/** A service's own words may carry what was sent: its kind of trouble alone is kept. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}

function drawn(
  { drawLetter }: LetterDesk,
  { id, to }: Mailing,
  { content, brand, replyTo, onboardUrl }: Exclude<Composed, { skipped: string }>,
): Letter {
  const { name, colours, logo } = brand;
  const head: Letterhead = {
    name: senderName(name),
    ...colours,
    logo: logo && {
      url: `${onboardUrl}/${logoPath(logo)}`,
      width: logo.width,
      height: logo.height,
    },
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

async function save(desk: LetterDesk, state: Mailing, from: number): Promise<boolean> {
  const put = { put: letterRow(state, from + 1), expect: from };
  const written = await desk.book.write([put], desk.newId("req", desk.clock.now()));
  return written.ok;
}

function measure({ meter }: LetterDesk, { status }: Mailing): void {
  if (status === "sent") meter.count("LetterSent", 1);
  if (status === "failed") meter.count("LetterFailed", 1);
}
