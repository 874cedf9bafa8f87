import type { Locale } from "../../../domain/core/mail.ts";
import { en, type InvoiceMessages } from "./invoice-en.ts";
import { es } from "./invoice-es.ts";

/** The words of the hosted invoice in each language. */
export const invoiceMessages: Readonly<Record<Locale, InvoiceMessages>> = { en, es };
