import type { ViewContext } from "../../app/core/embed-records.ts";
import { contextOf } from "./context.ts";
import { settings } from "./env.ts";

/** The context of a call that shows records, with where what they link to is served. */
export function viewContextOf(call: Parameters<typeof contextOf>[0]): ReturnType<typeof contextOf> & ViewContext {
  return { ...contextOf(call), publicUrl: settings.PUBLIC_URL, pagesUrl: settings.ONBOARD_URL };
}
