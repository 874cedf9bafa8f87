import type { PayoutDesk } from "../app/escrow-hops.ts";
import { deskFor } from "./base.ts";
import { settings } from "./env.ts";
import { vendors } from "./vendors.ts";
import { workflows } from "./workflows.ts";

/** What a hop of the payout machine works with. */
export function payoutDesk(requestId: string): PayoutDesk {
  const pagesUrl = settings.ONBOARD_URL;
  return { ...vendors, ...deskFor("system:escrow", requestId), pagesUrl, workflows };
}
