import { localeOf } from "../../contract/shared/locale.ts";
import { platformBrand } from "../../domain/tenants/brand.ts";
import type { BrowserFrame } from "../../http/browser.ts";
import { refusedForPeople } from "../kit/error-page.ts";

/** Nobody signs in here. Whatever is wrong with a link, the page is the same and in nobody's brand: it tells a guesser nothing. */
export const refusedInvoicePage: BrowserFrame["refused"] = async (
  refusal,
  { root, lang, languages, requestId },
) => refusedForPeople(refusal, { root, brand: platformBrand, locale: localeOf(lang, languages), requestId });
