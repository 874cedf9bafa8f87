import { lookUpWorker } from "../app/operations/due-workers.ts";
import { workOff } from "../app/operations/work-off.ts";
import { lookUpWorkerContext } from "../wiring/operations/look-up-worker.ts";
import { dueWorker } from "./due-worker.ts";

/** Asks rails and partners about what they have been silent about. */
export const handler = dueWorker("sweep-look-ups", (order, requestId) => {
  const context = lookUpWorkerContext(requestId);
  return workOff(context, context.store, order, lookUpWorker(context));
});
