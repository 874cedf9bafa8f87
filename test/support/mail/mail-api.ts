import { drawLetter } from "../../../functions/adapters/local/letter-html.ts";
import type { Row, Store } from "../../../functions/app/core/ports.ts";
import { createInvoice, issueInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { sweepLetters } from "../../../functions/app/mail/letter-queue.ts";
import { loadedMailing } from "../../../functions/app/mail/letter-rows.ts";
import type { MailOrder } from "../../../functions/app/mail/ports.ts";
import { type LetterContext, sendLetter } from "../../../functions/app/mail/send-letter.ts";
import type { Letter, Mailer } from "../../../functions/app/onboarding/ports.ts";
import type { Mailing } from "../../../functions/domain/mail/mailing.ts";
import { MemoryStore } from "../core/memory-store.ts";
import { handOnAll, pendingEntries } from "../core/outbox.ts";
import { TestApi } from "../core/test-api.ts";
import { noPartner } from "../onboarding/no-partner.ts";
import { workflows } from "../settlement/reserve-api.ts";

/** Letters over a memory book: the queue is a list, and the mail service keeps what it took. */
export class MailApi extends TestApi {
  readonly onboardUrl = "http://localhost:4002";
  readonly ordered: MailOrder[] = [];
  readonly sent: Letter[] = [];
  /** What the mail service answers; it takes the letter where nothing else is said. */
  answer: Mailer["send"] = async ({ key }) => ({ messageId: `m-${key}` });
  readonly mails = { send: async (orders: readonly MailOrder[]) => void this.ordered.push(...orders) };
  readonly mailer: Mailer = {
    name: "test",
    send: async (letter) => {
      this.sent.push(letter);
      return this.answer(letter);
    },
  };

  /** What sends letters, over another book where one is given. */
  letterContext(store: Store = this.context.store): LetterContext {
    const { onboardUrl, mailer, meter } = this;
    return { ...this.context, store, actor: "system:mail", onboardUrl, mailer, drawLetter, meter };
  }

  /** An invoice that says who pays it, sent. */
  async invoiceTo(tenantId: string, metadata: Record<string, string>, number = "A-1"): Promise<string> {
    const lineItems = [{ description: "work", unitCents: 10_000, quantity: 1 }];
    const input = { number, customerId: "c", lineItems, currency: "USD" as const, terms: "Net 14" };
    const context = { ...this.context, onboardUrl: this.onboardUrl };
    const { id } = await createInvoice(context, tenantId, { ...input, discountCents: 0, metadata });
    await issueInvoice(this.context, tenantId, id);
    return id;
  }

  /** Entries that have not been handed on. */
  pending(): Row[] {
    return pendingEntries(this.store.rows());
  }

  /** Hands on what follows from them, as the stream does. */
  async handOn(rows = this.pending()): Promise<void> {
    const { store, clock, newId, meter, mails } = this;
    const send = async () => undefined;
    const context = { store, clock, newId, meter, mails, live: false, publicUrl: "", deliveries: new MemoryStore() };
    const queues = { queue: { send }, packets: { send } };
    await handOnAll({ ...context, ...queues, workflows, partner: noPartner }, store, rows);
  }

  /** Sends what was ordered. */
  async sendOrdered(): Promise<void> {
    for (const order of this.ordered.splice(0)) await sendLetter(this.letterContext(), order);
  }

  /** Hands on what waits, and sends what that ordered. */
  async lettersOut(): Promise<void> {
    await this.handOn();
    await this.sendOrdered();
  }

  /** One run of the sweeper, on behalf of letters. */
  sweepLetters(): Promise<number> {
    const { store, clock, newId, mails } = this;
    return sweepLetters({ store, clock, newId, mails });
  }

  /** Every letter's state, in the order in which they were asked for. */
  letters(): Mailing[] {
    return this.store.rows().flatMap((row) => loadedMailing(row)?.state ?? []);
  }
}
