import type { RescreenContext } from "../../app/operations/rescreen-on-list-change.ts";
import { contextFor } from "../core/context.ts";
import { live } from "../core/env.ts";
import { log } from "../core/log.ts";
import { meter } from "../core/metrics.ts";
import { lists, screening } from "../gate/screening.ts";

export function listWatchContext(requestId: string): RescreenContext {
  return { ...contextFor("system:sweeper", requestId), screening, lists, live, log, meter };
}
