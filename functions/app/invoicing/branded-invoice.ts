import type { Invoice } from "../../domain/invoicing/invoice.ts";
import { type InvoiceDocument, invoiceDocument, type PrintedBrand } from "../../domain/invoicing/invoice-document.ts";
import type { Brand } from "../../domain/tenants/brand.ts";
import type { Context } from "../core/context.ts";
import { givenBrand } from "../tenants/brands.ts";
import { logoById } from "../tenants/logos.ts";
import { getTenant } from "../tenants/tenants.ts";

/** An invoice as its PDF shows it, in the look that its tenant or the reseller has been given. */
export async function brandedInvoice(context: Context, invoice: Invoice): Promise<InvoiceDocument> {
  const { state: tenant } = await getTenant(context, invoice.tenantId);
  const given = await givenBrand(context, tenant);
  const document = invoiceDocument(invoice);
  return given === undefined ? document : { ...document, brand: await printed(context, given) };
}

async function printed(context: Context, brand: Brand): Promise<PrintedBrand> {
  const { name, colours, logo, supportEmail, supportUrl } = brand;
  const bytes = logo === null ? null : (await logoById(context, logo.id)).bytes;
  return { name, accent: colours.accent, logo: bytes, supportEmail, supportUrl };
}
