import { html } from "hono/html";
import type * as z from "zod";
import { countWrongForm, type RequestOrigin, type SubmittedRequest } from "../../app/access/submit-access-request.ts";
import type { Context } from "../../app/core/context.ts";
import { localeOf } from "../../contract/shared/locale.ts";
import type { FormInput } from "../../domain/core/form.ts";
import type { Locale } from "../../domain/core/mail.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Operation } from "../../http/operation.ts";
import type { Answer, Call } from "../../http/operation-types.ts";
import type { Frame } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { peopleFrame } from "../../wiring/frames/public.ts";
import { refusedForPeople } from "../kit/error-page.ts";
import { errorSummary, type FieldError, type PeopleField, peopleField, peopleForm } from "../kit/form.ts";
import { ownLink, type PageCall, type Reading, readingOf } from "../kit/front-page.ts";
import { frontStyle } from "../kit/front-style.ts";
import { kitMessages } from "../kit/messages/kit.ts";
import type { Html } from "../kit/page.ts";
import { frontMessages } from "../site/messages/front.ts";
import { brandedPage } from "../tenants/branded.ts";
import type { AccessRequestMessages } from "./messages/signup.ts";

type FormValues = Readonly<Record<string, string>>;

export interface AskingForm<A, F extends string> {
  /** Where it is, and where it is sent, from the service's root. */
  readonly place: string;
  readonly words: Readonly<Record<Locale, AccessRequestMessages<F>>>;
  /** How its fields are entered, in their order. */
  readonly inputs: Readonly<Record<F, FormInput>>;
  /** What of a field is neither in its schema nor in its texts. */
  readonly more: (locale: Locale) => Readonly<Partial<Record<F, Partial<PeopleField>>>>;
  readonly schema: z.ZodType<A>;
  /** A field that was filled in, as the interface takes it; as it is where this is left out. */
  readonly toField?: (name: string, text: string) => readonly [string, unknown];
  readonly ask: (context: Context, input: A, from: RequestOrigin) => Promise<SubmittedRequest>;
  /** What its address has chosen beforehand, which stays where the reader takes another language. */
  readonly chosen?: Readonly<Record<string, string>>;
}

/** How many characters a field is looked at with: twice what it may have, so that blanks around it do no harm. */
function mostTyped({ maxLength = 500 }: FormInput): number {
  return 2 * maxLength;
}

/** What the form asks, or what is wrong with it in the reader's language, a sentence for each field. */
function readAsked<A, F extends string>(
  form: AskingForm<A, F>,
  typed: FormValues,
  locale: Locale,
): { readonly asked: A } | { readonly errors: readonly FieldError[] } {
  const messages = form.words[locale];
  const { toField = (name, text) => [name, text] } = form;
  const names = Object.keys(form.inputs) as F[];
  // Before anything looks into it: patterns are for texts of a person's length.
  const tooLong = names.filter((name) => (typed[name] ?? "").length > mostTyped(form.inputs[name]));
  if (tooLong.length > 0) return { errors: tooLong.map((path) => ({ path, message: messages.fields[path].long })) };
  // What was left empty was not said.
  const filled = Object.entries(typed).flatMap(([name, value]) => {
    const text = value.trim();
    return text === "" && names.some((each) => each === name) ? [] : [toField(name, text)];
  });
  const read = form.schema.safeParse(Object.fromEntries(filled));
  if (read.success) return { asked: read.data };
  const wrong = (path: string) => read.error.issues.find((issue) => String(issue.path[0] ?? "") === path)?.code;
  const errors = names.flatMap((path): FieldError[] => {
    const code = wrong(toField(path, "")[0]);
    if (code === undefined) return [];
    return [{ path, message: messages.fields[path][code === "too_big" ? "long" : "wrong"] }];
  });
  return { errors: wrong("") === undefined ? errors : [{ path: "", message: messages.unknown }, ...errors] };
}

function fieldsOf<A, F extends string>(form: AskingForm<A, F>, locale: Locale): PeopleField[] {
  const { fields } = form.words[locale];
  const more = form.more(locale);
  const names = Object.keys(form.inputs) as F[];
  return names.map((name) => ({ ...peopleField(name, form.inputs[name], fields[name]), ...more[name] }));
}

