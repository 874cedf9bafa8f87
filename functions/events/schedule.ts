import middy from "@middy/core";
import type { Invocation } from "../app/core/ports.ts";
import { clockTick, type LambdaHandler, logInvocation, noEarlyTimeout } from "../http/invocation.ts";
import { clock, newId, tick } from "../wiring/core/context.ts";
import { log } from "../wiring/core/log.ts";

/** One run of a schedule. */
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

/** A schedule's Lambda: `run` answers with what its line says. */
export function scheduledHandler(
  { line, operation }: { line: string; operation: string },
  run: (run: Run) => Promise<object>,
  ...innermost: middy.MiddlewareObj[]
): (event?: unknown, invocation?: Invocation) => Promise<void> {
  return middy(run, noEarlyTimeout)
    .use(logInvocation(log))
    .use(clockTick(tick))
    .use(runLine(line, operation))
    .use(innermost) as unknown as LambdaHandler<unknown, void>;
}
