import * as z from "zod";
import { accountInput } from "../../domain/screening/account-request.ts";
import { operation } from "../../http/operation-types.ts";
import { requestAccessOperations, signupPageOperations } from "../access/signup-pages.ts";
import { pageQuery } from "../shared/locale.ts";

const lambda = "screening-signup";

export const requestAccountOperations = {
  requestAccount: operation({
    ...requestAccessOperations.requestAccess,
    ...{ id: "requestAccount", lambda },
    summary: "Ask for an account",
    body: accountInput,
  }),
};

const { showSignup, sendSignup, showSignupThanks } = signupPageOperations;

/** The same form's pages as on the rails, for an account. */
export const screeningSignupOperations = {
  showAccountForm: operation({
    ...showSignup,
    ...{ id: "showAccountForm", lambda },
    summary: "The form that asks for an account, as a page",
    query: pageQuery.extend({ plan: z.string().optional() }),
  }),
  sendAccountForm: operation({
    ...sendSignup,
    ...{ id: "sendAccountForm", lambda },
    summary: "Ask for an account by the page's form",
  }),
  showAccountThanks: operation({
    ...showSignupThanks,
    ...{ id: "showAccountThanks", lambda },
    summary: "That a request for an account has arrived, as a page",
  }),
};
