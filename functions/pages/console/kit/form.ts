import { html } from "hono/html";
import type { OperatorRole } from "../../../domain/core/operator.ts";
import type { FieldProblem } from "../../../domain/core/refusal.ts";
import { formTokenField } from "../../../http/browser.ts";
import type { Html } from "../../kit/page.ts";
import { href, isAllowed, type Problem, type View } from "./view.ts";

/** One thing to fill in. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: "text" | "email" | "url" | "password" | "number" | "date" | "datetime-local" | "lines" | "boxes";
  /** What it holds; of boxes the ticked ones, with blanks between them. */
  readonly value?: string | null | undefined;
  readonly optional?: boolean;
  readonly maxLength?: number;
  /** What to choose from, value by label; a blank value is no choice. */
  readonly options?: readonly (readonly [value: string, label: string])[];
  readonly autocomplete?: string;
}

/** A form that is sent to an operation of the console. */
export interface Form {
  readonly operation: string;
  /** The least role of who may send it; everybody may where none is said. */
  readonly role?: OperatorRole;
  /** Where it is sent: a place of the console. */
  readonly to: string;
  readonly fields?: readonly Field[];
  /** Sent along as they are. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** Tells one of several forms of the same operation: the hidden field that differs. */
  readonly key?: string;
  readonly submit: string;
  readonly look?: "main" | "danger" | "quiet";
  /** What a browser's script asks of an authenticator before it sends the form. */
  readonly passkey?: { readonly kind: "create" | "get"; readonly options: object };
  /** What the button is about, where its words alone do not say it. */
  readonly about?: string;
}

/** What says whose form it is. */
export function formField(view: View): Html | false {
  return view.formToken !== "" && html`<input type="hidden" name="${formTokenField}" value="${view.formToken}">`;
}

/** A refusal in words for people: the schema's own are for programs. Of a list it says which entry is meant. */
function asText(message: string, typed: string | undefined, nth?: string): string {
  if (nth !== undefined) return `Entry ${Number(nth) + 1}: ${asText(message, typed)}`;
  if (typed !== undefined && typed.trim() === "") return "Fill this in.";
  const most = /^must have at most (\d+) characters?$/.exec(message)?.[1];
  const least = /^must have at least (\d+) characters$/.exec(message)?.[1];
  if (most) return `At most ${most} characters.`;
  if (least) return `At least ${least} characters.`;
  if (message.startsWith("must be a date")) return "Give a date and a time.";
  if (/^(must be one of|not of a form)/.test(message)) return "This is none of what it can be.";
  return `${message.slice(0, 1).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? "" : "."}`;
}

/** What is wrong, once for each field: of an empty one a schema may have two things to say. */
function wrongFields({ refusal, fields }: Problem): (FieldProblem & { readonly words: string })[] {
  const answer = refusal.detail.fields ?? [];
  const first = answer.filter(({ path }, at) => answer.findIndex((each) => each.path === path) === at);
  return first.map((each) => ({
    ...each,
    words: asText(each.message, fields[each.path], /\.(\d+)$/.exec(each.path)?.[1]),
  }));
}

