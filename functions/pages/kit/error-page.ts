import { html } from "hono/html";
import { localeOf } from "../../contract/shared/locale.ts";
import type { Refusal, RefusalCode } from "../../domain/core/refusal.ts";
import { type Brand, platformBrand } from "../../domain/tenants/brand.ts";
import type { Answer, RefusedCall } from "../../http/operation-types.ts";
import { brandedPage } from "../tenants/branded.ts";
import { kitMessages } from "./messages/kit.ts";

/** A refusal as a page for people, in words of theirs: nothing of what it was about. `undefined` is a bug of ours. In nobody's brand it tells a guesser nothing. */
export async function refusedForPeople(
  refusal: Refusal | undefined,
  { root, lang, languages, requestId }: Pick<RefusedCall, "root" | "lang" | "languages" | "requestId">,
  brand: Brand = platformBrand,
): Promise<Answer<string>> {
  const locale = localeOf(lang, languages);
  const messages = kitMessages[locale];
  const refusals: Readonly<Partial<Record<RefusalCode, typeof messages.refused>>> = messages.refusals;
  const answer = refusal ? (refusals[refusal.code] ?? messages.refused) : messages.trouble;
  return brandedPage({
    ...{ root, brand, locale, title: answer.title },
    main: html`<h1>${answer.title}</h1><p class="lead">${answer.text}</p><p class="soft"><small>${messages.request} <code>${requestId}</code></small></p>`,
  });
}
