import { contextFor } from "../core/context.ts";
import { log } from "../core/log.ts";
import { dispatchContext } from "../core/outbox.ts";

export function entryWorkerContext(requestId: string) {
  return { ...dispatchContext, ...contextFor("system:sweeper", requestId), log };
}