interface FormShown {
  readonly typed?: FormValues | undefined;
  readonly errors?: readonly FieldError[];
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

/** The form, with what was typed before and what was wrong with it. */
function askingPage<A, F extends string>(
  form: AskingForm<A, F>,
  { root, locale }: Reading,
  { typed, errors = [], ...shown }: FormShown = {},
): Answer<string> {
  const messages = form.words[locale];
  const kit = kitMessages[locale];
  const { retryAfterSeconds: wait } = shown;
  return brandedPage({
    ...{ root, locale, title: messages.title, style: frontStyle, listed: true },
    ...(shown.status !== undefined && { status: shown.status, wrong: true }),
    ...(wait !== undefined && { headers: { "retry-after": String(wait) } }),
    ...(form.chosen && { kept: form.chosen }),
    main: html`${wait !== undefined && tooMany(messages, wait)}${errorSummary(kit, errors)}
<h1>${messages.title}</h1>
<p class="lead">${messages.lead}</p>
${peopleForm(kit, {
  action: `${root}${form.place}?lang=${locale}`,
  parts: fieldsOf(form, locale),
  submit: messages.submit,
  ...{ typed, errors },
  before: html`<p class="soft">${messages.privacy}</p>`,
})}`,
  });
}

function tooMany({ tooMany: messages }: Pick<AccessRequestMessages<never>, "tooMany">, seconds: number): Html {
  return html`<div class="errors" role="alert" tabindex="-1" autofocus><h2>${messages.title}</h2><p>${messages.text(Math.ceil(seconds / 60))}</p></div>`;
}

/** Takes what the form says and leads to the page that thanks for it; where it cannot be taken, the form again. */
async function renderAccessRequest<A, F extends string>(
  form: AskingForm<A, F>,
  context: Context,
  typed: FormValues,
  { root, ...from }: RequestOrigin & Reading,
): Promise<Answer<string>> {
  const { locale } = from;
  const reading = { root, locale };
  const read = readAsked(form, typed, locale);
  try {
    if ("errors" in read) {
      await countWrongForm(context, from);
      return askingPage(form, reading, { typed, errors: read.errors, status: 400 });
    }
    await form.ask(context, read.asked, from);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "rate_limited")) throw error;
    const { retryAfterSeconds = 60 } = error.detail;
    // What was typed is not lost.
    return askingPage(form, reading, { typed, status: 429, retryAfterSeconds });
  }
  return { status: 303, headers: { location: `${root}${form.place}/received?lang=${locale}` }, body: "" };
}

function askedPage<A, F extends string>(form: AskingForm<A, F>, reading: Reading): Answer<string> {
  const { root, locale } = reading;
  const { thanks } = form.words[locale];
  return brandedPage({
    ...{ ...reading, title: thanks.title, style: frontStyle },
    main: html`<h1>${thanks.title}</h1>
<p class="lead">${thanks.text}</p>
<p>${thanks.next}</p>
<p class="row links"><a href="${root}docs">${frontMessages[locale].docs}</a>${ownLink(reading, "", thanks.home)}</p>`,
  });
}

type Asking<B> = Pick<Call<Operation>, "principal" | "requestId" | "operation" | "address" | "languages"> & {
  readonly body: B;
};

/** The ways to ask by a form or by a program; `formOf` makes the form as its page's address has it. */
export function askingBy<A, F extends string, Q>(formOf: (query?: Q) => AskingForm<A, F>) {
  const form = formOf();
  return {
    take: async (call: Asking<A>): Promise<{ body: SubmittedRequest }> => {
      const from = { address: call.address, locale: localeOf(undefined, call.languages) };
      return { body: await form.ask(contextOf(call), call.body, from) };
    },
    show: async (call: PageCall & { readonly query: Q }) => askingPage(formOf(call.query), readingOf(call)),
    send: async (call: Asking<FormValues> & PageCall) =>
      renderAccessRequest(form, contextOf(call), call.body, { ...readingOf(call), address: call.address }),
    thanks: async (call: PageCall) => askedPage(form, readingOf(call)),
  };
}

/** The handler frame of such a form: nobody signs in. */
export const askingFrame: Frame = peopleFrame({ refused: refusedForPeople });
