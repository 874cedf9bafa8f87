import type { Form } from "../../domain/core/form.ts";
import type { Locale } from "../../domain/core/mail.ts";
import type { KybProblem } from "../../domain/onboarding/form.ts";
import type { Kyb, KybStep } from "../../domain/onboarding/kyb.ts";
import type { Brand } from "../../domain/tenants/brand.ts";
import type { PageScript } from "../browser/scripts.ts";
import { type FieldError, type PeopleForm, peopleForm } from "../kit/form.ts";
import { type KitMessages, kitMessages } from "../kit/messages/kit.ts";
import type { Html } from "../kit/page.ts";
import { onboardingMessages } from "./messages/onboarding.ts";
import type { OnboardingMessages } from "./messages/onboarding-en.ts";
import { onboardingProblems } from "./messages/onboarding-problems.ts";

/** What the forms of an application are proven for. */
export const formPurpose = "a form of an application";

/** An application as whoever has its link sees it now. */
export interface Wizard {
  /** The way from the page's address up to the service's root. */
  readonly root: string;
  readonly token: string;
  /** What proves that a form is this link's. */
  readonly formToken: string;
  /** The language that was chosen by hand; it stays in the addresses. */
  readonly lang: string | undefined;
  readonly locale: Locale;
  readonly brand: Brand;
  readonly state: Kyb;
  /** What was just done, or found. */
  readonly notice?: Notice | undefined;
  /** A form that was not saved: what was typed, and why. */
  readonly refused?: RefusedForm | undefined;
}

export interface Notice {
  readonly tone: "good" | "warn" | "bad";
  readonly text: string;
}

export interface RefusedForm {
  readonly typed: Form;
  readonly problems: readonly KybProblem[];
  /** The steps that were saved elsewhere meanwhile. */
  readonly stale?: readonly KybStep[];
}

/** What a page of the application shows beside what they all have. */
export interface WizardPage {
  readonly title: string;
  readonly main: Html;
  /** Which step of the progress it belongs to; none for the status. */
  readonly step?: KybStep;
  readonly back?: string | undefined;
  readonly formsTo?: string;
  /** What is wrong beside what a refused form says. */
  readonly errors?: readonly FieldError[];
  readonly script?: PageScript;
}

export function messagesOf({ locale }: Pick<Wizard, "locale">): OnboardingMessages {
  return onboardingMessages[locale];
}

export function kitOf({ locale }: Pick<Wizard, "locale">): KitMessages {
  return kitMessages[locale];
}

export function placeOf(
  { root, token, lang }: Pick<Wizard, "root" | "token" | "lang">,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const all = new URLSearchParams({ ...query, ...(lang !== undefined && { lang }) }).toString();
  return `${root}k/${token}/${path}${all === "" ? "" : `?${all}`}`;
}

type Label = keyof OnboardingMessages["fields"];

/** Fields whose name is not that of their label. */
const labels: Readonly<Record<string, Label>> = { name: "signer", title: "personTitle", agree: "agreed" };

/** Under which name we have words for a field, if any: `registeredCity` is a `city`. */
export function labelOf({ fields }: OnboardingMessages, path: string): Label | undefined {
  const short = path.replace(/^(registered|operating|home)(?=[A-Z])/, "");
  if (short === "Country") return "addressCountry";
  const name = short === path ? (labels[path] ?? path) : short.charAt(0).toLowerCase() + short.slice(1);
  return Object.hasOwn(fields, name) ? (name as Label) : undefined;
}

export function errorsOf(wizard: Wizard): FieldError[] {
  const messages = messagesOf(wizard);
  const answer = onboardingProblems[wizard.locale];
  return (wizard.refused?.problems ?? []).map(({ path, code, limit }) => {
    const template = path === "chain" && code === "required" ? messages.chainNeeded : answer[code];
    const message = typeof template === "string" ? template : template(limit ?? 0);
    const label = labelOf(messages, path);
    return { path, message, summary: `${label === undefined ? path : messages.fields[label].label}: ${message}` };
  });
}

/** What every form of the application carries: whose it is, and which revision it has seen; with what was typed where it was not saved. */
export function carryOver({ formToken, state, refused }: Wizard): Pick<PeopleForm, "formToken" | "hidden" | "typed"> {
  // A form that was overtaken has been told so: sent again, it is meant.
  const seen = refused?.stale ? undefined : refused?.typed.revision;
  return { formToken, hidden: { revision: seen ?? String(state.revision) }, typed: refused?.typed };
}

/** A form of the application that is sent to one of its places. */
export function wizardForm(
  wizard: Wizard,
  place: string,
  { hidden, ...form }: Pick<PeopleForm, "parts" | "submit" | "hidden">,
): Html {
  const own = carryOver(wizard);
  return peopleForm(kitOf(wizard), {
    ...{ ...own, hidden: { ...own.hidden, ...hidden }, action: placeOf(wizard, place) },
    ...{ ...form, errors: errorsOf(wizard) },
  });
}
