import * as z from "zod";
import { operation } from "../../http/operation-types.ts";
import { formOf, pageReply } from "./schemas.ts";

const oneUse = z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) });

function open(lambda: string) {
  return { caller: "public", tag: "Console", lambda, reply: pageReply, refusals: [] } as const;
}

/** The pages of a console that need no session, by the Lambda that serves them: both products' consoles have them. */
export function entryPages(lambda: string) {
  const shown = { ...open(lambda), method: "GET" } as const;
  return {
    showStyle: operation({
      ...shown,
      id: "showStyle",
      path: "/console/style/{name}",
      summary: "The stylesheet, by the hash of what is in it",
      params: z.strictObject({ name: z.string().regex(/^[\w-]+\.css$/) }),
      reply: { ...pageReply, contentType: "text/css; charset=utf-8" },
    }),
    showSignIn: operation({
      ...shown,
      id: "showSignIn",
      path: "/console/sign-in",
      summary: "Where an operator signs in",
      query: z.strictObject({ next: z.string().max(300).optional(), out: z.literal("1").optional() }),
    }),
    showEnter: operation({
      ...shown,
      id: "showEnter",
      path: "/console/enter/{token}",
      summary: "Where a one-use link leads",
      params: oneUse,
    }),
  };
}

/** The forms by which an operator comes into a console and leaves it. */
export function entryForms(lambda: string) {
  const sent = { ...open(lambda), method: "POST" } as const;
  return {
    signIn: operation({
      ...sent,
      id: "signIn",
      path: "/console/sign-in",
      summary: "Sign in with a token",
      body: formOf(z.strictObject({ token: z.string().min(1).max(512), next: z.string().max(300).default("") })),
    }),
    enterConsole: operation({
      ...sent,
      id: "enterConsole",
      path: "/console/enter/{token}",
      summary: "Use a one-use link",
      params: oneUse,
    }),
    signOut: operation({
      ...sent,
      id: "signOut",
      path: "/console/sign-out",
      caller: "console",
      summary: "Sign out",
    }),
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
      reply: { status: 201, schema: z.object({ url: z.url(), expiresAt: z.string() }) },
      refusals: [],
    }),
  };
}
