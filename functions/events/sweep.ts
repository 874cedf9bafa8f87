import type { Invocation } from "../app/core/ports.ts";
import { countWaiting } from "../app/operations/count-parked.ts";
import { sweep } from "../app/operations/sweep.ts";
import { clock, newId, tick } from "../wiring/core/context.ts";
import { log } from "../wiring/core/log.ts";
import { meter } from "../wiring/core/metrics.ts";
import { sweepDesk } from "../wiring/operations/sweeper.ts";

/** Once a minute: what is due is done. */
export async function handler(_event?: unknown, invocation?: Invocation): Promise<void> {
  log.begin(invocation);
  await tick();
  const requestId = newId("req", clock.now());
  const desk = sweepDesk(requestId);
  const swept = await sweep(desk);
  await countWaiting(desk);
  meter.count("SweepDone", 1);
  log.info("swept", { requestId, operation: "sweep", correlationId: requestId, ...swept });
}
