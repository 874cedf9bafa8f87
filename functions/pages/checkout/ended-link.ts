import { html } from "hono/html";
import { localeOf } from "../../contract/shared/locale.ts";
import type { Refusal } from "../../domain/core/refusal.ts";
import type { Answer, RefusedCall } from "../../http/operation-types.ts";
import { refusedForPeople } from "../kit/error-page.ts";
import { brandedPage } from "../tenants/branded.ts";
import { invoiceMessages } from "./messages/invoice.ts";

type Refused = Pick<RefusedCall, "root" | "lang" | "languages" | "requestId">;

/** A refusal as a page for payers: who has a link that has ended is told whom to ask for another, and nothing of the invoice. */
export async function refusedForPayers(refusal: Refusal | undefined, call: Refused): Promise<Answer<string>> {
  if (refusal?.code !== "link_expired") return refusedForPeople(refusal, call);
  const { root, lang, languages } = call;
  const locale = localeOf(lang, languages);
  const { seller, sellerEmail } = refusal.detail.extra ?? {};
  const { title, text } = invoiceMessages[locale].ended(String(seller), String(sellerEmail));
  return brandedPage({
    ...{ root, locale, title },
    main: html`<h1>${title}</h1><p class="lead" dir="auto">${text}</p>`,
  });
}
