import type { Locale } from "../../../domain/core/mail.ts";
import { en } from "./invoice-en.ts";
import { es } from "./invoice-es.ts";
import type { InvoiceWords } from "./invoice-words.ts";

/** The words of the hosted invoice in each language. */
export const invoiceWords: Readonly<Record<Locale, InvoiceWords>> = { en, es };
