import * as z from "zod";
import { pickFields } from "../core/pick-fields.ts";
import { dayIn } from "../core/time-zone.ts";
import type { CreditNote } from "./credit-note.ts";
import type { PrintedBrand, PrintedLine } from "./invoice-document.ts";
import { lineItem } from "./line-item.ts";
import { type TaxSum, taxSums } from "./totals.ts";

/** A credit note as clients see it. */
export const creditNoteView = z
  .object({
    id: z.string().describe("id of the credit note"),
    object: z.literal("credit_note").describe("always credit_note"),
    tenantId: z.string().describe("your id"),
    invoiceId: z.string().describe("the invoice that it reduces"),
    invoiceNumber: z.string().describe("that invoice's number"),
    number: z.string().describe("the invoice's number, -CN, and the credit note's place among the invoice's, from 1"),
    customerId: z.string().describe("the invoice's customer"),
    currency: z.string().describe("ISO 4217 code"),
    lineItems: z.array(lineItem).describe("what is credited; one line where only an amount was given"),
    subtotalCents: z.int().describe("the sum of the lines before tax, in cents"),
    taxCents: z.int().describe("the sum of the lines' tax, in cents"),
    amountCents: z.int().describe("what the invoice is reduced by, in cents: the subtotal plus the tax"),
    reason: z.string().describe("why; printed on it"),
    pdfUrl: z.string().describe("where it is as PDF"),
    issuedOn: z.string().describe("the calendar day of issuedAt in the invoice's time zone"),
    issuedAt: z.string().describe("when it was issued"),
    createdAt: z.string().describe("when it was created"),
  })
  .meta({ id: "CreditNote" });

/** A credit note as clients see it; `publicUrl` is the root of the interface that serves its PDF. */
export function viewCreditNote(state: CreditNote, publicUrl: string): z.infer<typeof creditNoteView> {
  return pickFields(creditNoteView, {
    ...state,
    object: "credit_note",
    issuedOn: dayIn(state.issuedAt, state.timeZone),
    pdfUrl: `${publicUrl}/api/v1/credit-notes/${state.id}/pdf`,
  });
}

/** Everything a credit note's PDF shows; amounts in integer cents, the day of the seller's time zone. */
export interface CreditNoteDocument
  extends Readonly<
    Pick<CreditNote, "sellerName" | "sellerEmail" | "number" | "invoiceNumber" | "currency"> &
      Pick<CreditNote, "subtotalCents" | "amountCents" | "reason" | "issuedAt">
  > {
  readonly billTo: string;
  readonly issuedOn: string;
  readonly lines: readonly Readonly<PrintedLine>[];
  readonly taxes: readonly TaxSum[];
  readonly brand?: PrintedBrand;
}

export function creditNoteDocument({ lineItems: lines, ...state }: CreditNote): CreditNoteDocument {
  const { billTo = state.customerId } = state;
  return { ...state, billTo, issuedOn: dayIn(state.issuedAt, state.timeZone), lines, taxes: taxSums(lines) };
}
