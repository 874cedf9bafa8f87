import { type PublicPagesSettings, publicPages } from "../../http/browser.ts";
import { OperatorAuthenticator } from "../../http/operator-token.ts";
import type { Frame } from "../../http/route.ts";
import { clock, newId, tick } from "../core/context.ts";
import { settings } from "../core/env.ts";
import { log } from "../core/log.ts";

/** Where the documentation of refusals is. */
const docsUrl = `${settings.PUBLIC_URL}/docs`;

/** The handler frame of pages and routes that anybody may open. */
export const publicFrame: Frame = { tick, clock, newId, log, docsUrl, secure: !settings.LOCAL };

/** The handler frame of what answers where nothing is: it knows no operator, and so lets nobody look around under /admin. */
export const catchAllFrame: Frame = {
  ...publicFrame,
  operators: new OperatorAuthenticator(async () => [], settings.ADMIN_AUTH),
};

/** The handler frame of pages for people and of their forms; `refused` makes pages of refusals. */
export function peopleFrame(pages: Omit<PublicPagesSettings, "host">): Frame {
  const pagesUrl = settings.ONBOARD_URL;
  const host = URL.parse(pagesUrl)?.host ?? "";
  return { ...publicFrame, pagesUrl, browser: publicPages({ ...pages, host }), behindForwarder: settings.LOCAL };
}