/** A field's name as words: `contactEmail` is `Contact email`. */
function spoken(name: string): string {
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function formId(operation: string | undefined, key: string | undefined): string {
  return key === undefined ? `${operation}` : `${operation}-${key}`;
}

function isRefused(view: View, form: Form): boolean {
  const { problem } = view;
  if (problem?.operation !== form.operation) return false;
  return form.key === undefined || problem.fields.action === form.key;
}

/** What is wrong with a form, above everything else, with a way to each field. */
export function errorSummary(problem: Problem): Html {
  const wrong = wrongFields(problem);
  const id = formId(problem.operation, problem.fields.action);
  const shown = wrong.map(({ path, words: labels }) => {
    const name = path.split(".")[0] ?? "";
    return html`<li><a href="#${id}-${name}">${spoken(name)}: ${labels}</a></li>`;
  });
  const { message } = problem.refusal;
  const sentence = `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`;
  return html`<div class="errors" role="alert"><h2>This was not done</h2>
${shown.length > 0 ? html`<ul>${shown}</ul>` : html`<p>${sentence}</p>`}</div>`;
}

function input(field: Field, id: string, value: string, described: string, wrong: boolean): Html {
  const { name, type = "text", options, optional, maxLength, autocomplete } = field;
  const common = html` id="${id}" name="${name}"${!optional && html` required`}${described !== "" && html` aria-describedby="${described}"`}${wrong && html` aria-invalid="true"`}${maxLength !== undefined && html` maxlength="${maxLength}"`} autocomplete="${autocomplete ?? "off"}"`;
  if (options) {
    const option = ([each, label]: readonly [string, string]) =>
      html`<option value="${each}"${each === value && html` selected`}>${label}</option>`;
    return html`<select${common}>${options.map(option)}</select>`;
  }
  // The parser drops the first line break of a text area.
  if (type === "lines")
    return html`<textarea rows="3"${common}>
${value}</textarea>`;
  return html`<input type="${type}"${type === "datetime-local" && html` step="1"`}${common} value="${value}" spellcheck="false">`;
}

/** The boxes that are ticked. Where what was typed is shown again, those alone: an unticked one is not sent at all. */
function tickedOf({ name, options = [], value }: Field, typed: Problem["fields"] | undefined): readonly string[] {
  if (!typed) return value?.split(" ") ?? [];
  return options.map(([each]) => each).filter((each) => typed[`${name}.${each}`] === "yes");
}

/** A box for each value of a list, sent as a field of its own. */
function boxes({ name, options = [] }: Field, id: string, ticked: readonly string[], wrong: boolean): Html {
  const box = ([each, label]: readonly [string, string], at: number) =>
    html`<label class="box"><input type="checkbox" id="${at === 0 ? id : `${id}-${at}`}" name="${name}.${each}" value="yes"${ticked.includes(each) && html` checked`}${wrong && html` aria-invalid="true"`}><span>${label}</span></label>`;
  return html`${options.map(box)}`;
}

function fieldOf(view: View, form: Form, field: Field, sayOptional = true): Html {
  const problem = isRefused(view, form) ? view.problem : undefined;
  const wrong = problem && wrongFields(problem).find(({ path }) => path.split(".")[0] === field.name);
  const id = `${formId(form.operation, form.key)}-${field.name}`;
  const described = [field.hint ? `${id}-hint` : "", wrong ? `${id}-error` : ""].filter(Boolean).join(" ");
  const look = `field${wrong ? " wrong" : ""}`;
  const label = html`${field.label}${field.optional && sayOptional && html` <span class="soft">(optional)</span>`}`;
  const about = html`${field.hint && html`<p class="hint" id="${id}-hint">${field.hint}</p>`}
${wrong && html`<p class="error" id="${id}-error">${wrong.words}</p>`}`;
  if (field.type === "boxes") {
    const picks = boxes(field, id, tickedOf(field, problem?.fields), wrong !== undefined);
    return html`<fieldset class="${look}"${described !== "" && html` aria-describedby="${described}"`}><legend>${label}</legend>
${about}
${picks}</fieldset>`;
  }
  const stored = field.type === "password" ? "" : problem?.fields[field.name];
  return html`<div class="${look}"><label for="${id}">${label}</label>
${about}
${input(field, id, stored ?? field.value ?? "", described, wrong !== undefined)}</div>`;
}

/** What stands in place of a form that its reader may not send: what it does, and who may. */
function lockedForm({ submit, about }: Form, role: OperatorRole, name = submit): Html {
  return html`<p class="locked">${name}${about && html`<span class="hidden"> ${about}</span>`} <span class="soft">needs the role ${role}</span></p>`;
}

/** A form with its fields, what was typed before and what was wrong with it; what it would do and the role for it, where its reader has not that role. */
export function formOfView(view: View, form: Form): Html {
  if (form.role && !isAllowed(view, form.role)) return lockedForm(form, form.role);
  const key = form.key === undefined ? {} : { action: form.key };
  const hidden = Object.entries({ ...form.hidden, ...key }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${href(view, form.to)}"${form.passkey && html` data-passkey="${form.passkey.kind}" data-options="${JSON.stringify(form.passkey.options)}"`}>${formField(view)}${hidden}
${(form.fields ?? []).map((field) => fieldOf(view, form, field))}
<button class="${form.look ?? "main"}">${form.submit}${form.about && html`<span class="hidden"> ${form.about}</span>`}</button></form>`;
}

/** A form that opens when its name is pressed: a second thought before something that cannot be taken back. */
export function foldedForm(view: View, summary: string, form: Form, before?: Html | string): Html {
  if (form.role && !isAllowed(view, form.role)) return lockedForm(form, form.role, summary);
  const open = isRefused(view, form);
  return html`<details${open && html` open`}><summary>${summary}${form.about && html`<span class="hidden"> ${form.about}</span>`}</summary>
<div class="fold">${before && html`<p>${before}</p>`}${formOfView(view, form)}</div></details>`;
}

/** A form that narrows a list: it is sent as the page's query, so it needs no token. */
export function filterForm(view: View, place: string, fields: readonly Field[]): Html {
  const form = { operation: "filter", to: place, submit: "Show" };
  return html`<form class="filters" action="${href(view, place)}">${fields.map((field) => fieldOf(view, form, { ...field, optional: true }, false))}<button class="quiet">Show</button></form>`;
}
