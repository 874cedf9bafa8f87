import { html } from "hono/html";
import type { FormInput } from "../../domain/core/form.ts";
import { dayText } from "../../domain/core/format.ts";
import { addressField } from "../../domain/onboarding/address.ts";
import type { PostalAddress } from "../../domain/onboarding/answers.ts";
import { payoutChains } from "../../domain/onboarding/enums.ts";
import { countryName, countryOptions } from "../kit/countries.ts";
import { type FieldGroup, type PeopleField, type PeopleOption, peopleField } from "../kit/form.ts";
import type { Html } from "../kit/page.ts";
import type { OnboardingMessages } from "./messages/onboarding-en.ts";
import { labelOf, messagesOf, type Wizard } from "./view.ts";

type Inputs = Readonly<Record<string, FormInput>>;

/** What fields hold by their names: texts, boxes, and what is sealed. */
type Values = Readonly<Record<string, unknown>>;

interface FieldTexts {
  /** Labels of fields that have another than by their name. */
  readonly labels?: Readonly<Record<string, keyof OnboardingMessages["fields"]>>;
  /** Groups by the field that each begins with. */
  readonly groups?: Readonly<Record<string, keyof OnboardingMessages["groups"]>>;
}

export function chainName(chain: string): string {
  return chain.charAt(0).toUpperCase() + chain.slice(1);
}

/** The choices of a field in the reader's language; a chain's is its name. */
function choicesOf(
  { choices }: OnboardingMessages,
  name: string,
): Readonly<Record<string, Omit<PeopleOption, "value">>> {
  if (name === "chain") return Object.fromEntries(payoutChains.map((each) => [each, { label: chainName(each) }]));
  const texts: Readonly<Record<string, Readonly<Record<string, Omit<PeopleOption, "value">>>>> = choices;
  return texts[name] ?? {};
}

/** What a field shows of its value: of what is sealed, only its end, as a hint. */
function valueOrHint(
  { kept: stored, keptSecret }: OnboardingMessages,
  value: unknown,
): Pick<PeopleField, "value" | "hint"> {
  if (typeof value === "string") return { value };
  if (typeof value === "boolean") return { value: value ? "yes" : "" };
  if (typeof value !== "object" || value === null) return {};
  return { hint: "last4" in value ? stored(String(value.last4)) : keptSecret };
}

export function addressValues(prefix: string, address: PostalAddress | null | undefined) {
  const parts = Object.entries(address ?? { country: "US" });
  return Object.fromEntries(parts.map(([part, value]) => [addressField(prefix, part), value]));
}

/** The fields of a form with the values that are there already, in their groups. */
export function fieldsOf(
  wizard: Wizard,
  inputs: Inputs,
  values: Values,
  { labels = {}, groups }: FieldTexts = {},
): (PeopleField | FieldGroup)[] {
  const messages = messagesOf(wizard);
  const fields = Object.entries(inputs).map(([name, input]): PeopleField => {
    const key = labels[name] ?? labelOf(messages, name);
    if (!key) throw new Error(`the field ${name} has no label`);
    const field = peopleField(name, input, messages.fields[key], choicesOf(messages, name));
    const isCountry = input.kind === "select" && !input.options;
    return {
      ...{ ...field, ...(isCountry && { options: countryOptions(wizard.locale) }) },
      ...{ ...(name === "chain" && { choose: messages.chainFound }), ...valueOrHint(messages, values[name]) },
    };
  });
  if (!groups) return fields;
  const starts = Object.entries(groups).map(([first, group]) => ({
    at: fields.findIndex(({ name }) => name === first),
    group: messages.groups[group],
  }));
  return starts.map(({ at, group }, nth) => ({ ...group, fields: fields.slice(at, starts[nth + 1]?.at) }));
}

type Row = readonly [label: string, value: string | null | undefined];

/** Names and values to be read through. */
export function facts(wizard: Wizard, rows: readonly Row[]): Html {
  const { none } = messagesOf(wizard);
  return html`<dl>${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd dir="auto">${value || none}</dd></div>`)}</dl>`;
}

/** The answers to a form's fields, to be read through. */
export function answersTo(wizard: Wizard, inputs: Inputs, answers: Values): Html {
  const messages = messagesOf(wizard);
  const rows = Object.entries(inputs).flatMap(([name, input]): Row[] => {
    const key = labelOf(messages, name);
    return name in answers && key ? [[messages.fields[key].label, answerText(wizard, name, input, answers[name])]] : [];
  });
  return facts(wizard, rows);
}

function answerText(wizard: Wizard, name: string, { kind, options }: FormInput, value: unknown): string | null {
  const messages = messagesOf(wizard);
  if (typeof value === "object" && value !== null && "last4" in value) return messages.endsIn(String(value.last4));
  if (typeof value !== "string") return null;
  if (kind === "date") return dayText(value, wizard.locale);
  if (options) return choicesOf(messages, name)[value]?.label ?? value;
  return kind === "select" ? countryName(value, wizard.locale) : value;
}
