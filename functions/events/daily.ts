import type { Invocation } from "../app/core/ports.ts";
import { daily } from "../app/operations/daily.ts";
import { addSeconds } from "../domain/core/time.ts";
import { clock, newId, tick } from "../wiring/core/context.ts";
import { log } from "../wiring/core/log.ts";
import { meter } from "../wiring/core/metrics.ts";
import { dailyDesk } from "../wiring/operations/daily.ts";

/** Of the Lambda's 15 minutes, so that what is under way comes to its end. */
const runSeconds = 12 * 60;

/** Every hour: what is due once a day is over. */
export async function handler(_event?: unknown, invocation?: Invocation): Promise<void> {
  log.begin(invocation);
  await tick();
  const requestId = newId("req", clock.now());
  const done = await daily(dailyDesk(requestId), addSeconds(clock.now(), runSeconds));
  meter.count("DailyDone", 1);
  log.info("daily", { requestId, operation: "daily", correlationId: requestId, ...done });
}
