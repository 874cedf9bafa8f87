import { html } from "hono/html";
import type { Refusal, RefusalCode } from "../../domain/core/refusal.ts";
import type { Brand } from "../../domain/tenants/brand.ts";
import type { Answer } from "../../http/operation-types.ts";
import { brandedPage } from "../tenants/branded.ts";
import type { Reading } from "./front-page.ts";
import { kitWords } from "./messages/kit.ts";

/** A refusal as a page for people, in words of theirs: nothing of what it was about. `undefined` is a bug of ours. */
export function refusedForPeople(
  refusal: Refusal | undefined,
  { root, brand, locale, requestId }: Reading & { readonly brand: Brand; readonly requestId: string },
): Answer<string> {
  const words = kitWords[locale];
  const refusals: Readonly<Partial<Record<RefusalCode, typeof words.refused>>> = words.refusals;
  const said = refusal ? (refusals[refusal.code] ?? words.refused) : words.trouble;
  return brandedPage({
    ...{ root, brand, locale, title: said.title },
    main: html`<h1>${said.title}</h1><p class="lead">${said.text}</p><p class="soft"><small>${words.request} <code>${requestId}</code></small></p>`,
  });
}
