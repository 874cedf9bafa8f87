import middy from "@middy/core";
import { errorText } from "../app/core/error-text.ts";
import { clockTick, type LambdaHandler, logInvocation, noEarlyTimeout } from "../http/invocation.ts";
import { tick } from "../wiring/core/context.ts";
import { log } from "../wiring/core/log.ts";
import { workflows } from "../wiring/core/workflows.ts";

/** A machine of ours: whose tasks these are, and what they work with. */
export interface Machine<D, S> {
  readonly name: string;
  context(requestId: string): D;
  subjectId(subject: S): string;
}

type Subject = { readonly tenantId: string };
type Waiting<S> = S & { readonly token: string };

/** A machine's task: the transition is made with the record's names, and what it answers goes to the machine. */
export function step<D, S extends Subject, T>(
  machine: Machine<D, S>,
  name: string,
  transition: (context: D, task: S) => Promise<T>,
): LambdaHandler<S, T> {
  return lambdaOf(machine, name, transition, []);
}

/** A task that waits for an answer by its token. */
export function waitingStep<D, S extends Subject>(
  machine: Machine<D, S>,
  name: string,
  transition: (context: D, task: S, token: string) => Promise<void>,
): LambdaHandler<Waiting<S>, void> {
  const waiting = (context: D, task: Waiting<S>) => transition(context, task, task.token);
  return lambdaOf<D, Waiting<S>, void>(machine, name, waiting, [failedToken]);
}

function lambdaOf<D, S extends Subject, T>(
  machine: Machine<D, S>,
  name: string,
  transition: (context: D, task: S) => Promise<T>,
  outermost: readonly middy.MiddlewareObj<S>[],
): LambdaHandler<S, T> {
  const factsOf = (task: S) => {
    const correlationId = machine.subjectId(task);
    const requestId = `${name}:${correlationId}`;
    return { requestId, tenantId: task.tenantId, operation: `${machine.name}-${name}`, correlationId };
  };
  const handler = (task: S) => transition(machine.context(factsOf(task).requestId), task);
  return middy(handler, noEarlyTimeout)
    .use([...outermost, logInvocation(log)])
    .use(transitionLine(factsOf))
    .use(clockTick(tick)) as unknown as LambdaHandler<S, T>;
}

/** Fails the token of a task that waits, since not every engine hears the Lambda itself fail. Outermost: the line comes first. */
const failedToken: middy.MiddlewareObj<{ readonly token: string }> = {
  onError: ({ event, error }) => workflows.fail(event.token, "HopFailed", String(error)),
};

/** One line for one transition; a failed one is tried again by the machine or parks its record. */
function transitionLine<S>(factsOf: (task: S) => object): middy.MiddlewareObj<S> {
  return {
    after: ({ event, response: answer }) => {
      log.info("hop", { ...factsOf(event), ...(answer === undefined ? {} : { answer }) });
    },
    onError: ({ event, error }) => log.error("hop", { ...factsOf(event), error: errorText(error) }),
  };
}
