import type { SweepDesk } from "../app/sweep.ts";
import { deskFor } from "./base.ts";
import { settings } from "./env.ts";
import { dispatchDesk } from "./follow.ts";
import { log } from "./log.ts";
import { vendors } from "./vendors.ts";

/** What the sweeper works with. */
export function sweepDesk(requestId: string): SweepDesk {
  const pagesUrl = settings.ONBOARD_URL;
  return { ...vendors, ...dispatchDesk, ...deskFor("system:sweeper", requestId), log, pagesUrl };
}
