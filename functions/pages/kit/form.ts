import { html } from "hono/html";
import type { FormInput } from "../../domain/core/form.ts";
import { formTokenField } from "../../http/browser.ts";
import type { KitMessages } from "./messages/kit.ts";
import type { Html } from "./page.ts";

/** One thing to fill in: `money` is a decimal text of dollars, `check` a single box whose value is `yes`. */
export interface PeopleField extends Omit<FormInput, "options"> {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value?: string | null | undefined;
  readonly options?: readonly PeopleOption[];
  /** What a select says while nothing is chosen. */
  readonly choose?: string;
}

export interface PeopleOption {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

/** A field as its form's schema has it entered, with its texts and those of its choices; a choice without one is called what it is. */
export function peopleField(
  name: string,
  { options, ...input }: FormInput,
  { label, hint }: Pick<PeopleField, "label" | "hint">,
  choices: Readonly<Record<string, Omit<PeopleOption, "value">>> = {},
): PeopleField {
  const own = options?.map((value) => ({ value, label: value, ...choices[value] }));
  return { ...input, name, label, hint, ...(own && { options: own }) };
}

/** Fields that belong together, under a heading of their own. */
export interface FieldGroup {
  readonly legend: string;
  readonly hint?: string;
  readonly fields: readonly PeopleField[];
}

/** What is wrong with a field, in the reader's language; a path of no field on the page is shown in the summary alone. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
  /** How the summary says it, where the field is not in snapshot; the message where it is left out. */
  readonly summary?: string;
}

export interface PeopleForm {
  /** Where it is sent; the page's own address where it is left out. */
  readonly action?: string;
  readonly parts: readonly (PeopleField | FieldGroup)[];
  /** Sent along as they are. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** What proves that the form is ours (form-origin.ts). */
  readonly formToken?: string;
  readonly submit: string;
  /** What the button is about, where its words alone do not say it. */
  readonly about?: string;
  /** Tells the fields of several forms on a page apart; error summaries point to `f-`. */
  readonly idPrefix?: string;
  readonly look?: "main" | "second" | "plain";
  /** What was typed before: it wins over a field's value. */
  readonly typed?: Readonly<Record<string, string>> | undefined;
  readonly errors?: readonly FieldError[] | undefined;
  /** What stands between the last field and the button. */
  readonly before?: Html | string | undefined;
}

function isGroup(part: PeopleField | FieldGroup): part is FieldGroup {
  return "legend" in part;
}

function idOf(name: string): string {
  return `f-${name}`;
}

/** What is wrong, above everything else, with a way to each field; it takes the focus, so that it is heard. */
export function errorSummary(messages: KitMessages, errors: readonly FieldError[]): Html | false {
  if (errors.length === 0) return false;
  const item = ({ path, message, summary = message }: FieldError) =>
    html`<li>${path === "" ? summary : html`<a href="#${idOf(path)}">${summary}</a>`}</li>`;
  return html`<div class="errors" role="alert" tabindex="-1" autofocus aria-labelledby="errors-title"><h2 id="errors-title">${messages.problem}</h2>
<ul>${errors.map(item)}</ul></div>`;
}

interface Shown {
  readonly field: PeopleField;
  readonly id: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly described: string;
  readonly words: KitMessages;
}

function attributes({ field, id, error, described }: Shown): Html {
  const { name, optional, maxLength, autocomplete, inputmode } = field;
  return html` id="${id}" name="${name}"${!optional && html` required`}${described !== "" && html` aria-describedby="${described}"`}${error !== undefined && html` aria-invalid="true"`}${maxLength !== undefined && html` maxlength="${String(maxLength)}"`}${inputmode && html` inputmode="${inputmode}"`} autocomplete="${autocomplete ?? "off"}"${field.width && html` class="w${String(field.width)}"`}`;
}

