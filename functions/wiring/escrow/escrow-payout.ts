import type { PayoutContext } from "../../app/escrow/machine-steps.ts";
import { contextFor } from "../core/context.ts";
import { workflows } from "../core/workflows.ts";
import { vendors } from "../rails/vendors.ts";

/** What a transition of the payout machine works with. */
export function payoutContext(requestId: string): PayoutContext {
  return { ...vendors, ...contextFor("system:escrow", requestId), workflows };
}
