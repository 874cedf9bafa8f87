import { contextFor } from "../core/context.ts";
import { log } from "../core/log.ts";

export function deadlineWorkerContext(requestId: string) {
  return { ...contextFor("system:sweeper", requestId), log };
}
