import { versionConflict } from "../../app/core/change.ts";
import { recordAction } from "../../app/core/record-action.ts";
import { screeningDaily } from "../../app/screening/daily.ts";
import { sweepScreening } from "../../app/screening/sweep.ts";
import { screeningSandboxOperations } from "../../contract/shared/screening-sandbox.ts";
import { addSeconds } from "../../domain/core/time.ts";
import { serve } from "../../http/route.ts";
import { clock, contextOf, newId, sandboxClock } from "../../wiring/core/context.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { screeningDailyContext } from "../../wiring/screening/daily.ts";
import { screeningSweepContext } from "../../wiring/screening/sweeper.ts";

/** Of the Lambda's 28 s, with the 15 s that a receiver may take; what is left is done by the minute. */
const sweepMs = 10_000;

/** Of the same 28 s; what is left is done by the hour. */
const dailySeconds = 9;

function told() {
  return { now: clock.now(), offsetSeconds: sandboxClock?.offsetSeconds ?? 0 };
}

export const handler = serve(screeningSandboxOperations, operatorFrame, {
  readClock: async () => ({ body: told() }),
  advanceClock: async (call) => {
    await recordAction(contextOf(call), { reason: "test clock advanced", detail: call.body });
    const settledAt = clock.now();
    const moved = await sandboxClock?.advance(call.body.advanceSeconds, newId("req", clock.now()));
    if (!moved) throw versionConflict();
    const lateAt = performance.now() + sweepMs;
    const swept = await sweepScreening(screeningSweepContext(call.requestId), () => performance.now() > lateAt);
    const archive = { ...screeningDailyContext(call.requestId), settledAt };
    const daily = await screeningDaily(archive, addSeconds(clock.now(), dailySeconds));
    return { body: { ...told(), swept, daily } };
  },
});
