import { failure } from "../app/failure.ts";
import type { Invocation } from "../app/ports.ts";
import type { SpineDesk, Subject } from "../app/settle-hops.ts";
import { tick } from "../wiring/base.ts";
import { log } from "../wiring/log.ts";
import { noWorkflows, spineDesk, tokenWorkflows } from "../wiring/spine.ts";

/** One line for one hop; a failed one is tried again by the machine or parks its settlement. */
async function told<T>(
  name: string,
  subject: Subject,
  invocation: Invocation | undefined,
  hop: (requestId: string) => Promise<T>,
): Promise<T> {
  log.begin(invocation);
  const { settlementId, tenantId } = subject;
  const requestId = `${name}:${settlementId}`;
  const facts = { requestId, tenantId, operation: `settlement-${name}`, correlationId: settlementId };
  try {
    await tick();
    const answer = await hop(requestId);
    log.info("hop", { ...facts, ...(answer === undefined ? {} : { answer }) });
    return answer;
  } catch (error) {
    log.error("hop", { ...facts, error: failure(error) });
    throw error;
  }
}

/** A machine's task: its hop is done with the settlement's names, and what it answers goes to the machine. */
export function step<T>(name: string, hop: (desk: SpineDesk, subject: Subject) => Promise<T>) {
  return (task: Subject, invocation?: Invocation): Promise<T> =>
    told(name, task, invocation, (requestId) => hop(spineDesk(noWorkflows, requestId), task));
}

type WaitingTask = Subject & { readonly token: string };

/** A task that waits for an answer. What goes wrong is told to the token as well, since not every engine hears the Lambda fail. */
export function waitingStep(
  name: string,
  hop: (desk: SpineDesk, subject: Subject, token: string) => Promise<void>,
) {
  const workflows = tokenWorkflows();
  return async ({ token, ...subject }: WaitingTask, invocation?: Invocation): Promise<void> => {
    try {
      await told(name, subject, invocation, (requestId) =>
        hop(spineDesk(workflows, requestId), subject, token),
      );
    } catch (error) {
      await workflows.fail(token, "HopFailed", String(error));
      throw error;
    }
  };
}
