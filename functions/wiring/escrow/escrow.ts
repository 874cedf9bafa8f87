import type { EscrowDesk } from "../../app/escrow/escrows.ts";
import { deskOf } from "../core/context.ts";
import { settings } from "../core/env.ts";
import { vendors } from "../rails/vendors.ts";

/** What a call about an escrow works with. */
export function escrowDesk(call: Parameters<typeof deskOf>[0]): EscrowDesk {
  return { ...vendors, ...deskOf(call), pagesUrl: settings.ONBOARD_URL };
}
