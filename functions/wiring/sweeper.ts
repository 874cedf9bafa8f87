import type { SweepDesk } from "../app/sweep.ts";
import { deskFor } from "./base.ts";
import { dispatchDesk } from "./follow.ts";
import { log } from "./log.ts";
import { vendors } from "./vendors.ts";

/** What the sweeper works with. */
export function sweepDesk(requestId: string): SweepDesk {
  return { ...vendors, ...dispatchDesk, ...deskFor("system:sweeper", requestId), log };
}
