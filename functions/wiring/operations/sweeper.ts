import type { SweepDesk } from "../../app/operations/sweep.ts";
import { deskFor } from "../core/context.ts";
import { settings } from "../core/env.ts";
import { log } from "../core/log.ts";
import { dispatchDesk } from "../core/outbox.ts";
import { lists } from "../gate/screening.ts";
import { peopleSecrets } from "../onboarding/people-secrets.ts";
import { vendors } from "../rails/vendors.ts";

/** What the sweeper works with. */
export function sweepDesk(requestId: string): SweepDesk {
  const pagesUrl = settings.ONBOARD_URL;
  const desk = deskFor("system:sweeper", requestId);
  return { ...vendors, ...dispatchDesk, ...desk, accounts: peopleSecrets, lists, log, pagesUrl };
}
