import type { Invocation } from "../app/core/ports.ts";
import { fetchLists } from "../app/screening/fetch-lists.ts";
import { clock, newId, tick } from "../wiring/core/context.ts";
import { log } from "../wiring/core/log.ts";
import { fetchDesk } from "../wiring/screening/load-lists.ts";

/** By schedule: fetches the publishers' lists, and makes those that are good the ones that everybody is screened by. */
export async function handler(_event?: unknown, invocation?: Invocation): Promise<void> {
  log.begin(invocation);
  await tick();
  const requestId = newId("req", clock.now());
  const lists = await fetchLists(fetchDesk(requestId));
  log.info("lists", { requestId, operation: "load-lists", correlationId: requestId, lists });
}
