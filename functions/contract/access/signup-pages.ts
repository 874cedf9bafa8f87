import * as z from "zod";
import { accessInput } from "../../domain/access/signup.ts";
import { get, operationTable, post } from "../operation-table.ts";
import { publicPage } from "../shared/locale.ts";

const request = { caller: "public", tag: "Public", lambda: "signup" } as const;

export const requestAccessOperations = operationTable(request, {
  requestAccess: post("/onboard/signup", "Ask for access", {
    description:
      "A person reads it, and writes to contactEmail. The answer is the same whether the address is known or not; five an hour are taken from one network address.",
    body: accessInput,
    reply: {
      status: 202,
      schema: z.object({ requestId: z.string(), status: z.literal("received").describe("a person reads it") }),
    },
    refusals: ["rate_limited"],
  }),
});

const page = { ...publicPage, lambda: "signup", refusals: [] } as const;

export const signupPageOperations = operationTable(page, {
  showSignup: get("/signup", "The form that asks for access, as a page"),
  sendSignup: post("/signup", "Ask for access by the page's form", {
    body: z.record(z.string(), z.string()),
    refusals: ["foreign_form", "rate_limited"],
  }),
  showSignupThanks: get("/signup/received", "That a request for access has arrived, as a page"),
});
