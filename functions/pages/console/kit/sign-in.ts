import { html } from "hono/html";
import { whoseLink } from "../../../app/core/console-links.ts";
import type { Context } from "../../../app/core/context.ts";
import { operatorName } from "../../../domain/core/operator.ts";
import type { RefusedCall } from "../../../http/operation-types.ts";
import { settings } from "../../../wiring/core/env.ts";
import { stands } from "../../../wiring/frames/console.ts";
import { formOfView } from "./form.ts";
import { notice } from "./text.ts";
import type { Content, ParamsCall, View } from "./view.ts";

/** Where a visitor may be sent on to: a place of the console and nowhere else. */
export function placeOf(next: string | undefined): string {
  return /^[a-z][\w./-]{0,250}$/.test(next ?? "") && !/\.\.|\/\//.test(next ?? "") ? (next ?? "") : "";
}

export function signInPage(
  _: unknown,
  view: View,
  { query }: { readonly query: { readonly next?: string | undefined; readonly out?: "1" | undefined } },
): Content {
  const form = {
    operation: "signIn",
    to: "sign-in",
    hidden: { next: placeOf(query.next) },
    submit: "Sign in",
    fields: [
      {
        name: "token",
        label: "Your operator token",
        type: "password" as const,
        autocomplete: "current-password",
        maxLength: 512,
      },
    ],
  };
  const byLink = html`<p>This console is entered by a link that works once. Mint one with your AWS credentials:</p>
<pre>POST /admin/console/links</pre><p>on the operator API, signed with SigV4, and open the <code>url</code> it answers within five minutes.</p>`;
  const isByToken = settings.ADMIN_AUTH !== "iam";
  return {
    title: "Sign in",
    main: html`<h1>Operators’ console</h1>${query.out && notice("You are signed out.")}${isByToken ? formOfView(view, form) : byLink}`,
  };
}

/** The sign-in again, after a token that was not taken. */
export function redisplaySignIn(_: unknown, view: View, { fields }: RefusedCall): Content {
  return signInPage(_, view, { query: { next: fields.next } });
}

/** Where a one-use link leads: only its button uses it up, so that nobody who merely looks at the link does. */
export async function enterPage(
  context: Context,
  view: View,
  { params: { token } }: ParamsCall<{ readonly token: string }>,
) {
  const actor = await whoseLink(context, token, stands);
  const form = { operation: "enterConsole", to: `enter/${token}`, submit: "Enter the console" };
  return {
    title: "Enter the console",
    main: html`<h1>Enter the console</h1><p>This link signs you in as <b dir="auto">${operatorName(actor)}</b>, once.</p>${formOfView(view, form)}`,
  };
}
