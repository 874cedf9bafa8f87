import type { SubmittedRequest } from "../../app/access/submit-access-request.ts";
import { localeOf } from "../../contract/shared/locale.ts";
import type { Answer, Principal } from "../../http/operation-types.ts";
import type { Frame } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { peopleFrame } from "../../wiring/frames/people.ts";
import { refusedForPeople } from "../kit/error-page.ts";
import { type AskingForm, askedPage, askingPage, type FormValues, renderAccessRequest } from "./access-request-page.ts";

/** What is read of a call to such a page. */
interface Looked<Q> {
  readonly root: string;
  readonly query: Q & { readonly lang?: string | undefined };
  readonly languages: string;
}

/** What is read of a call that asks for something. */
interface Asking<B> {
  readonly principal: Principal;
  readonly requestId: string;
  readonly operation: string;
  readonly address: string;
  readonly languages: string;
  readonly body: B;
}

/** The ways to ask by a form or by a program; `formOf` makes the form as its page's address has it. */
export function askingBy<A, F extends string, Q>(formOf: (query?: Q) => AskingForm<A, F>) {
  const form = formOf();
  return {
    take: async (call: Asking<A>): Promise<{ body: SubmittedRequest }> => {
      const from = { address: call.address, locale: localeOf(undefined, call.languages) };
      return { body: await form.ask(contextOf(call), call.body, from) };
    },
    show: async ({ root, query, languages }: Looked<Q>): Promise<Answer<string>> =>
      askingPage(formOf(query), { root, locale: localeOf(query.lang, languages) }),
    send: async (call: Asking<FormValues> & Looked<unknown>): Promise<Answer<string>> => {
      const locale = localeOf(call.query.lang, call.languages);
      const { root, address } = call;
      return renderAccessRequest(form, contextOf(call), call.body, { root, address, locale });
    },
    thanks: async ({ root, query, languages }: Looked<unknown>): Promise<Answer<string>> =>
      askedPage(form, { root, locale: localeOf(query.lang, languages) }),
  };
}

/** The handler frame of such a form: nobody signs in. */
export const askingFrame: Frame = peopleFrame({
  refused: refusedForPeople,
});
