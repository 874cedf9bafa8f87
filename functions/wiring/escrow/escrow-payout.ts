import type { PayoutDesk } from "../../app/escrow/machine-steps.ts";
import { deskFor } from "../core/context.ts";
import { settings } from "../core/env.ts";
import { workflows } from "../core/workflows.ts";
import { vendors } from "../rails/vendors.ts";

/** What a hop of the payout machine works with. */
export function payoutDesk(requestId: string): PayoutDesk {
  const pagesUrl = settings.ONBOARD_URL;
  return { ...vendors, ...deskFor("system:escrow", requestId), pagesUrl, workflows };
}
