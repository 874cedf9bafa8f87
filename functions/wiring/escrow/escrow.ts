import type { EscrowContext } from "../../app/escrow/escrows.ts";
import { contextOf } from "../core/context.ts";
import { settings } from "../core/env.ts";
import { vendors } from "../rails/vendors.ts";

export function escrowContext(call: Parameters<typeof contextOf>[0]): EscrowContext {
  return { ...vendors, ...contextOf(call), pagesUrl: settings.ONBOARD_URL };
}
