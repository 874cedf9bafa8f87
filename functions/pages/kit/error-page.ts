import { html } from "hono/html";
import { localeOf } from "../../contract/shared/locale.ts";
import type { Refusal, RefusalCode } from "../../domain/core/refusal.ts";
import { type Brand, platformBrand } from "../../domain/tenants/brand.ts";
import type { Answer, RefusedCall } from "../../http/operation-types.ts";
import { brandedPage } from "../tenants/branded.ts";
import { kitWords } from "./messages/kit.ts";

/** A refusal as a page for people, in words of theirs: nothing of what it was about. `undefined` is a bug of ours. In nobody's brand it tells a guesser nothing. */
export async function refusedForPeople(
  refusal: Refusal | undefined,
  { root, lang, languages, requestId }: Pick<RefusedCall, "root" | "lang" | "languages" | "requestId">,
  brand: Brand = platformBrand,
): Promise<Answer<string>> {
  const locale = localeOf(lang, languages);
  const words = kitWords[locale];
  const refusals: Readonly<Partial<Record<RefusalCode, typeof words.refused>>> = words.refusals;
  const said = refusal ? (refusals[refusal.code] ?? words.refused) : words.trouble;
  return brandedPage({
    ...{ root, brand, locale, title: said.title },
    main: html`<h1>${said.title}</h1><p class="lead">${said.text}</p><p class="soft"><small>${words.request} <code>${requestId}</code></small></p>`,
  });
}
