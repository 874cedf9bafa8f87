import { versionConflict } from "../app/change.ts";
import { sweep } from "../app/sweep.ts";
import { serve } from "../http/route.ts";
import { clock, newId, sandboxClock } from "../wiring/base.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { sweepDesk } from "../wiring/sweeper.ts";
import { sandboxOperations } from "./sandbox.contract.ts";

function told() {
  return { now: clock.now(), offsetSeconds: sandboxClock?.offsetSeconds ?? 0 };
}

export const handler = serve(
  sandboxOperations,
  {
    readClock: async () => ({ body: told() }),
    advanceClock: async (call) => {
      const moved = await sandboxClock?.advance(call.body.advanceSeconds, newId("req", clock.now()));
      if (!moved) throw versionConflict();
      const swept = await sweep(sweepDesk(call.requestId));
      return { body: { ...told(), swept } };
    },
  },
  operatorFrame,
);
