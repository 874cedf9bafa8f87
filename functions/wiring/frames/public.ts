import { WrongTries } from "../../app/core/wrong-tries.ts";
import { type PublicPagesSettings, publicPages } from "../../http/browser.ts";
import { OperatorAuthenticator } from "../../http/operator-token.ts";
import type { Frame } from "../../http/route.ts";
import { clock, newId, store, tick } from "../core/context.ts";
import { settings } from "../core/env.ts";
import { log } from "../core/log.ts";
import { meter } from "../core/metrics.ts";

/** Where the documentation of refusals is. */
const docsUrl = `${settings.PUBLIC_URL}/docs`;

/** The handler frame of pages and routes that anybody may open. */
export const publicFrame: Frame = {
  ...{ tick, clock, newId, log, docsUrl },
  secure: !settings.LOCAL,
  behindForwarder: settings.LOCAL,
  wrongTries: new WrongTries({ store, clock, newId, meter }),
};

const { wrongTries: _, ...countingNothing } = publicFrame;

/** The handler frame of what answers where nothing is: it knows no operator, and so lets nobody look around under /admin. It refuses right credentials like wrong ones, and counts neither. */
export const catchAllFrame: Frame = {
  ...countingNothing,
  operators: new OperatorAuthenticator(async () => [], settings.ADMIN_AUTH),
};

/** The handler frame of pages for people and of their forms; `refused` makes pages of refusals. */
export function peopleFrame(pages: Omit<PublicPagesSettings, "host">): Frame {
  const pagesUrl = settings.ONBOARD_URL;
  const host = URL.parse(pagesUrl)?.host ?? "";
  return { ...publicFrame, pagesUrl, browser: publicPages({ ...pages, host }) };
}
