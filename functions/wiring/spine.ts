import type { SpineDesk } from "../app/settle-hops.ts";
import { deskFor } from "./base.ts";
import { vendors } from "./vendors.ts";
import { workflows } from "./workflows.ts";

/** What a hop of the settlement works with. */
export function spineDesk(requestId: string): SpineDesk {
  return { ...vendors, ...deskFor("system:settlement", requestId), workflows };
}
