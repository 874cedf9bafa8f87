import { escrowByToken } from "../../app/escrow/reads.ts";
import { releaseFacts } from "../../app/escrow/release-facts.ts";
import { escrowStatusOperations } from "../../contract/escrow/escrow-status-pages.ts";
import type { BrowserFrame } from "../../http/browser.ts";
import { serve } from "../../http/route.ts";
import { clock, contextOf } from "../../wiring/core/context.ts";
import { linkKeys } from "../../wiring/core/links.ts";
import { publicFrame } from "../../wiring/frames/public.ts";
import { pageHeaders } from "../kit/page.ts";
import { escrowStatusPage, noSuchPage, tooManyPage, troublePage } from "./status-page.ts";

/** Nobody signs in here. Whatever is wrong with a link, the answer is the same page: it tells a guesser nothing. */
const browser: BrowserFrame = {
  authenticate: () => Promise.reject(new Error("this page asks nobody who they are")),
  requireOwnSite: () => undefined,
  refused: async (refusal) => {
    if (!refusal) return { body: troublePage, headers: pageHeaders };
    if (refusal.code === "rate_limited") return { body: tooManyPage, headers: pageHeaders };
    return { status: 404, body: noSuchPage, headers: pageHeaders };
  },
};

export const handler = serve(
  escrowStatusOperations,
  { ...publicFrame, browser },
  {
    showEscrowStatus: async (call) => {
      const { state, entries } = await escrowByToken({ ...contextOf(call), linkKeys }, call.params.token);
      const facts = await releaseFacts(contextOf(call), state.id);
      return { body: escrowStatusPage(state, entries, facts, clock.now()), headers: pageHeaders };
    },
  },
);
