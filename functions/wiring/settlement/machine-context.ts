import type { SpineDesk } from "../../app/settlement/machine-steps.ts";
import { deskFor } from "../core/context.ts";
import { workflows } from "../core/workflows.ts";
import { vendors } from "../rails/vendors.ts";

/** What a hop of the settlement works with. */
export function spineDesk(requestId: string): SpineDesk {
  return { ...vendors, ...deskFor("system:settlement", requestId), workflows };
}
