import { requestAccount } from "../../app/screening/account-requests.ts";
import { inputsOf } from "../../domain/core/form.ts";
import type { Locale } from "../../domain/core/mail.ts";
import { type AccountAsked, accountAsked, wantedPlans } from "../../domain/screening/account-request.ts";
import { plans } from "../../domain/screening/plan.ts";
import type { AskingForm } from "../access/access-request-page.ts";
import type { PeopleOption } from "../kit/form.ts";
import { type AccountField, accountAskingWords } from "./messages/account-asking.ts";
import { screeningWords } from "./messages/screening.ts";
import { manyText, priceText } from "./plan-text.ts";

/** The plans on the price list, each with what it costs and gives. */
function planOptions(locale: Locale): PeopleOption[] {
  const { gives, unlimited } = screeningWords[locale].plans;
  return wantedPlans.map((value) => {
    const plan = plans[value];
    const many = manyText(plan.screenings, unlimited, locale);
    return { value, label: plan.title, hint: gives(priceText(plan, locale), many) };
  });
}

const { plan: planInput, ...inputs } = inputsOf(accountAsked);

/** The form that asks for an account of the screening interface, the plan chosen on it that its address names. */
export function accountForm(chosen?: {
  readonly plan?: string | undefined;
}): AskingForm<AccountAsked, AccountField> {
  const plan = wantedPlans.find((each) => each === chosen?.plan);
  return {
    place: "signup",
    ...(plan && { chosen: { plan } }),
    words: accountAskingWords,
    inputs: { plan: planInput, ...inputs },
    more: (locale) => ({ plan: { options: planOptions(locale), value: plan ?? "free" } }),
    schema: accountAsked,
    ask: requestAccount,
  };
}
