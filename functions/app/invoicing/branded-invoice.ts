import type { CreditNote } from "../../domain/invoicing/credit-note.ts";
import { type CreditNoteDocument, creditNoteDocument } from "../../domain/invoicing/credit-note-view.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import { type InvoiceDocument, invoiceDocument, type PrintedBrand } from "../../domain/invoicing/invoice-document.ts";
import type { Brand } from "../../domain/tenants/brand.ts";
import type { Context } from "../core/context.ts";
import { type LinkContext, wholeAddress } from "../core/link-token.ts";
import { givenBrand } from "../tenants/brands.ts";
import { logoById } from "../tenants/logos.ts";
import { getTenant } from "../tenants/tenants.ts";

/** An invoice as its PDF shows it, in the look that its tenant or the reseller has been given. */
export async function brandedInvoice(context: Context & LinkContext, invoice: Invoice): Promise<InvoiceDocument> {
  const document = invoiceDocument(invoice);
  const payUrl = document.payUrl === null ? null : await wholeAddress(context, invoice, document.payUrl);
  return inBrand(context, invoice.tenantId, { ...document, payUrl });
}

/** A credit note as its PDF shows it, in the same look. */
export async function brandedCreditNote(context: Context, note: CreditNote): Promise<CreditNoteDocument> {
  return inBrand(context, note.tenantId, creditNoteDocument(note));
}

async function inBrand<D extends object>(context: Context, tenantId: string, document: D) {
  const { state: tenant } = await getTenant(context, tenantId);
  const given = await givenBrand(context, tenant);
  return given === undefined ? document : { ...document, brand: await printed(context, given) };
}

async function printed(context: Context, brand: Brand): Promise<PrintedBrand> {
  const { name, colours, logo, supportEmail, supportUrl } = brand;
  const bytes = logo === null ? null : (await logoById(context, logo.id)).bytes;
  return { name, accent: colours.accent, logo: bytes, supportEmail, supportUrl };
}
