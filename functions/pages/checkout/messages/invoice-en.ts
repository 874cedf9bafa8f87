import type { PayField, PayProblem } from "../../../domain/checkout/pay.ts";

interface PayFieldText {
  readonly label: string;
  readonly hint?: string;
  readonly missing: string;
}

type PayProblemText = string | ((most: string) => string);

/** Whom a debit is authorized for, what for, on which day, and whom to write to. */
type Authorization = Readonly<Record<"seller" | "number" | "day" | "contact", string>>;

export const en = {
  invoice: (number: string, seller: string) => `Invoice ${number} from ${seller}`,
  statuses: {
    draft: "Not sent yet",
    sent: "Waiting for payment",
    partially_paid: "Partly paid",
    paid: "Paid",
    void: "Void",
    overdue: "Overdue",
  },
  toPay: "left to pay",
  nothingDue: "Nothing is due on this invoice",
  due: (day: string) => `Due ${day}`,
  pdf: "Download the PDF",
  facts: { from: "From", to: "To", issued: "Issued", terms: "Terms" },
  lines: { title: "The invoice", caption: "Line items", description: "Description", amount: "Amount" },
  totals: {
    subtotal: "Subtotal",
    discount: "Discount",
    tax: "Tax",
    total: "Total",
    credited: "Credited",
    paid: "Paid",
    processing: "On its way",
    remaining: "Left to pay",
  },
  payments: { title: "Payments" },
  credits: {
    title: "Credit notes",
    tax: (amount: string) => `Tax included: ${amount}`,
    pdf: (number: string) => `PDF of ${number}`,
  },
  pay: {
    title: "Pay this invoice",
    part: (most: string) => `Up to ${most}. You may pay a part now and the rest later.`,
    whole: (amount: string) => `This invoice is paid in one amount: ${amount}.`,
    fields: {
      amount: { label: "Amount", missing: "Enter the amount" },
      source: { label: "How do you want to pay?", missing: "Choose how to pay" },
      holder: { label: "Name of the account holder", missing: "Enter the account holder’s name" },
      holderType: { label: "Whose account is it?", missing: "Choose whose account it is" },
      accountType: { label: "Kind of account", missing: "Choose the kind of account" },
      routingNumber: {
        label: "Routing number",
        missing: "Enter the routing number",
        hint: "9 digits, at the bottom left of a check",
      },
      accountNumber: {
        label: "Account number",
        missing: "Enter the account number",
        hint: "4 to 17 digits, beside the routing number",
      },
      authorize: { label: "I have read this and authorize the debit", missing: "Tick the box to authorize the debit" },
    } satisfies Record<PayField, PayFieldText>,
    choices: {
      source: {
        ach: { label: "From my bank account", hint: "We debit the account (ACH). Nothing else to do." },
        ach_push: {
          label: "By a transfer that I send",
          hint: "You get the details for a bank transfer (ACH) on the next page.",
        },
      },
      holderType: { individual: { label: "A person’s" }, business: { label: "A business’s" } },
      accountType: { checking: { label: "Checking" }, savings: { label: "Savings" } },
    },
    only: {
      ach: "You pay by a debit from your bank account (ACH).",
      ach_push: "You pay by a bank transfer (ACH) that you send. The details come on the next page.",
    },
    account: "Your bank account",
    accountHint: "An account in the United States. It is encrypted, and is never shown again.",
    numberAgain: "For your safety it was not kept. Enter it again.",
    authorization: "Authorization",
    /** What the payer agrees to (Nacha, WEB debits): who, what, when, how often and how it is taken back. */
    authorizes: ({ seller, number, day, contact }: Authorization) =>
      `On ${day} I authorize ${seller}, through its payment partner, to debit the amount above once from the bank account above by ACH, on this day or the next banking days, for invoice ${number}. If the debit is returned for lack of funds it may be presented up to two more times. I am entitled to use this account. I can take this authorization back before the debit is sent to my bank by writing to ${contact}. I can print this page as my copy.`,
    send: "Pay now",
  },
  problems: {
    too_long: "The name may have up to 100 characters",
    odd_characters: "Enter the name as the bank has it, in letters",
    routing_length: "A routing number has 9 digits",
    routing_wrong: "This is no routing number of a US bank: check its digits",
    account_length: "An account number has 4 to 17 digits",
    not_a_choice: "Choose one of those that are offered",
    not_an_amount: "Enter dollars and cents, like 1,234.50",
    too_little: "The amount must be at least $0.01",
    too_small_after_fees: "This amount is too small to be paid on its own",
    not_authorized: "Tick the box to authorize the debit",
    too_much: (most: string) => `At most ${most} can still be paid on this invoice`,
    whole_only: (most: string) => `This invoice is paid in one amount: enter ${most}`,
  } satisfies Record<Exclude<PayProblem, "missing">, PayProblemText>,
  covered: {
    title: "Payment is on its way",
    text: "What is on its way covers this invoice. There is nothing else to do.",
  },
  void: (contact: string) => ({
    title: "This invoice is void",
    text: `Nothing is due on it, and it cannot be paid. If you have a question, write to ${contact}.`,
  }),
  ended: (seller: string, contact: string) => ({
    title: "This link has ended",
    text: `Ask ${seller} (${contact}) for a new one. Payments that you have made are not affected.`,
  }),
  paid: { title: "This invoice is paid", text: "Thank you. There is nothing else to do." },
  cannot: (contact: string) => ({
    title: "This invoice cannot be paid here now",
    text: `Nothing was taken from you. Please write to ${contact}.`,
  }),
  used: {
    title: "This form had been sent before",
    text: "Nothing new was paid. Look at the payments of this invoice first: what you sent before may be among them. The form below is a fresh one.",
  },
  wait: {
    title: "Your payment is being worked on",
    text: "Do not send it again: we carry it on by ourselves. In a moment you see it among the invoice’s payments.",
  },
  payment: {
    title: (amount: string) => `Payment of ${amount}`,
    back: "Back to the invoice",
    steps: "How far it is",
    step: { received: "Received", converted: "Converted", settled: "Settled with the seller" },
    stepStates: { done: "done", now: "in progress", open: "to come" },
    expected: (amount: string, came: string) => `Expected: ${amount}. Came: ${came}.`,
    followed: "This page follows the payment by itself. You may close it: nothing depends on it.",
    receipt: "Receipt",
    print: "To keep a copy, print this page or save it as a PDF.",
    facts: {
      amount: "Amount",
      invoice: "Invoice",
      to: "Paid to",
      received: "Received",
      from: "Paid from",
      reference: "Payment reference",
      rail: "Bank’s reference",
      hash: "Settlement transaction",
    },
    transfer: "A bank transfer",
    account: (last4: string) => `An account ending in ${last4}`,
  },
  stages: {
    begun: { short: "Being made", long: "Your payment is being made." },
    awaiting_transfer: {
      short: "Waiting for your transfer",
      long: "We are waiting for your bank transfer. Send it with the details below.",
    },
    collecting: { short: "On its way", long: "The debit has been ordered. Your bank takes up to a few banking days." },
    other_amount: {
      short: "Being looked at",
      long: "Another amount than expected has come. It is safe, and somebody is looking at it.",
    },
    received: {
      short: "Received",
      long: "Your payment has been received. The invoice counts it as paid; the rest happens by itself.",
    },
    converted: {
      short: "Received",
      long: "Your payment has been received and converted. It is on its way to the seller.",
    },
    settled: { short: "Settled", long: "Your payment has been received and settled with the seller." },
    held: {
      short: "Received",
      long: "Your payment has been received and counts on the invoice. Its settlement with the seller is being looked at; there is nothing for you to do.",
    },
    returned: {
      short: "Returned",
      long: "Your bank has returned this payment. It no longer counts, and the invoice is open by that amount again.",
    },
    refunded: { short: "Refunded", long: "This payment was sent back to you and no longer counts." },
    failed: {
      short: "Did not go through",
      long: "This payment did not go through, and nothing was collected. You can pay again on the invoice’s page.",
    },
    canceled: { short: "Canceled", long: "This payment was canceled. Nothing was collected." },
  },
  deposit: {
    title: "Send your transfer with these details",
    text: "Send exactly this amount as one ACH transfer, with the message: only by it is your payment recognized.",
    labels: {
      amount: "Amount",
      bank_name: "Bank",
      bank_address: "Bank’s address",
      bank_routing_number: "Routing number",
      bank_account_number: "Account number",
      bank_beneficiary_name: "Payee",
      bank_beneficiary_address: "Payee’s address",
      deposit_message: "Message (required)",
    },
    qr: "These details as a QR code",
    qrHint: "Scan it to bring the details to another device.",
  },
};

export type InvoiceMessages = typeof en;
