import type { EscrowDesk } from "../app/escrow-desk.ts";
import { deskOf } from "./base.ts";
import { settings } from "./env.ts";
import { vendors } from "./vendors.ts";

/** What a call about an escrow works with. */
export function escrowDesk(call: Parameters<typeof deskOf>[0]): EscrowDesk {
  return { ...vendors, ...deskOf(call), pagesUrl: settings.ONBOARD_URL };
}
