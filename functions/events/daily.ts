import { daily } from "../app/operations/daily.ts";
import { addSeconds } from "../domain/core/time.ts";
import { clock } from "../wiring/core/context.ts";
import { dailyDesk } from "../wiring/operations/daily.ts";
import { doneCount } from "./done-count.ts";
import { scheduled } from "./schedule.ts";

/** Of the Lambda's 15 minutes, so that what is under way comes to its end. */
const runSeconds = 12 * 60;

/** Every hour: what is due once a day is over. */
export const handler = scheduled(
  { line: "daily", operation: "daily" },
  ({ requestId }) => daily(dailyDesk(requestId), addSeconds(clock.now(), runSeconds)),
  doneCount("DailyDone"),
);
