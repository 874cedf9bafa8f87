import { type PublicPagesSettings, publicPages } from "../../http/public-pages.ts";
import type { Frame } from "../../http/route.ts";
import { settings } from "../core/env.ts";
import { publicFrame } from "./public.ts";

/** The handler frame of pages for people and of their forms; `refused` makes pages of refusals. */
export function peopleFrame(pages: Omit<PublicPagesSettings, "host">): Frame {
  const pagesUrl = settings.ONBOARD_URL;
  const host = URL.parse(pagesUrl)?.host ?? "";
  return {
    ...publicFrame,
    pagesUrl,
    browser: publicPages({ ...pages, host }),
    behindForwarder: settings.LOCAL,
  };
}
