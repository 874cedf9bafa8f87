import type { Brand } from "../domain/brand.ts";
import type { Invoice } from "../domain/invoice.ts";
import { type InvoiceDocument, invoiceDocument, type PrintedBrand } from "../domain/invoice-document.ts";
import { givenBrand } from "./brands.ts";
import type { Desk } from "./desk.ts";
import { logoById } from "./logos.ts";
import { getTenant } from "./tenants.ts";

/** An invoice as its PDF shows it, in the look that its tenant or the reseller has been given. */
export async function brandedInvoice(desk: Desk, invoice: Invoice): Promise<InvoiceDocument> {
  const { state: tenant } = await getTenant(desk, invoice.tenantId);
  const given = await givenBrand(desk, tenant);
  const document = invoiceDocument(invoice);
  return given === undefined ? document : { ...document, brand: await printed(desk, given) };
}

async function printed(desk: Desk, brand: Brand): Promise<PrintedBrand> {
  const { name, colours, logo, supportEmail, supportUrl } = brand;
  const bytes = logo === null ? null : (await logoById(desk, logo.id)).bytes;
  return { name, accent: colours.accent, logo: bytes, supportEmail, supportUrl };
}
