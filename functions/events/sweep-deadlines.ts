import { deadlineWorker } from "../app/operations/due-workers.ts";
import { workOff } from "../app/operations/work-off.ts";
import { deadlineWorkerContext } from "../wiring/operations/deadline-worker.ts";
import { dueWorker } from "./due-worker.ts";

/** Does what deadlines ask for; nobody outside is asked. */
export const handler = dueWorker("sweep-deadlines", (order, requestId) => {
  const context = deadlineWorkerContext(requestId);
  return workOff(context, context.store, order, deadlineWorker(context));
});
