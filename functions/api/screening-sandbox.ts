import { versionConflict } from "../app/change.ts";
import { recordAction } from "../app/record-action.ts";
import { sweepScreening } from "../app/screening-sweep.ts";
import { serve } from "../http/route.ts";
import { clock, deskOf, newId, sandboxClock } from "../wiring/base.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { screeningSweepDesk } from "../wiring/screening-sweeper.ts";
import { screeningSandboxOperations } from "./screening-sandbox.contract.ts";

/** Of the Lambda's 28 s, with the 15 s that a receiver may take; what is left is done by the minute. */
const sweepMs = 10_000;

function told() {
  return { now: clock.now(), offsetSeconds: sandboxClock?.offsetSeconds ?? 0 };
}

export const handler = serve(
  screeningSandboxOperations,
  {
    readClock: async () => ({ body: told() }),
    advanceClock: async (call) => {
      await recordAction(deskOf(call), { reason: "test clock advanced", detail: call.body });
      const moved = await sandboxClock?.advance(call.body.advanceSeconds, newId("req", clock.now()));
      if (!moved) throw versionConflict();
      const lateAt = performance.now() + sweepMs;
      const swept = await sweepScreening(
        screeningSweepDesk(call.requestId),
        () => performance.now() > lateAt,
      );
      return { body: { ...told(), swept } };
    },
  },
  operatorFrame,
);
