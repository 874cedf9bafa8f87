import * as z from "zod";
import { operation } from "../../http/operation-types.ts";
import { passkeyPages, passkeyScript } from "../access/passkeys.ts";
import { sessionForms, sessionPages } from "../access/sessions.ts";
import { consoleForms, consolePages, formOf, pageReply, route } from "./schemas.ts";

const oneUse = z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) });

const open = { caller: "public" } as const;

/** The ways into a console, by the one Lambda that serves them: what anybody may open, with the forms by which an operator comes in. Both products' consoles have them. */
export function wayInOperations(lambda: string) {
  return {
    ...passkeyScript(lambda),
    ...consolePages(lambda, {
      showStyle: route("/console/style/{name}", "The stylesheet, by the hash of what is in it", {
        ...open,
        params: z.strictObject({ name: z.string().regex(/^[\w-]+\.css$/) }),
        reply: { ...pageReply, contentType: "text/css; charset=utf-8" },
      }),
      showSignIn: route("/console/sign-in", "Where an operator signs in", {
        ...open,
        query: z.strictObject({ next: z.string().max(300).optional(), out: z.literal("1").optional() }),
      }),
      showEnter: route("/console/enter/{token}", "Where a one-use link leads", { ...open, params: oneUse }),
    }),
    ...consoleForms(lambda, "viewer", {
      signIn: route("/console/sign-in", "Sign in with a token", {
        ...open,
        body: formOf(z.strictObject({ token: z.string().min(1).max(512), next: z.string().max(300).default("") })),
      }),
      enterConsole: route("/console/enter/{token}", "Use a one-use link", { ...open, params: oneUse }),
    }),
  };
}

/** An operator's own pages in a console, of their sessions and passkeys, by the Lambda that serves them: both products' consoles have them. */
export function ownPages(lambda: string) {
  return { ...sessionPages(lambda), ...passkeyPages(lambda) };
}

/** The forms by which an operator leaves a console. */
export function leavingForms(lambda: string) {
  return {
    ...sessionForms(lambda),
    ...consoleForms(lambda, "viewer", { signOut: route("/console/sign-out", "Sign out") }),
  };
}

/** The one route of a console that is no page: an IAM principal's way into it. */
export function linkOperations(lambda: string) {
  return {
    mintConsoleLink: operation({
      id: "mintConsoleLink",
      method: "POST",
      path: "/admin/console/links",
      caller: "operator",
      tag: "Console",
      lambda,
      summary: "Mint a link by which you enter the console in a browser",
      description: "It can be used once, within five minutes, and signs in the principal that minted it.",
      reply: {
        status: 201,
        schema: z.object({
          url: z.url().describe("the link, good once"),
          expiresAt: z.string().describe("until when it is good"),
        }),
      },
      role: "viewer",
      keyless: "the link is good once, for five minutes: ask for another",
      refusals: [],
    }),
  };
}
