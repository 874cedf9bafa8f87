import type { Context } from "../../app/core/context.ts";
import type { LinkContext } from "../../app/core/link-token.ts";
import { invoiceByLink } from "../../app/invoicing/invoices.ts";
import { brandOf } from "../../app/tenants/brands.ts";
import { getTenant } from "../../app/tenants/tenants.ts";
import { localeOf } from "../../contract/shared/locale.ts";
import { knownLocale, type Locale } from "../../domain/core/mail.ts";
import { payerLocale } from "../../domain/invoicing/customer.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import type { Brand } from "../../domain/tenants/brand.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import type { LinkCall } from "../kit/front-page.ts";

/** What each page of a hosted invoice is made from. */
export interface PayerView {
  /** The way from the page's address up to the service's root. */
  readonly root: string;
  readonly token: string;
  readonly invoice: Invoice;
  readonly tenant: Tenant;
  readonly brand: Brand;
  readonly locale: Locale;
  /** The chosen language as links carry it on; empty where the browser's own is meant. */
  readonly lang: string;
}

/** Loads what a page of the invoice behind a link shows; a wrong link is not found, one that has ended is refused. */
export async function payerViewOf(context: Context & LinkContext, call: LinkCall): Promise<PayerView> {
  const { root, params, query, languages } = call;
  const { token } = params;
  const invoice = await invoiceByLink(context, token);
  const { state: tenant } = await getTenant(context, invoice.tenantId);
  const brand = await brandOf(context, tenant);
  const own = localeOf(payerLocale(invoice), "", brand.locale);
  const chosen = knownLocale(query.lang);
  const lang = chosen === undefined ? "" : `?lang=${chosen}`;
  return { root, token, invoice, tenant, brand, locale: localeOf(query.lang, languages, own), lang };
}

/** Whom a payer writes to. */
export function contactOf({ brand, invoice }: Pick<PayerView, "brand" | "invoice">): string {
  return brand.supportEmail ?? brand.supportUrl ?? invoice.sellerEmail;
}

export function linksOf({ root, token, lang }: Pick<PayerView, "root" | "token" | "lang">) {
  const invoice = `${root}i/${token}`;
  return {
    invoice: `${invoice}${lang}`,
    pay: `${invoice}/pay${lang}`,
    pdf: `${invoice}/pdf`,
    creditNotePdf: (id: string) => `${invoice}/credit-notes/${id}/pdf`,
    payment: (id: string) => `${invoice}/payments/${id}${lang}`,
  };
}
