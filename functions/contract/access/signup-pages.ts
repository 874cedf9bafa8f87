import * as z from "zod";
import { accessInput } from "../../domain/access/signup.ts";
import { operation } from "../../http/operation-types.ts";
import { pageQuery } from "../shared/locale.ts";

export const requestAccessOperations = {
  requestAccess: operation({
    id: "requestAccess",
    method: "POST",
    path: "/onboard/signup",
    caller: "public",
    tag: "Public",
    summary: "Ask for access",
    description:
      "A person reads it, and writes to contactEmail. The answer is the same whether the address is known or not; five an hour are taken from one network address.",
    body: accessInput,
    reply: {
      status: 202,
      schema: z.object({ requestId: z.string(), status: z.literal("received") }),
    },
    refusals: ["rate_limited"],
    lambda: "signup",
  }),
};

const page = {
  caller: "public",
  tag: "Pages",
  reply: { status: 200, schema: z.string(), contentType: "text/html; charset=utf-8" },
  query: pageQuery,
  lambda: "signup",
} as const;

export const signupPageOperations = {
  showSignup: operation({
    ...page,
    id: "showSignup",
    method: "GET",
    path: "/signup",
    summary: "The form that asks for access, as a page",
    refusals: [],
  }),
  sendSignup: operation({
    ...page,
    id: "sendSignup",
    method: "POST",
    path: "/signup",
    summary: "Ask for access by the page's form",
    body: z.record(z.string(), z.string()),
    refusals: ["foreign_form", "rate_limited"],
  }),
  showSignupThanks: operation({
    ...page,
    id: "showSignupThanks",
    method: "GET",
    path: "/signup/received",
    summary: "That a request for access has arrived, as a page",
    refusals: [],
  }),
};
