import type { Store } from "../../../functions/app/core/ports.ts";

/** What an answer tells of a payment; `openCents` is what the invoice had left after it. */
export interface Payment {
  readonly paymentId: string;
  readonly openCents: number;
}

/** What the business code works with on either side: the book, and the rail, which takes an id's money once however often it is asked. */
export interface Till {
  readonly store: Store;
  readonly newNonce: () => string;
  /** Absent where a payment is a transaction and nothing else. */
  readonly charge?: ((id: string) => Promise<void>) | undefined;
}

export const invoiceKey = { pk: "inv_1", sk: "row" };

const tries = 4;

/** Takes `amountCents` off the invoice under an id: charges the rail where there is one, then writes the payment and what is open in one transaction. A payment that is there under this id is answered as it stands. */
export async function pay(
  till: Till,
  { key, id, amountCents }: { readonly key: string; readonly id: string; readonly amountCents: number },
): Promise<Payment> {
  const paymentKey = { pk: id, sk: "row" };
  await till.charge?.(id);
  for (let attempt = 1; attempt <= tries; attempt++) {
    const [invoice, made] = await till.store.read([invoiceKey, paymentKey]);
    if (made) return (made.body as { answer: Payment }).answer;
    if (!invoice) throw new Error("no such invoice");
    const answer = { paymentId: id, openCents: (invoice.body as { openCents: number }).openCents - amountCents };
    const written = await till.store.write(
      [
        { put: { ...invoice, v: invoice.v + 1, body: { openCents: answer.openCents } }, expect: invoice.v },
        { put: { ...paymentKey, v: 1, type: "payment", body: { key, answer } }, expect: "absent" },
      ],
      till.newNonce(),
    );
    if (written.ok) return answer;
  }
  throw new Error("others were faster");
}
