import { screeningDaily } from "../app/screening/daily.ts";
import { addSeconds } from "../domain/core/time.ts";
import { clock } from "../wiring/core/context.ts";
import { screeningDailyContext } from "../wiring/screening/daily.ts";
import { scheduledHandler } from "./schedule.ts";

/** Of the Lambda's 15 minutes, so that what is under way comes to its end. */
const runSeconds = 12 * 60;

/** Every hour: what is due once a day is over. */
export const handler = scheduledHandler(
  { line: "daily", operation: "screening-daily", done: "DailyDone" },
  ({ requestId }) => screeningDaily(screeningDailyContext(requestId), addSeconds(clock.now(), runSeconds)),
);
