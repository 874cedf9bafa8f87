import { failure } from "../app/core/error-text.ts";
import type { Invocation } from "../app/core/ports.ts";
import { tick } from "../wiring/core/context.ts";
import { log } from "../wiring/core/log.ts";
import { workflows } from "../wiring/core/workflows.ts";

/** A machine of ours: whose hops these are, and what they work with. */
export interface Machine<D, S> {
  readonly name: string;
  desk(requestId: string): D;
  subjectId(subject: S): string;
}

type Named = { readonly tenantId: string };

/** One line for one hop; a failed one is tried again by the machine or parks its record. */
async function told<D, S extends Named, T>(
  machine: Machine<D, S>,
  name: string,
  subject: S,
  invocation: Invocation | undefined,
  hop: (desk: D) => Promise<T>,
): Promise<T> {
  log.begin(invocation);
  const { tenantId } = subject;
  const correlationId = machine.subjectId(subject);
  const requestId = `${name}:${correlationId}`;
  const facts = { requestId, tenantId, operation: `${machine.name}-${name}`, correlationId };
  try {
    await tick();
    const answer = await hop(machine.desk(requestId));
    log.info("hop", { ...facts, ...(answer === undefined ? {} : { answer }) });
    return answer;
  } catch (error) {
    log.error("hop", { ...facts, error: failure(error) });
    throw error;
  }
}

/** A machine's task: its hop is done with the record's names, and what it answers goes to the machine. */
export function step<D, S extends Named, T>(
  machine: Machine<D, S>,
  name: string,
  hop: (desk: D, subject: S) => Promise<T>,
) {
  return (task: S, invocation?: Invocation): Promise<T> =>
    told(machine, name, task, invocation, (desk) => hop(desk, task));
}

/** A task that waits for an answer. What goes wrong is told to the token as well, since not every engine hears the Lambda fail. */
export function waitingStep<D, S extends Named>(
  machine: Machine<D, S>,
  name: string,
  hop: (desk: D, subject: S, token: string) => Promise<void>,
) {
  return async (task: S & { readonly token: string }, invocation?: Invocation): Promise<void> => {
    const { token } = task;
    try {
      await told(machine, name, task, invocation, (desk) => hop(desk, task, token));
    } catch (error) {
      await workflows.fail(token, "HopFailed", String(error));
      throw error;
    }
  };
}