function control(shown: Shown): Html {
  const { field, value, words: labels } = shown;
  const { kind = "text", options = [] } = field;
  const common = attributes(shown);
  if (kind === "select")
    return html`<select${common}><option value="">${field.choose ?? labels.choose}</option>${options.map((each) => html`<option value="${each.value}"${each.value === value && html` selected`}>${each.label}</option>`)}</select>`;
  // The parser drops the first line break of a text area.
  if (kind === "lines")
    return html`<textarea rows="4"${common}>
${value}</textarea>`;
  if (kind === "money")
    return html`<span class="money"><span aria-hidden="true">$</span><input type="text"${attributes({ ...shown, field: { inputmode: "decimal", ...field } })} value="${value}" spellcheck="false"></span>`;
  return html`<input type="${kind}"${common} value="${value}" spellcheck="false">`;
}

function pick(shown: Shown, type: "radio" | "checkbox", option: PeopleOption, at: number): Html {
  const { field, id, value, error, described } = shown;
  const own = at === 0 ? id : `${id}-${at}`;
  const hint = option.hint && html`<span class="hint">${option.hint}</span>`;
  return html`<label class="pick" for="${own}"><input type="${type}" id="${own}" name="${field.name}" value="${option.value}"${option.value === value && html` checked`}${error !== undefined && html` aria-invalid="true"`}${described !== "" && html` aria-describedby="${described}"`}${!field.optional && html` required`}><span>${option.label}${hint}</span></label>`;
}

function fieldOf(form: PeopleForm, field: PeopleField, messages: KitMessages): Html {
  const { name, label, hint, kind } = field;
  const id = `${form.idPrefix ?? "f-"}${name}`;
  const error = form.errors?.find(({ path }) => path === name)?.message;
  const described = [hint ? `${id}-hint` : "", error === undefined ? "" : `${id}-error`].filter(Boolean);
  const shown: Shown = {
    ...{ field, id, error, words: messages, described: described.join(" ") },
    // An unticked box is not sent at all: once anything was typed, its absence is what was meant.
    value: (form.typed ? (form.typed[name] ?? "") : field.value) ?? "",
  };
  const optional = field.optional === true && kind !== "check" && html` <span class="soft">${messages.optional}</span>`;
  const about = html`${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${error !== undefined && html`<p class="error" id="${id}-error"><span class="hidden">${messages.errorTitle}</span>${error}</p>`}`;
  const look = `field${error === undefined ? "" : " wrong"}`;
  if (kind === "check")
    return html`<div class="${look}">${about}${pick(shown, "checkbox", { value: "yes", label }, 0)}</div>`;
  if (kind === "radios") {
    const picks = (field.options ?? []).map((option, at) => pick(shown, "radio", option, at));
    return html`<div class="${look}"><fieldset><legend>${label}${optional}</legend>${about}${picks}</fieldset></div>`;
  }
  return html`<div class="${look}"><label for="${id}">${label}${optional}</label>${about}${control(shown)}</div>`;
}

/** A form with its fields, what was typed before, and what was wrong beside each. Browsers do not check it: our own messages say the same everywhere, and what was typed stays. */
export function peopleForm(messages: KitMessages, form: PeopleForm): Html {
  const fields = (parts: readonly PeopleField[]) => parts.map((field) => fieldOf(form, field, messages));
  const part = (each: PeopleField | FieldGroup) =>
    isGroup(each)
      ? html`<fieldset><legend>${each.legend}</legend>${each.hint && html`<p class="hint">${each.hint}</p>`}${fields(each.fields)}</fieldset>`
      : fields([each]);
  const token = form.formToken === undefined ? {} : { [formTokenField]: form.formToken };
  const hidden = Object.entries({ ...token, ...form.hidden }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const look = form.look === undefined || form.look === "main" ? "" : html` class="${form.look}"`;
  return html`<form method="post"${form.action !== undefined && html` action="${form.action}"`} novalidate>${hidden}
${form.parts.map(part)}
${form.before}
<button${look}>${form.submit}${form.about && html`<span class="hidden"> ${form.about}</span>`}</button></form>`;
}
