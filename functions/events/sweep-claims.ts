import { claimWorker } from "../app/operations/due-workers.ts";
import { workOff } from "../app/operations/work-off.ts";
import { claimWorkerContext } from "../wiring/operations/claim-worker.ts";
import { dueWorker } from "./due-worker.ts";

/** Carries on money calls whose holders died. */
export const handler = dueWorker("sweep-claims", (order, requestId) => {
  const context = claimWorkerContext(requestId);
  return workOff(context, context.store, order, claimWorker(context));
});
