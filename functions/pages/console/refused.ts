import { html } from "hono/html";
import { Refusal } from "../../domain/core/refusal.ts";
import type { BrowserFrame } from "../../http/browser.ts";
import type { Operation } from "../../http/operation.ts";
import type { Handlers } from "../../http/operation-types.ts";
import { serve } from "../../http/route.ts";
import { consoleFrame } from "../../wiring/frames/console.ts";
import type { FormPages } from "./kit/handlers.ts";
import { htmlAnswer } from "./kit/layout.ts";
import { placeOf } from "./kit/sign-in.ts";
import { type Content, href, seeOther, type View, viewOf } from "./kit/view.ts";

const titles: Partial<Record<Refusal["code"], string>> = {
  not_found: "There is nothing here",
  screening_not_found: "There is nothing here",
  route_not_found: "There is nothing here",
  method_not_allowed: "This is not the way",
  foreign_form: "This form was not taken",
  validation_error: "That cannot be shown",
  invalid_cursor: "That cannot be shown",
  rate_limited: "Not so fast",
};

function plainPage(view: View, refusal: Refusal | undefined, requestId: string): Content {
  const title = refusal ? (titles[refusal.code] ?? "This was not done") : "Something went wrong on our side";
  const { message = "It has been noted. Nothing was half done." } = refusal ?? {};
  const stale = refusal?.code === "foreign_form" && html`<p>Go back, load the page again, and send it from there.</p>`;
  return {
    title,
    main: html`<h1>${title}</h1><p>${message.slice(0, 1).toUpperCase()}${message.slice(1)}${!message.endsWith(".") && "."}</p>${stale}
<p class="soft">Request <code>${requestId}</code></p><p><a href="${href(view, "")}">To the overview</a></p>`,
  };
}

/** Makes pages of refusals: the form again with what was typed, the sign-in, or a plain page that says what is the matter. */
function refusedPages(redisplays: FormPages): BrowserFrame["refused"] {
  return async (refusal, call) => {
    const view = viewOf(call);
    if (refusal?.code === "not_signed_in") {
      const place = call.method !== "POST" ? placeOf(call.path.replace(/^\/console\/?/, "")) : "";
      return seeOther(view, "sign-in", place === "" ? {} : { next: place });
    }
    const page = call.operation === undefined ? undefined : redisplays[call.operation];
    if (page && refusal && refusal.code !== "foreign_form") {
      const problem = { operation: call.operation, refusal, fields: call.fields };
      try {
        const withProblem = { ...view, problem };
        return htmlAnswer(withProblem, await page(withProblem, call));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // the page itself is not to be had; the plain one says why the form was refused
      }
    }
    return htmlAnswer(view, plainPage(view, refusal, call.requestId));
  };
}

/** A Lambda of a console; `pages` shows each form of its own again where it is refused. */
export function serveConsole<Ops extends Record<string, Operation>>(
  operations: Ops,
  handlers: Handlers<Ops>,
  pages: FormPages = {},
) {
  return serve(operations, consoleFrame(refusedPages(pages)), handlers);
}
