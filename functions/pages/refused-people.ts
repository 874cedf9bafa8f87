import { html } from "hono/html";
import type { Brand } from "../domain/brand.ts";
import type { Locale } from "../domain/mail.ts";
import type { Refusal } from "../domain/refusal.ts";
import type { Answer } from "../http/define.ts";
import { brandedPage } from "./branded.ts";
import { kitWords } from "./words/kit.ts";

/** A refusal as a page for people, in words of theirs: nothing of what it was about. `undefined` is a bug of ours. */
export function refusedForPeople(
  refusal: Refusal | undefined,
  {
    brand,
    locale,
    requestId,
  }: { readonly brand: Brand; readonly locale: Locale; readonly requestId: string },
): Answer<string> {
  const words = kitWords[locale];
  const said = refusal ? (words.refusals[refusal.code] ?? words.refused) : words.trouble;
  return brandedPage({
    ...{ brand, locale, title: said.title },
    main: html`<h1>${said.title}</h1><p class="lead">${said.text}</p><p class="soft"><small>${words.request} <code>${requestId}</code></small></p>`,
  });
}
