import { html } from "hono/html";
import { platformBrand } from "../domain/brand.ts";
import type { Locale } from "../domain/mail.ts";
import { type AccessAsked, accessAsked } from "../domain/signup.ts";
import { withScheme } from "../domain/website.ts";
import type { Answer } from "../http/define.ts";
import { brandedPage } from "./branded.ts";
import { countryOptions } from "./countries.ts";
import { ownLink } from "./front-page.ts";
import { frontStyle } from "./front-style.ts";
import type { Html } from "./page.ts";
import { errorSummary, type FieldError, type PeopleField, peopleForm } from "./people-form.ts";
import { frontWords } from "./words/front.ts";
import { kitWords } from "./words/kit.ts";
import { type SignupField, type SignupWords, signupWords } from "./words/signup.ts";

type Typed = Readonly<Record<string, string>>;

const volumeField = "expectedMonthlyVolume";
const fieldNames = [
  "companyName",
  "contactName",
  "contactEmail",
  "website",
  "country",
  "useCase",
  volumeField,
] as const satisfies readonly SignupField[];

function isField(name: string): name is SignupField {
  return fieldNames.some((each) => each === name);
}

/** An amount of dollars in cents, as it was typed; NaN where it is none. */
function centsOf(typed: string): number {
  const plain = typed.replace(/^\s*(USD|US\$|\$)?\s*|\s+$/gi, "").replace(/[,\s]/g, "");
  return /^\d{1,12}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN;
}

/** What was typed, as the interface takes it; what was left empty was not said. */
function askedOf(typed: Typed): unknown {
  const entries = Object.entries(typed).flatMap(([name, value]): [string, unknown][] => {
    const text = value.trim();
    if (text === "" && isField(name)) return [];
    if (name === volumeField) return [["expectedMonthlyVolumeCents", centsOf(text)]];
    return [[name, name === "website" ? withScheme(text) : text]];
  });
  return Object.fromEntries(entries);
}

/** What the form asks, or what is wrong with it in the reader's language, a sentence for each field. */
export function readSignup(
  typed: Typed,
  locale: Locale,
): { readonly asked: AccessAsked } | { readonly errors: readonly FieldError[] } {
  const words = signupWords[locale];
  const read = accessAsked.safeParse(askedOf(typed));
  if (read.success) return { asked: read.data };
  const errors = new Map<string, string>();
  for (const { path, code } of read.error.issues) {
    const said = path[0] === "expectedMonthlyVolumeCents" ? volumeField : String(path[0] ?? "");
    const field = isField(said) ? said : "";
    if (errors.has(field)) continue;
    errors.set(
      field,
      field === "" ? words.unknown : words.fields[field][code === "too_big" ? "long" : "wrong"],
    );
  }
  const order = ["", ...fieldNames].filter((field) => errors.has(field));
  return { errors: order.map((path) => ({ path, message: errors.get(path) ?? "" })) };
}

function fields({ fields: words }: SignupWords, locale: Locale): PeopleField[] {
  const field = (name: SignupField, more: Omit<PeopleField, "name" | "label">): PeopleField => {
    const { label, hint } = words[name];
    return { name, label, hint, ...more };
  };
  return [
    field("companyName", { maxLength: 200, autocomplete: "organization" }),
    field("contactName", { maxLength: 200, autocomplete: "name" }),
    field("contactEmail", { kind: "email", maxLength: 254, autocomplete: "email" }),
    field("website", { kind: "text", inputmode: "url", optional: true, maxLength: 300, autocomplete: "url" }),
    field("country", {
      kind: "select",
      optional: true,
      options: countryOptions(locale),
      autocomplete: "country",
    }),
    field("useCase", { kind: "lines", optional: true, maxLength: 2000 }),
    field(volumeField, { kind: "money", optional: true, maxLength: 20 }),
  ];
}

interface FormShown {
  readonly typed?: Typed | undefined;
  readonly errors?: readonly FieldError[];
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

/** The form that asks for access, with what was typed before and what was wrong with it. */
export function signupPage(locale: Locale, { typed, errors = [], ...shown }: FormShown = {}): Answer<string> {
  const words = signupWords[locale];
  const kit = kitWords[locale];
  const { retryAfterSeconds: wait } = shown;
  return brandedPage({
    ...{ brand: platformBrand, locale, title: words.title, style: frontStyle, listed: true },
    ...(shown.status !== undefined && { status: shown.status, wrong: true }),
    ...(wait !== undefined && { headers: { "retry-after": String(wait) } }),
    main: html`${wait !== undefined && tooMany(words, wait)}${errorSummary(kit, errors)}
<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${peopleForm(kit, {
  action: `/signup?lang=${locale}`,
  parts: fields(words, locale),
  submit: words.submit,
  ...{ typed, errors },
  before: html`<p class="soft">${words.privacy}</p>`,
})}`,
  });
}

function tooMany({ tooMany: said }: SignupWords, seconds: number): Html {
  return html`<div class="errors" role="alert" tabindex="-1" autofocus><h2>${said.title}</h2><p>${said.text(Math.ceil(seconds / 60))}</p></div>`;
}

/** That a request has arrived. */
export function signupThanksPage(locale: Locale): Answer<string> {
  const { thanks } = signupWords[locale];
  return brandedPage({
    ...{ brand: platformBrand, locale, title: thanks.title, style: frontStyle },
    main: html`<h1>${thanks.title}</h1>
<p class="lead">${thanks.text}</p>
<p>${thanks.next}</p>
<p class="row links"><a href="/docs">${frontWords[locale].docs}</a>${ownLink("/", locale, thanks.home)}</p>`,
  });
}
