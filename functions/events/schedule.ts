import middy from "@middy/core";
import type { Invocation } from "../app/core/ports.ts";
import type { CountMetric } from "../app/core/ports-metrics.ts";
import { clockTick, type LambdaHandler, logInvocation, noEarlyTimeout } from "../http/invocation.ts";
import { clock, newId, tick } from "../wiring/core/context.ts";
import { log } from "../wiring/core/log.ts";
import { meter } from "../wiring/core/metrics.ts";

interface Run {
  readonly requestId: string;
}

/** Names the run, and writes its one line of what the handler answers. A failure is Lambda's to log and count. */
function runLine(line: string, operation: string): middy.MiddlewareObj<Run> {
  return {
    before: (request) => {
      request.event = { requestId: newId("req", clock.now()) };
    },
    after: (request) => {
      const { requestId } = request.event;
      log.info(line, { requestId, operation, correlationId: requestId, ...request.response });
      request.response = undefined;
    },
  };
}

/** A schedule's Lambda: `run` answers with what its line says, and `done` counts the runs that came to their end. */
export function scheduledHandler(
  { line, operation, done }: { line: string; operation: string; done?: CountMetric },
  run: (run: Run) => Promise<object>,
): (event?: unknown, invocation?: Invocation) => Promise<void> {
  return middy(run, noEarlyTimeout)
    .use(logInvocation(log))
    .use(clockTick(tick))
    .use(runLine(line, operation))
    .use(done ? doneCount(done) : []) as unknown as LambdaHandler<unknown, void>;
}

/** Counts a run that came to its end. Innermost: metrics go out with the line that the run's end writes. */
function doneCount(name: CountMetric): middy.MiddlewareObj {
  return { after: () => meter.count(name, 1) };
}
