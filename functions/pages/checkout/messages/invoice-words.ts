import type { PayField, PayProblem } from "../../../domain/checkout/pay.ts";
import type { PayerStage } from "../../../domain/checkout/payer-status.ts";
import type { Invoice } from "../../../domain/invoicing/invoice.ts";
import type { PaymentSource } from "../../../domain/rails/payment-source.ts";

interface Titled {
  readonly title: string;
  readonly text: string;
}

/** What is told of a stage: a word for lists, and a sentence for the payment's own page. */
export interface StageWords {
  readonly short: string;
  readonly long: string;
}

/** All that the pages of a hosted invoice say. */
export interface InvoiceWords {
  readonly invoice: (number: string, seller: string) => string;
  readonly statuses: Readonly<Record<Invoice["status"] | "overdue", string>>;
  readonly toPay: string;
  readonly due: (day: string) => string;
  readonly pdf: string;
  readonly facts: Readonly<Record<"from" | "to" | "issued" | "terms", string>>;
  readonly lines: Readonly<Record<"title" | "caption" | "description" | "amount", string>>;
  readonly totals: Readonly<
    Record<"subtotal" | "discount" | "total" | "paid" | "processing" | "remaining", string>
  >;
  readonly payments: Readonly<Record<"title", string>>;
  readonly pay: {
    readonly title: string;
    readonly amount: string;
    readonly part: (most: string) => string;
    readonly whole: (amount: string) => string;
    readonly source: string;
    readonly sources: Readonly<Record<PaymentSource, { readonly label: string; readonly hint: string }>>;
    readonly only: Readonly<Record<PaymentSource, string>>;
    readonly account: string;
    readonly accountHint: string;
    readonly labels: Readonly<Record<Exclude<PayField, "amount" | "source">, string>>;
    readonly routingHint: string;
    readonly numberHint: string;
    readonly numberAgain: string;
    readonly holderTypes: Readonly<Record<"individual" | "business", string>>;
    readonly accountTypes: Readonly<Record<"checking" | "savings", string>>;
    readonly authorization: string;
    /** What the payer agrees to (Nacha, WEB debits): who, what, when, how often and how it is taken back. */
    readonly authorizes: (asked: {
      readonly seller: string;
      readonly number: string;
      readonly day: string;
      readonly contact: string;
    }) => string;
    readonly send: string;
  };
  readonly problems: (problem: PayProblem, field: PayField, most: string) => string;
  readonly covered: Titled;
  readonly paid: Titled;
  readonly cannot: (contact: string) => Titled;
  readonly used: Titled;
  readonly wait: Titled;
  readonly payment: {
    readonly title: (amount: string) => string;
    readonly back: string;
    readonly steps: string;
    readonly step: Readonly<Record<"received" | "converted" | "settled", string>>;
    readonly stepStates: Readonly<Record<"done" | "now" | "open", string>>;
    readonly expected: (amount: string, came: string) => string;
    readonly followed: string;
    readonly receipt: string;
    readonly print: string;
    readonly facts: Readonly<
      Record<"amount" | "invoice" | "to" | "received" | "from" | "reference" | "rail" | "hash", string>
    >;
    readonly transfer: string;
    readonly account: (holder: string, last4: string) => string;
  };
  readonly stages: Readonly<Record<PayerStage, StageWords>>;
  readonly deposit: {
    readonly title: string;
    readonly text: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly qr: string;
    readonly qrHint: string;
  };
}
