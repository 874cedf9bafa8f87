import type { Invoice } from "./invoice.ts";

/** Everything an invoice's PDF shows; amounts in integer cents, dates as instants. */
export interface InvoiceDocument {
  readonly sellerName: string;
  readonly sellerEmail: string;
  readonly customerId: string;
  readonly number: string;
  readonly status: Invoice["status"];
  readonly currency: string;
  readonly issuedAt: string;
  readonly dueDate: string;
  readonly terms: string;
  readonly notes?: string;
  readonly lines: readonly {
    readonly description: string;
    readonly unitCents: number;
    readonly quantity: number;
    readonly amountCents: number;
  }[];
  readonly subtotalCents: number;
  readonly discountCents: number;
  readonly totalCents: number;
  readonly amountPaidCents: number;
  readonly amountRemainingCents: number;
  readonly payUrl: string | null;
  /** Left out where nobody has given the seller one. */
  readonly brand?: PrintedBrand;
}

/** As much of a brand as an invoice on paper shows; `logo` has the bytes of a PNG or JPEG. */
export interface PrintedBrand {
  readonly name: string;
  readonly accent: string;
  readonly logo: Uint8Array | null;
  readonly supportEmail: string | null;
  readonly supportUrl: string | null;
}

/** An invoice as its PDF shows it. */
export function invoiceDocument(state: Invoice): InvoiceDocument {
  const { lineItems: lines, hostedUrl: payUrl, notes, ...rest } = state;
  const amountRemainingCents = state.totalCents - state.amountPaidCents;
  return { ...rest, ...(notes === null ? {} : { notes }), lines, payUrl, amountRemainingCents };
}
