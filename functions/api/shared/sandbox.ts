import { versionConflict } from "../../app/core/change.ts";
import { recordAction } from "../../app/core/record-action.ts";
import { daily } from "../../app/operations/daily.ts";
import { sweep } from "../../app/operations/sweep-due-records.ts";
import { reconcileNightly } from "../../app/reconciliation/nightly.ts";
import { sandboxOperations } from "../../contract/shared/sandbox.ts";
import { addSeconds } from "../../domain/core/time.ts";
import { serve } from "../../http/route.ts";
import { clock, contextOf, newId, sandboxClock } from "../../wiring/core/context.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { dailyContext } from "../../wiring/operations/daily.ts";
import { sweepContext } from "../../wiring/operations/sweep-here.ts";
import { nightlyContext } from "../../wiring/reconciliation/nightly.ts";

/** Of the Lambda's 28 s; what is left is done by the minute. */
const sweepMs = 10_000;

/** Of the same 28 s; what is left is done by the hour. */
const dailySeconds = 9;

/** Of the same 28 s; what is left is done ten minutes later. */
const nightlySeconds = 4;

function told() {
  return { now: clock.now(), offsetSeconds: sandboxClock?.offsetSeconds ?? 0 };
}

export const handler = serve(sandboxOperations, operatorFrame, {
  readClock: async () => ({ body: told() }),
  advanceClock: async (call) => {
    await recordAction(contextOf(call), { reason: "test clock advanced", detail: call.body });
    const settledAt = clock.now();
    const moved = await sandboxClock?.advance(call.body.advanceSeconds, newId("req", clock.now()));
    if (!moved) throw versionConflict();
    const lateAt = performance.now() + sweepMs;
    const swept = await sweep(sweepContext(call.requestId), () => performance.now() > lateAt);
    const done = await daily({ ...dailyContext(call.requestId), settledAt }, addSeconds(clock.now(), dailySeconds));
    const nightly = await reconcileNightly(nightlyContext(call.requestId, addSeconds(clock.now(), nightlySeconds)));
    return { body: { ...told(), swept, daily: done, nightly } };
  },
});
