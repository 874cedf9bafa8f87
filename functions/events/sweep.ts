import type { Invocation } from "../app/ports.ts";
import { sweep } from "../app/sweep.ts";
import { countWaiting } from "../app/waiting.ts";
import { clock, newId, tick } from "../wiring/base.ts";
import { log } from "../wiring/log.ts";
import { meter } from "../wiring/meter.ts";
import { sweepDesk } from "../wiring/sweeper.ts";

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
