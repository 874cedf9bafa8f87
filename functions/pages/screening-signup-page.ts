import { requestAccount } from "../app/account-requests.ts";
import { type AccountAsked, accountAsked, wantedPlans } from "../domain/account-request.ts";
import type { Locale } from "../domain/mail.ts";
import { plans } from "../domain/plan.ts";
import type { AskingForm } from "./asking-page.ts";
import type { PeopleOption } from "./people-form.ts";
import { manyText, priceText } from "./plan-text.ts";
import { contactFields } from "./signup-page.ts";
import { type AccountField, accountAskingWords } from "./words/account-asking.ts";
import { screeningWords } from "./words/screening.ts";

/** The plans on the price list, each with what it costs and gives. */
function planOptions(locale: Locale): PeopleOption[] {
  const { gives, unlimited } = screeningWords[locale].plans;
  return wantedPlans.map((value) => {
    const plan = plans[value];
    const many = manyText(plan.screenings, unlimited, locale);
    return { value, label: plan.title, hint: gives(priceText(plan, locale), many) };
  });
}

/** The form that asks for an account of the screening interface, the plan chosen on it that its address names. */
export function accountForm(chosen?: {
  readonly plan?: string | undefined;
}): AskingForm<AccountAsked, AccountField> {
  const plan = wantedPlans.find((each) => each === chosen?.plan);
  return {
    place: "signup",
    ...(plan && { chosen: { plan } }),
    words: accountAskingWords,
    fields: (words, locale) => [
      { name: "plan", kind: "radios", ...words.plan, options: planOptions(locale), value: plan ?? "free" },
      ...contactFields(words),
      { name: "useCase", kind: "lines", ...words.useCase, optional: true, maxLength: 2000 },
    ],
    schema: accountAsked,
    said: (name, text) => [name, text],
    ask: requestAccount,
  };
}
