import { fetchLists } from "../app/screening/load-list.ts";
import { fetchContext } from "../wiring/screening/load-lists.ts";
import { scheduledHandler } from "./schedule.ts";

/** By schedule: fetches the publishers' lists, and makes those that are good the ones that everybody is screened by. */
export const handler = scheduledHandler({ line: "lists", operation: "load-lists" }, async ({ requestId }) => ({
  lists: await fetchLists(fetchContext(requestId)),
}));
