import { html } from "hono/html";
import { Refusal } from "../../domain/core/refusal.ts";
import { platformBrand } from "../../domain/tenants/brand.ts";
import type { Answer, RefusedCall } from "../../http/operation-types.ts";
import { refusedForPeople } from "../kit/error-page.ts";
import type { Reading } from "../kit/front-page.ts";
import { brandedPage } from "../tenants/branded.ts";
import { openWizard, seeOther } from "./context.ts";
import { onboardingMessages } from "./messages/onboarding.ts";

/** Refusals that say nothing of any application: a guesser reads the same as whoever lost a link. */
const silent: ReadonlySet<Refusal["code"]> = new Set(["not_found", "route_not_found", "link_expired"]);

async function brandOfCall(call: RefusedCall) {
  const { root, params, lang, languages, requestId, operation = "" } = call;
  const input = { root, params: { token: params.token ?? "" }, query: { lang }, languages };
  const principal = { actor: "public" };
  try {
    return (await openWizard({ ...input, principal, requestId, operation })).wizard.brand;
  } catch (error) {
    if (error instanceof Refusal) return platformBrand;
    throw error;
  }
}

/** A refusal as a page. What can no longer be changed leads to how the application stands. */
export async function refusedWizard(refusal: Refusal | undefined, call: RefusedCall): Promise<Answer<string>> {
  const { root, params, lang, languages } = call;
  const { token } = params;
  if (refusal?.code === "illegal_kyb_transition" && token !== undefined) {
    const input = { root, params: { token }, query: { lang }, languages };
    return seeOther(input, "status", { saved: "closed" });
  }
  const isSilent = refusal === undefined || silent.has(refusal.code) || token === undefined;
  const brand = isSilent ? platformBrand : await brandOfCall(call);
  return refusedForPeople(refusal, call, brand);
}

/** Where the partner's own pages end: the application goes on from its own link. */
export function returnedPage(reading: Reading): Answer<string> {
  const { back } = onboardingMessages[reading.locale].status;
  return brandedPage({
    ...{ ...reading, title: back.title },
    main: html`<h1>${back.title}</h1><p class="lead">${back.text}</p>`,
  });
}
