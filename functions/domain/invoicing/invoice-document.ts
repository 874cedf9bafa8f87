import { dayIn } from "../core/time-zone.ts";
import { addressLines, payerName } from "./customer.ts";
import { calendarDays, printableTerms } from "./due-date.ts";
import { dueCents, type Invoice } from "./invoice.ts";
import { type TaxSum, taxSums } from "./totals.ts";

export type PrintedLine = Pick<Invoice["lineItems"][number], "description" | "unitCents" | "quantity" | "amountCents">;

/** Everything an invoice's PDF shows; amounts in integer cents, days of the seller's time zone. */
export interface InvoiceDocument
  extends Readonly<
    Pick<Invoice, "sellerName" | "sellerEmail" | "customerId" | "number" | "status" | "issuedAt"> &
      Pick<Invoice, "subtotalCents" | "discountCents" | "totalCents" | "creditedCents" | "amountPaidCents">
  > {
  readonly currency: string;
  /** Name, address and tax id of whom it is made out to, a line each. */
  readonly billTo: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  /** Null where the due day is not the one that they say. */
  readonly terms: string | null;
  /** The day on which it was voided; null where it was not. */
  readonly voidedOn: string | null;
  readonly notes?: string;
  readonly lines: readonly Readonly<PrintedLine>[];
  readonly taxes: readonly TaxSum[];
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

export function invoiceDocument(state: Invoice): InvoiceDocument {
  const { lineItems: lines, hostedUrl: payUrl, notes, ...rest } = state;
  return {
    ...rest,
    ...calendarDays(state),
    terms: printableTerms(state),
    billTo: billTo(state),
    voidedOn: state.voidedAt === null ? null : dayIn(state.voidedAt, state.timeZone),
    ...(notes === null ? {} : { notes }),
    lines,
    taxes: taxSums(lines),
    payUrl: dueCents(state) === 0 ? null : payUrl,
    amountRemainingCents: dueCents(state),
  };
}

/** Whom an invoice is made out to, as its papers print it: a line each for name, address and tax id. */
export function billTo(state: Invoice): string {
  const taxId = state.customer?.taxId;
  return [payerName(state), ...addressLines(state), ...(taxId ? [`Tax ID ${taxId}`] : [])].join("\n");
}
