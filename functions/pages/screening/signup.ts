import { requestAccount } from "../../app/screening/account-requests.ts";
import {
  requestAccountOperations,
  screeningSignupOperations,
} from "../../contract/screening/screening-signup-pages.ts";
import { inputsOf } from "../../domain/core/form.ts";
import type { Locale } from "../../domain/core/mail.ts";
import { type AccountInput, accountInput, wantedPlans } from "../../domain/screening/account-request.ts";
import { plans } from "../../domain/screening/plan.ts";
import { serve } from "../../http/route.ts";
import { type AskingForm, askingBy, askingFrame } from "../access/access-request.ts";
import type { PeopleOption } from "../kit/form.ts";
import { type AccountField, accountRequestMessages } from "./messages/account-asking.ts";
import { screeningMessages } from "./messages/screening.ts";
import { manyText, priceText } from "./plan-text.ts";
import "../../wiring/core/personal.ts";

/** The plans on the price list, each with what it costs and gives. */
function planOptions(locale: Locale): PeopleOption[] {
  const { gives, unlimited } = screeningMessages[locale].plans;
  return wantedPlans.map((value) => {
    const plan = plans[value];
    const many = manyText(plan.screenings, unlimited, locale);
    return { value, label: plan.title, hint: gives(priceText(plan, locale), many) };
  });
}

const { plan: planInput, ...inputs } = inputsOf(accountInput);

/** The form that asks for an account of the screening interface, the plan chosen on it that its address names. */
function accountForm(chosen?: { readonly plan?: string | undefined }): AskingForm<AccountInput, AccountField> {
  const plan = wantedPlans.find((each) => each === chosen?.plan);
  return {
    place: "signup",
    ...(plan && { chosen: { plan } }),
    words: accountRequestMessages,
    inputs: { plan: planInput, ...inputs },
    more: (locale) => ({ plan: { options: planOptions(locale), value: plan ?? "free" } }),
    schema: accountInput,
    ask: requestAccount,
  };
}

const { take, show, send, thanks } = askingBy(accountForm);

export const handler = serve({ ...requestAccountOperations, ...screeningSignupOperations }, askingFrame, {
  requestAccount: take,
  showAccountForm: show,
  sendAccountForm: send,
  showAccountThanks: thanks,
});
