import { requestAccess } from "../../app/access/request-access.ts";
import { requestAccessOperations, signupPageOperations } from "../../contract/access/signup-pages.ts";
import { type AccessInput, accessInput } from "../../domain/access/signup.ts";
import { inputsOf } from "../../domain/core/form.ts";
import { withScheme } from "../../domain/core/website.ts";
import { serve } from "../../http/route.ts";
import { countryOptions } from "../kit/countries.ts";
import { type AskingForm, askingBy, askingFrame } from "./access-request.ts";
import { type SignupField, signupMessages } from "./messages/signup.ts";
import "../../wiring/core/personal.ts";

const volumeField = "expectedMonthlyVolume";

/** An amount of dollars in cents, as it was typed, with spaces and commas wherever they stand; NaN where it is none. */
function centsOf(typed: string): number {
  const plain = typed.replace(/[,\s]/g, "").replace(/^(USD|US\$|\$)/i, "");
  return /^\d{1,12}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN;
}

const { expectedMonthlyVolumeCents: volumeInput, ...inputs } = inputsOf(accessInput);

const signupForm: AskingForm<AccessInput, SignupField> = {
  place: "signup",
  words: signupMessages,
  inputs: { ...inputs, [volumeField]: volumeInput },
  more: (locale) => ({ country: { options: countryOptions(locale) } }),
  schema: accessInput,
  toField: (name, text) => {
    if (name === volumeField) return ["expectedMonthlyVolumeCents", centsOf(text)];
    return [name, name === "website" ? withScheme(text) : text];
  },
  ask: requestAccess,
};

const { take, show, send, thanks } = askingBy(() => signupForm);

export const handler = serve({ ...requestAccessOperations, ...signupPageOperations }, askingFrame, {
  requestAccess: take,
  showSignup: show,
  sendSignup: send,
  showSignupThanks: thanks,
});
