import type { Invocation } from "../app/core/ports.ts";
import { oldestListHours, readCatalogue } from "../app/screening/list-catalogue.ts";
import { sweepScreening } from "../app/screening/sweep.ts";
import { book, clock, newId, tick } from "../wiring/core/context.ts";
import { log } from "../wiring/core/log.ts";
import { meter } from "../wiring/core/metrics.ts";
import { requiredLists } from "../wiring/screening/required-lists.ts";
import { screeningSweepDesk } from "../wiring/screening/sweeper.ts";

/** Of the Lambda's 55 s: what is begun by then has the 15 s that a receiver may take. */
const sweepMs = 35_000;

/** Once a minute: what is due is done. */
export async function handler(_event?: unknown, invocation?: Invocation): Promise<void> {
  const lateAt = performance.now() + sweepMs;
  log.begin(invocation);
  await tick();
  const requestId = newId("req", clock.now());
  const swept = await sweepScreening(screeningSweepDesk(requestId), () => performance.now() > lateAt);
  const hours = oldestListHours(await readCatalogue({ book }), requiredLists, clock.now());
  if (hours !== null) meter.count("ListAgeHours", hours);
  meter.count("SweepDone", 1);
  log.info("swept", { requestId, operation: "screening-sweep", correlationId: requestId, ...swept });
}
