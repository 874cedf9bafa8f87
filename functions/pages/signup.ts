import { requestAccess } from "../app/request-access.ts";
import { platformBrand } from "../domain/brand.ts";
import { Refusal } from "../domain/refusal.ts";
import { serve } from "../http/route.ts";
import { deskOf } from "../wiring/base.ts";
import { peopleFrame } from "../wiring/people-frame.ts";
import { localeOf } from "./locale.ts";
import { refusedForPeople } from "./refused-people.ts";
import { requestAccessOperations, signupPageOperations } from "./signup.contract.ts";
import { readSignup, signupPage, signupThanksPage } from "./signup-page.ts";

export const handler = serve(
  { ...requestAccessOperations, ...signupPageOperations },
  {
    requestAccess: async (call) => {
      const { address, languages } = call;
      const locale = localeOf(undefined, languages);
      return { body: await requestAccess(deskOf(call), call.body, { address, locale }) };
    },
    showSignup: async ({ query, languages }) => signupPage(localeOf(query.lang, languages)),
    sendSignup: async (call) => {
      const { address, query, languages, body: typed } = call;
      const locale = localeOf(query.lang, languages);
      const read = readSignup(typed, locale);
      if ("errors" in read) return signupPage(locale, { typed, errors: read.errors, status: 400 });
      try {
        await requestAccess(deskOf(call), read.asked, { address, locale });
      } catch (error) {
        if (!(error instanceof Refusal && error.code === "rate_limited")) throw error;
        const { retryAfterSeconds = 60 } = error.detail;
        // What was typed is not lost.
        return signupPage(locale, { typed, status: 429, retryAfterSeconds });
      }
      return { status: 303, headers: { location: `/signup/received?lang=${locale}` }, body: "" };
    },
    showSignupThanks: async ({ query, languages }) => signupThanksPage(localeOf(query.lang, languages)),
  },
  peopleFrame({
    refused: async (refusal, { lang, languages, requestId }) =>
      refusedForPeople(refusal, { brand: platformBrand, locale: localeOf(lang, languages), requestId }),
  }),
);
