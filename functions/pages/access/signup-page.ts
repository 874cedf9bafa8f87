import { requestAccess } from "../../app/access/request-access.ts";
import type { whoAsks } from "../../domain/access/access-request.ts";
import { type AccessAsked, accessAsked } from "../../domain/access/signup.ts";
import type { Locale } from "../../domain/core/mail.ts";
import { withScheme } from "../../domain/core/website.ts";
import { countryOptions } from "../kit/countries.ts";
import type { PeopleField } from "../kit/form.ts";
import type { AskingForm } from "./access-request-page.ts";
import { type SignupField, type SignupWords, signupWords } from "./messages/signup.ts";

const volumeField = "expectedMonthlyVolume";

/** An amount of dollars in cents, as it was typed; NaN where it is none. */
function centsOf(typed: string): number {
  const plain = typed.replace(/^\s*(USD|US\$|\$)?\s*|\s+$/gi, "").replace(/[,\s]/g, "");
  return /^\d{1,12}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN;
}

/** Who asks: the same fields in every such form. */
export function contactFields(words: Pick<SignupWords["fields"], keyof typeof whoAsks.shape>) {
  const { companyName, contactName, contactEmail } = words;
  return [
    said("companyName", companyName, { maxLength: 200, autocomplete: "organization" }),
    said("contactName", contactName, { maxLength: 200, autocomplete: "name" }),
    said("contactEmail", contactEmail, { kind: "email", maxLength: 254, autocomplete: "email" }),
  ];
}

function said<F extends string>(
  name: F,
  { label, hint }: Pick<PeopleField, "label" | "hint">,
  more: Omit<PeopleField, "name" | "label">,
) {
  return { name, label, hint, ...more };
}

function fields(words: SignupWords["fields"], locale: Locale) {
  const field = (name: SignupField, more: Omit<PeopleField, "name" | "label">) =>
    said(name, words[name], { optional: true, ...more });
  return [
    ...contactFields(words),
    field("website", { kind: "text", inputmode: "url", maxLength: 300, autocomplete: "url" }),
    field("country", { kind: "select", options: countryOptions(locale), autocomplete: "country" }),
    field("useCase", { kind: "lines", maxLength: 2000 }),
    field(volumeField, { kind: "money", maxLength: 20 }),
  ];
}

/** The form that asks for access to the rails. */
export const signupForm: AskingForm<AccessAsked, SignupField> = {
  place: "signup",
  words: signupWords,
  fields,
  schema: accessAsked,
  said: (name, text) => {
    if (name === volumeField) return ["expectedMonthlyVolumeCents", centsOf(text)];
    return [name, name === "website" ? withScheme(text) : text];
  },
  ask: requestAccess,
};
