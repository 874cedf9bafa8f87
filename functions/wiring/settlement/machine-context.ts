import type { SettlementContext } from "../../app/settlement/machine-steps.ts";
import { contextFor } from "../core/context.ts";
import { workflows } from "../core/workflows.ts";
import { vendors } from "../rails/vendors.ts";

/** What a transition of the settlement works with. */
export function settlementContext(requestId: string): SettlementContext {
  return { ...vendors, ...contextFor("system:settlement", requestId), workflows };
}
