import { fetchLists } from "../app/fetch-lists.ts";
import type { Invocation } from "../app/ports.ts";
import { clock, newId, tick } from "../wiring/base.ts";
import { fetchDesk } from "../wiring/load-lists.ts";
import { log } from "../wiring/log.ts";

/** By schedule: fetches the publishers' lists, and makes those that are good the ones that everybody is screened by. */
export async function handler(_event?: unknown, invocation?: Invocation): Promise<void> {
  log.begin(invocation);
  await tick();
  const requestId = newId("req", clock.now());
  const lists = await fetchLists(fetchDesk(requestId));
  log.info("lists", { requestId, operation: "load-lists", correlationId: requestId, lists });
}
