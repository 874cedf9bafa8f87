import type { Locale } from "../../../domain/core/mail.ts";
import { en, type InvoiceWords } from "./invoice-en.ts";
import { es } from "./invoice-es.ts";

/** The words of the hosted invoice in each language. */
export const invoiceWords: Readonly<Record<Locale, InvoiceWords>> = { en, es };
