import { upkeepWorker, workOffEntries } from "../app/operations/due-workers.ts";
import { workOff } from "../app/operations/work-off.ts";
import { entryWorkerContext } from "../wiring/operations/entry-worker.ts";
import { dueWorker } from "./due-worker.ts";

/** Of the Lambda's 60 s: a piece of a replay that is begun by then comes to its end. */
const replayMs = 40_000;

/** Takes aggregates off the outbox with what their entries count, whatever the stream has left; switches endpoints off, and goes on with replays. */
export const handler = dueWorker("sweep-entries", (order, requestId) => {
  const context = entryWorkerContext(requestId);
  if (order.kind === "entries") return workOffEntries(context, order);
  const lateAt = performance.now() + replayMs;
  const work = upkeepWorker(context, () => performance.now() > lateAt);
  return workOff(context, context.deliveries, order, work);
});
