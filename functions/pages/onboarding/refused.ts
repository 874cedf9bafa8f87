import { html } from "hono/html";
import { platformBrand } from "../../domain/brand.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Answer, RefusedCall } from "../../http/define.ts";
import { brandedPage } from "../branded.ts";
import type { Reading } from "../front-page.ts";
import { localeOf } from "../locale.ts";
import { refusedForPeople } from "../refused-people.ts";
import { onboardingWords } from "../words/onboarding.ts";
import { opened, seeOther } from "./desk.ts";

/** Refusals that say nothing of any application: a guesser reads the same as whoever lost a link. */
const silent: ReadonlySet<Refusal["code"]> = new Set(["not_found", "route_not_found", "link_expired"]);

async function brandOfCall(call: RefusedCall) {
  const { root, params, lang, languages, requestId, operation = "" } = call;
  const asked = { root, params: { token: params.token ?? "" }, query: { lang }, languages };
  const principal = { actor: "public" };
  try {
    return (await opened({ ...asked, principal, requestId, operation })).wizard.brand;
  } catch (error) {
    if (error instanceof Refusal) return platformBrand;
    throw error;
  }
}

/** A refusal as a page. What can no longer be changed leads to how the application stands. */
export async function refused(refusal: Refusal | undefined, call: RefusedCall): Promise<Answer<string>> {
  const { root, params, lang, languages, requestId } = call;
  const { token } = params;
  if (refusal?.code === "illegal_kyb_transition" && token !== undefined) {
    const asked = { root, params: { token }, query: { lang }, languages };
    return seeOther(asked, "status", { saved: "closed" });
  }
  const isSilent = refusal === undefined || silent.has(refusal.code) || token === undefined;
  const brand = isSilent ? platformBrand : await brandOfCall(call);
  return refusedForPeople(refusal, { root, brand, locale: localeOf(lang, languages), requestId });
}

/** Where the partner's own pages end: the application goes on from its own link. */
export function returnedPage({ root, locale }: Reading): Answer<string> {
  const { back } = onboardingWords[locale].status;
  return brandedPage({
    ...{ root, brand: platformBrand, locale, title: back.title },
    main: html`<h1>${back.title}</h1><p class="lead">${back.text}</p>`,
  });
}
