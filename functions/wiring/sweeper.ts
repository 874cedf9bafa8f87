import type { SweepDesk } from "../app/sweep.ts";
import { deskFor } from "./base.ts";
import { settings } from "./env.ts";
import { dispatchDesk } from "./follow.ts";
import { log } from "./log.ts";
import { peopleSecrets } from "./people-secrets.ts";
import { lists } from "./screening.ts";
import { vendors } from "./vendors.ts";

/** What the sweeper works with. */
export function sweepDesk(requestId: string): SweepDesk {
  const pagesUrl = settings.ONBOARD_URL;
  const desk = deskFor("system:sweeper", requestId);
  return { ...vendors, ...dispatchDesk, ...desk, accounts: peopleSecrets, lists, log, pagesUrl };
}
