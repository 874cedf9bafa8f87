import { rescreenOnListChange } from "../app/operations/rescreen-on-list-change.ts";
import { listWatchContext } from "../wiring/operations/list-watch.ts";
import { scheduledHandler } from "./schedule.ts";

/** Once a minute: looks whether new lists are to be held against what was paid, which is every ten minutes. */
export const handler = scheduledHandler({ line: "lists watched", operation: "watch-lists" }, async ({ requestId }) => {
  await rescreenOnListChange(listWatchContext(requestId));
  return {};
});
