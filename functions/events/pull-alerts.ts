import type { Invocation } from "../app/core/ports.ts";
import { pullAlerts } from "../app/disputes/pull-alerts.ts";
import { reportOutcomes } from "../app/disputes/report-outcomes.ts";
import { clock, newId, tick } from "../wiring/core/context.ts";
import { log } from "../wiring/core/log.ts";
import { pullDesk, reportDesk } from "../wiring/disputes/pull-alerts.ts";

/** Every five minutes, where a third party's alerts are taken: fetches what it has, and tells what came of what it had. */
export async function handler(_event?: unknown, invocation?: Invocation): Promise<void> {
  log.begin(invocation);
  await tick();
  const requestId = newId("req", clock.now());
  // First what has come to an end: its 24 hours are running.
  const reported = await reportOutcomes(reportDesk(requestId));
  const pulled = await pullAlerts(pullDesk(requestId));
  log.info("alerts", {
    ...{ requestId, operation: "pull-alerts", correlationId: requestId },
    ...{ pulled, reported },
  });
}
